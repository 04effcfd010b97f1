import { Badge, Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock, IconClockX, IconGavel } from '@tabler/icons-react'
import type { AdminPayment } from '@wayfare/contract/payments-admin'
import type { Format } from '@wayfare/core/format'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useText, type Translator } from '../../ui/text.ts'

const looks = {
  open: { color: 'warn', icon: IconClock },
  paid: { color: 'primary', icon: IconCircleCheck },
  failed: { color: 'danger', icon: IconCircleX },
  expired: { color: 'neutral', icon: IconClockX },
} as const

export const PaymentStateChip = ({ status }: Pick<AdminPayment, 'status'>) => {
  const t = useText()
  return <StateBadge {...looks[status]}>{t(`payment_state_${status}`)}</StateBadge>
}

export const ProblemChip = ({ text }: { text: string }) => (
  <Badge
    color="danger"
    fw={600}
    h="auto"
    styles={{ label: { whiteSpace: 'normal' } }}
    leftSection={<IconAlertTriangle size={14} aria-hidden />}
  >
    {text}
  </Badge>
)

const disputeColors = { inquiry: 'warn', open: 'danger', won: 'primary', lost: 'neutral' } as const

/** Nothing where nobody disputes. */
export const DisputeChip = ({ dispute }: Pick<AdminPayment, 'dispute'>) => {
  const t = useText()
  return (
    dispute && (
      <StateBadge color={disputeColors[dispute]} icon={IconGavel}>
        {t(`payment_dispute_${dispute}`)}
      </StateBadge>
    )
  )
}

/** No sorting: the server has them newest first, and there may be many more than are here. */
export const makePaymentColumns = (t: Translator, format: Format): Column<AdminPayment>[] => [
  { id: 'createdAt', header: t('payment_time'), cell: (row) => format.dateTime(row.createdAt) },
  {
    id: 'userName',
    header: t('payment_payer'),
    cell: (row) => <bdi>{row.userName}</bdi>,
    card: 'title',
  },
  {
    id: 'for',
    header: t('payment_for'),
    cell: ({ bookingId }) => <bdi>{bookingId ?? t('payment_for_wallet')}</bdi>,
  },
  {
    id: 'provider',
    header: t('payment_provider'),
    cell: ({ provider, mode }) => (
      <Group gap="2px 6px" component="span" data-lines>
        {getProviderLabel(provider, t)}
        {mode === 'sandbox' && (
          <Badge component="span" variant="default" size="sm" miw="max-content">
            {t('payment_mode_sandbox')}
          </Badge>
        )}
      </Group>
    ),
  },
  {
    id: 'amount',
    header: t('wallet_amount'),
    cell: ({ amount, currency }) => <bdi>{format.columnMoney(amount, currency)}</bdi>,
    align: 'end',
  },
  {
    id: 'status',
    header: t('payment_state'),
    cell: ({ status, problem, dispute, refundFailed, refundLate }) => (
      <Group gap={6} component="span" data-lines>
        <PaymentStateChip status={status} />
        <DisputeChip dispute={dispute} />
        {problem && <ProblemChip text={t(`problem_${problem}`)} />}
        {refundFailed && <ProblemChip text={t('problem_refund_failed')} />}
        {refundLate && <ProblemChip text={t('problem_refund_late')} />}
      </Group>
    ),
    card: 'status',
  },
]
