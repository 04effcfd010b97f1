// What the provider took back of a payment by itself: what, how much, why, and until when it wants an answer.
import { Badge, Group, Text } from '@mantine/core'
import type { Reversal } from '@wayfare/contract/payments-admin'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './payments.module.css'

const colors = {
  pending: 'warn',
  done: 'primary',
  failed: 'neutral',
  inquiry: 'warn',
  open: 'danger',
  won: 'primary',
  lost: 'neutral',
} as const

const ReversalRow = ({ reversal }: { reversal: Reversal }) => {
  const t = useT()
  const format = useFormat()
  const { kind, ref, state, amount, currency, reason, dueAt, createdAt } = reversal
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          {t(`reversal_${kind}`)} · <bdi>{format.exactMoney(amount, currency)}</bdi>
        </Text>
        <Badge color={colors[state]} variant="light" tt="none" h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
          {t(`reversal_state_${state}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {format.dateTime(createdAt)} · <bdi className={classes.long}>{ref}</bdi>
      </Text>
      {reason && <Text size="sm">{t('reversal_reason', { reason })}</Text>}
      {dueAt !== null && (
        <Text size="sm" fw={600}>
          {t('reversal_due', { date: format.dateTime(dueAt) })}
        </Text>
      )}
    </li>
  )
}

export const ReversalRows = ({ reversals }: { reversals: readonly Reversal[] }) => (
  <ul className={classes.rows}>
    {reversals.map((reversal) => (
      <ReversalRow key={reversal.id} reversal={reversal} />
    ))}
  </ul>
)
