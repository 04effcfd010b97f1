// What one asked to have paid out, and what has become of it.
import { Button, Group, Text } from '@mantine/core'
import type { Withdraw } from '@wayfare/contract/wallet'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { WithdrawStateBadge } from '../../shared/withdraw-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useMyWithdraws } from './use-wallet.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import classes from './wallet.module.css'

const Row = ({ withdraw }: { withdraw: Withdraw }) => {
  const t = useT()
  const format = useFormat()
  const { id, date, amount, state, processDate, endDate, endReason, bankName, bankAccount } = withdraw
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <div>
        <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          <bdi>{format.exactMoney(amount)}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {format.dateTime(date)} · <bdi>{id}</bdi>
        </Text>
        {bankAccount && (
          <Text size="xs" c="dimmed">
            <bdi>{bankName}</bdi> · <bdi>{bankAccount}</bdi>
          </Text>
        )}
        {processDate !== null && (
          <Text size="xs" c="dimmed">
            {t('withdraw_paid_at', { date: format.dateTime(processDate) })}
          </Text>
        )}
        {endDate !== null && (
          <Text size="sm">
            {t('withdraw_back_at', { date: format.dateTime(endDate) })} · <bdi>{endReason}</bdi>
          </Text>
        )}
      </div>
      <WithdrawStateBadge state={state} />
    </Group>
  )
}

export const MyWithdrawsCard = () => {
  const t = useT()
  const slice = useMyWithdraws()
  return (
    <SubjectCard id="withdraws" title={t('withdraw_mine')}>
      <FailureNote cause={slice.error.cause} />
      {slice.data?.length === 0 && <Text c="dimmed">{t('withdraw_none')}</Text>}
      {slice.data !== null && slice.data.length > 0 && (
        <ul className={classes.rows}>
          {slice.data.map((withdraw) => (
            <li key={withdraw.id}>
              <Row withdraw={withdraw} />
            </li>
          ))}
        </ul>
      )}
      {slice.hasMore && (
        <Group justify="center">
          <Button variant="default" size="md" loading={slice.loadingMore} onClick={slice.loadMore}>
            {t('table_more')}
          </Button>
        </Group>
      )}
    </SubjectCard>
  )
}
