// Notices of the providers that were refused or wait: who is not genuine knocks here, and so does a provider set up wrongly.
import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { PaymentNotice } from '@wayfare/contract/payments-admin'
import { Link } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { ProblemChip } from './payment-columns.tsx'
import classes from './payments.module.css'
import { useNotices } from './use-payments.ts'

const colors = { received: 'warn', done: 'primary', refused: 'danger' } as const

const NoticeRow = ({ notice }: { notice: PaymentNotice }) => {
  const t = useT()
  const format = useFormat()
  const { provider, mode, eventId, paymentId, receivedAt, state, problem, count, type, amount, currency } = notice
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{getProviderLabel(provider, t)}</Text>
        <Badge color={colors[state]}>{t(`payment_notice_${state}`)}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {format.dateTime(receivedAt)} · {t(`payment_mode_${mode}`)}
        {count > 1 && ` · ${t('payment_notice_times', { count })}`} · <bdi className={classes.long}>{eventId}</bdi>
      </Text>
      {(type !== null || amount !== null) && (
        <Text size="sm">
          {type !== null && <bdi className={classes.long}>{type}</bdi>}
          {type !== null && amount !== null && ' · '}
          {amount !== null && currency !== null && <bdi>{format.exactMoney(amount, currency)}</bdi>}
        </Text>
      )}
      {problem && <ProblemChip text={t(`problem_${problem}`)} />}
      {paymentId && (
        <Text size="sm">
          <Link to={`/payments/${paymentId}`} className={classes.link}>
            <bdi>{paymentId}</bdi>
          </Link>
        </Text>
      )}
    </li>
  )
}

export const NoticeRows = ({ notices, emptyText }: { notices: readonly PaymentNotice[]; emptyText: string }) =>
  notices.length === 0 ? (
    <Text c="dimmed">{emptyText}</Text>
  ) : (
    <ul className={classes.rows}>
      {notices.map((notice) => (
        <NoticeRow key={`${notice.provider} ${notice.mode} ${notice.eventId}`} notice={notice} />
      ))}
    </ul>
  )

export const NoticesPanel = () => {
  const t = useT()
  const { data, error, reload } = useNotices()
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!data) return <Skeleton height={200} />
  return (
    <Stack gap="md" maw="var(--wf-width-prose)">
      <Text c="dimmed">{t('payment_notices_intro')}</Text>
      <NoticeRows notices={data} emptyText={t('payment_notices_none')} />
    </Stack>
  )
}
