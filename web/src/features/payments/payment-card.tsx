// A payment in short: how much, what for, by whom.
import { Anchor, Badge, Group } from '@mantine/core'
import type { Payment } from '@wayfare/contract/payments'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { ProviderLogo } from '../../shared/provider-logo.tsx'
import classes from './payments.module.css'

export const PaymentAmount = ({ payment }: { payment: Payment }) => {
  const format = useFormat()
  return (
    <Group justify="space-between" gap="md">
      <span className={classes.amount}>
        <bdi>{format.exactMoney(payment.amount)}</bdi>
      </span>
      <ProviderLogo name={payment.provider} />
    </Group>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

export const PaymentFacts = ({ payment }: { payment: Payment }) => {
  const t = useT()
  const format = useFormat()
  const { bookingId, provider, mode, refunded, settledAt, createdAt, id } = payment
  return (
    <dl className={classes.facts}>
      <Fact label={t('payment_for')}>
        {bookingId === null ? (
          t('payment_for_wallet')
        ) : (
          <Anchor component={Link} to={`/bookings/${bookingId}`} inherit>
            <bdi>{t('wallet_booking', { id: bookingId })}</bdi>
          </Anchor>
        )}
      </Fact>
      <Fact label={t('pay_with')}>
        {getProviderLabel(provider, t)}{' '}
        {mode === 'sandbox' && (
          <Badge color="warn" size="sm">
            {t('payment_mode_sandbox')}
          </Badge>
        )}
      </Fact>
      <Fact label={t('payment_time')}>{format.dateTime(settledAt ?? createdAt)}</Fact>
      {Number(refunded) > 0 && (
        <Fact label={t('payment_refunded')}>
          <bdi>{format.exactMoney(refunded)}</bdi>
        </Fact>
      )}
      <Fact label={t('payment_number')}>
        <bdi dir="ltr">{id}</bdi>
      </Fact>
    </dl>
  )
}
