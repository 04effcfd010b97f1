// What was taken back of a payment at its provider: what, how much, why, until when it wants an answer, and what it cost.
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { PaymentDetail } from '@wayfare/contract/payments-admin'
import type { Reversal } from '@wayfare/contract/payments-reversal'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { makeLockProps } from '../../ui/locked-note.ts'
import classes from './payments.module.css'
import { canChange, ReversalChangeDialog } from './reversal-change-dialog.tsx'
import { ReversalDialog } from './reversal-dialog.tsx'

const colors = {
  pending: 'warn',
  done: 'primary',
  failed: 'neutral',
  inquiry: 'warn',
  open: 'danger',
  won: 'primary',
  lost: 'neutral',
} as const

type RowProps = { reversal: Reversal; lock: ReturnType<typeof makeLockProps>; onChange: () => void }

const ReversalRow = ({ reversal, lock, onChange }: RowProps) => {
  const t = useT()
  const format = useFormat()
  const { kind, ref, state, amount, currency, reason, dueAt, createdAt, by, fee, feeCurrency } = reversal
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          {t(`reversal_${kind}`)} · <bdi>{format.exactMoney(amount, currency)}</bdi>
        </Text>
        <Badge color={colors[state]} h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
          {t(`reversal_state_${state}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {by === null ? format.dateTime(createdAt) : format.date(createdAt)} · <bdi className={classes.long}>{ref}</bdi>
      </Text>
      {by !== null && (
        <Text size="sm" c="dimmed">
          {t('reversal_by', { name: by })}
        </Text>
      )}
      {reason && <Text size="sm">{t('reversal_reason', { reason })}</Text>}
      {Number(fee) > 0 && <Text size="sm">{t('reversal_fee', { amount: format.exactMoney(fee, feeCurrency) })}</Text>}
      {dueAt !== null && (
        <Text size="sm" fw={600}>
          {t('reversal_due', { date: format.dateTime(dueAt) })}
        </Text>
      )}
      {canChange(reversal) && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={`${t('reversal_change')}: ${ref}`}
          {...lock}
          onClick={onChange}
        >
          {t('reversal_change')}
        </Button>
      )}
    </li>
  )
}

type RowsProps = { detail: PaymentDetail; locked: boolean }

export const ReversalRows = ({ detail, locked }: RowsProps) => {
  const t = useT()
  const [open, setOpen] = useState<Reversal | 'new' | null>(null)
  const lock = makeLockProps(locked ? t('demo_mode') : null)
  const close = () => setOpen(null)
  return (
    <>
      {detail.reversals.length === 0 && <Text c="dimmed">{t('payment_no_reversals')}</Text>}
      <ul className={classes.rows}>
        {detail.reversals.map((reversal) => (
          <ReversalRow key={reversal.id} reversal={reversal} lock={lock} onChange={() => setOpen(reversal)} />
        ))}
      </ul>
      {detail.records.length > 0 && (
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          {...lock}
          onClick={() => setOpen('new')}
        >
          {t('reversal_record')}
        </Button>
      )}
      {open === 'new' && <ReversalDialog detail={detail} onClose={close} />}
      {open !== null && open !== 'new' && (
        <ReversalChangeDialog reversal={open} payerName={detail.payment.userName} onClose={close} />
      )}
    </>
  )
}
