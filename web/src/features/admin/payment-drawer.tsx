// One payment beside the table: what the provider calls it, every notice about it, its refunds, and what the desk can do.
import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react'
import { type AdminPayment, type PaymentDetail, type Refund, replayPayment, retryRefund } from '@wayfare/contract/payments-admin'
import { asId } from '@wayfare/core/ids'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { ProviderLogo } from '../../shared/provider-logo.tsx'
import { useWrite } from '../../api/use-write.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { makeLockProps } from '../../ui/locked-note.ts'
import { NoticeRows } from './notices-panel.tsx'
import { DisputeChip, PaymentStateChip, ProblemChip } from './payment-columns.tsx'
import classes from './payments.module.css'
import { RefundDialog } from './refund-dialog.tsx'
import { ReversalRows } from './reversal-rows.tsx'
import { usePaymentDetail } from './use-payments.ts'
import { DrawerFoot } from '../../ui/drawer-foot.tsx'
import { Drawer } from '../../ui/drawer.tsx'

const Facts = ({ payment }: { payment: AdminPayment }) => {
  const t = useT()
  const format = useFormat()
  const facts: [string, ReactNode][] = [
    [t('payment_payer'), <bdi key="payer">{payment.userName}</bdi>],
    [
      t('payment_for'),
      payment.bookingId === null ? (
        t('payment_for_wallet')
      ) : (
        <Anchor key="for" component={Link} inherit to={`/bookings/${payment.bookingId}`}>
          <bdi>{payment.bookingId}</bdi>
        </Anchor>
      ),
    ],
    [t('payment_provider'), [getProviderLabel(payment.provider, t), t(`payment_mode_${payment.mode}`)].join(' · ')],
    [t('payment_time'), format.dateTime(payment.createdAt)],
    [t('payment_settled_at'), payment.settledAt === null ? '–' : format.dateTime(payment.settledAt)],
    [t('payment_went_to'), payment.settledAs === null ? '–' : t(`payment_settled_${payment.settledAs}`)],
    [t('payment_refunded'), <bdi key="refunded">{format.exactMoney(payment.refunded, payment.currency)}</bdi>],
    ...(Number(payment.disputed) > 0
      ? [
          [t('payment_disputed'), <bdi key="disputed">{format.exactMoney(payment.disputed, payment.currency)}</bdi>] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    [t('payment_number'), <bdi key="id">{payment.id}</bdi>],
    [t('payment_provider_ref'), <bdi key="ref">{payment.providerRef ?? '–'}</bdi>],
    [t('payment_provider_txn'), <bdi key="txn">{payment.providerTxn ?? '–'}</bdi>],
    [t('payment_next_check'), payment.nextCheckAt === null ? '–' : format.dateTime(payment.nextCheckAt)],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const refundColors = { pending: 'warn', done: 'primary', failed: 'danger' } as const

type RefundRowProps = { refund: Refund; currency: string; locked: boolean }

const RefundRow = ({ refund, currency, locked }: RefundRowProps) => {
  const t = useT()
  const format = useFormat()
  const retry = useWrite(retryRefund)
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          <bdi>{format.exactMoney(refund.amount, currency)}</bdi>
        </Text>
        <Badge color={refundColors[refund.state]}>{t(`refund_state_${refund.state}`)}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {t(`payment_target_${refund.target}`)} · {format.dateTime(refund.createdAt)} · <bdi>{refund.by}</bdi>
      </Text>
      {refund.reason && <Text size="sm">{refund.reason}</Text>}
      {refund.problem && <ProblemChip text={t(`problem_${refund.problem}`)} />}
      {refund.state !== 'done' && (
        <Button
          mt="xs"
          variant="default"
          loading={retry.busy}
          {...makeLockProps(locked ? t('demo_mode') : null)}
          onClick={() => void retry.run({ id: asId<'refund'>(refund.id) })}
        >
          {t('refund_again')}
        </Button>
      )}
      <FailureNote cause={retry.cause} onClose={retry.forget} />
    </li>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={3} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </section>
)

const Deeds = ({ detail, locked }: { detail: PaymentDetail; locked: boolean }) => {
  const t = useT()
  const replay = useWrite(replayPayment)
  const [opened, dialog] = useDisclosure(false)
  const canRefund = detail.targets.length > 0 && Number(detail.refundable) > 0
  return (
    <DrawerFoot>
      <FailureNote cause={replay.cause} onClose={replay.forget} />
      <Button
        variant="default"
        size="md"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={replay.busy}
        onClick={() => void replay.run({ id: detail.payment.id })}
      >
        {t('payment_ask_again')}
      </Button>
      <Button
        size="md"
        leftSection={<IconArrowBackUp size={18} aria-hidden className="wf-flip" />}
        disabled={!canRefund}
        {...makeLockProps(locked ? t('demo_mode') : null)}
        onClick={dialog.open}
      >
        {t('refund_title')}
      </Button>
      {(locked || !canRefund) && (
        <Text size="sm" c="dimmed">
          {locked ? t('demo_mode') : t('refund_nothing_left')}
        </Text>
      )}
      {opened && <RefundDialog detail={detail} onClose={dialog.close} />}
    </DrawerFoot>
  )
}

const Content = ({ id }: { id: AdminPayment['id'] }) => {
  const t = useT()
  const format = useFormat()
  const locked = useSettings().data?.allowCriticalEditsAdmin === false
  const { data, error, reload } = usePaymentDetail(id)
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!data) return <Skeleton height={420} />
  const { payment, refunds, reversals, records, notices } = data
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text fw={700} size="xl">
          <bdi>{format.exactMoney(payment.amount, payment.currency)}</bdi>
        </Text>
        <ProviderLogo name={payment.provider} />
      </Group>
      <Group gap={8} role="status">
        <PaymentStateChip status={payment.status} />
        <DisputeChip dispute={payment.dispute} />
        {payment.problem && <ProblemChip text={t(`problem_${payment.problem}`)} />}
      </Group>
      <Facts payment={payment} />
      <Part title={t('payment_refunds')}>
        {refunds.length === 0 && <Text c="dimmed">{t('payment_no_refunds')}</Text>}
        <ul className={classes.rows}>
          {refunds.map((refund) => (
            <RefundRow key={refund.id} refund={refund} currency={payment.currency} locked={locked} />
          ))}
        </ul>
      </Part>
      {(reversals.length > 0 || records.length > 0) && (
        <Part title={t('payment_reversals')}>
          <ReversalRows detail={data} locked={locked} />
        </Part>
      )}
      <Part title={t('payment_notices')}>
        <NoticeRows notices={notices} emptyText={t('payment_no_notices')} />
      </Part>
      <Deeds detail={data} locked={locked} />
    </Stack>
  )
}

export const PaymentDrawer = ({ id, onClose }: { id: string | null; onClose: () => void }) => {
  const t = useT()
  return (
    <Drawer opened={id !== null} onClose={onClose} title={t('payment_page_title')}>
      {id !== null && <Content key={id} id={asId<'payment'>(id)} />}
    </Drawer>
  )
}
