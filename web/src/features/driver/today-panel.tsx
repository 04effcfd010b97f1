import { Skeleton, Text } from '@mantine/core'
import { getEarnings } from '@wayfare/contract/wallet'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import { FigureList } from '../../ui/figure-list.tsx'
import classes from './driver.module.css'

/** Today in three numbers. */
export const TodayPanel = () => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const earnings = useRead(queryKeys.earnings, getEarnings, {})
  if (earnings.error.flag) return <Text c="dimmed">{problemText(earnings.error.cause)}</Text>
  if (!earnings.data) return <Skeleton height={84} radius="lg" />
  const { trips, earned, tips, cashCollected } = earnings.data
  const figures: [string, string][] = [
    [t('today_trips'), format.number(trips)],
    [t('today_earned'), format.exactMoney(earned)],
    [t('today_cash'), format.exactMoney(cashCollected)],
  ]
  return (
    <section aria-label={t('today_title')}>
      <FigureList figures={figures} className={classes.today} />
      {!isZero(tips) && (
        <Text c="dimmed" ta="center" mt="xs">
          {t('earnings_tips', { amount: format.exactMoney(tips) })}
        </Text>
      )}
    </section>
  )
}
