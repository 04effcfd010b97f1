import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useSettings, useWallet } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { FigureList } from '../../ui/figure-list.tsx'
import classes from './earnings.module.css'
import type { EarningsWeek } from './use-earnings-week.ts'

/** What a wallet says of the two: below zero the driver holds money that is the operator's. */
const describeBalance = (balance: string): { key: string; amount: string } => {
  if (Number(balance) < 0) return { key: 'cash_owed', amount: balance.replace('-', '') }
  return { key: 'cash_coming', amount: balance }
}

/** The cash the driver was paid and holds, and who owes whom once the shares are reckoned with. */
export const CashCard = ({ week }: { week: EarningsWeek }) => {
  const t = useT()
  const format = useFormat()
  const operator = useSettings().data?.appName ?? 'Wayfare'
  const balance = useWallet().data?.balance
  const owed = balance === undefined ? null : describeBalance(balance)
  const figures: [string, string][] = [
    [t('cash_held'), format.exactMoney(week.total.cashCollected)],
    ...(owed ? [[t(owed.key, { operator }), format.exactMoney(owed.amount)] as [string, string]] : []),
  ]
  return (
    <section className={classes.card} aria-labelledby="cash-title">
      <Title order={2} size="h4" id="cash-title">
        {t('cash_title')}
      </Title>
      <FigureList figures={figures} className={classes.figures} />
      <Text size="sm" c="dimmed">
        {t('cash_text')}
      </Text>
      <Anchor component={Link} to="/wallet" className={classes.link ?? ''}>
        {t('wallet_open')}
      </Anchor>
    </section>
  )
}
