// What went wrong with a payment while one looks: told at once, until it is put away.
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { LiveEvent } from '@wayfare/contract/live'
import { isProviderName } from '@wayfare/core/providers'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTopic } from '../../api/live.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import classes from './payments.module.css'

type Trouble = NonNullable<Extract<LiveEvent, { name: 'payments' }>['trouble']>

const most = 5

const nameOf = ({ provider, paymentId, problem }: Trouble): string => `${provider} ${paymentId ?? ''} ${problem}`

const About = ({ about }: { about: NonNullable<Trouble['about']> }) => {
  const t = useT()
  const format = useFormat()
  const { amount, currency, reason, dueAt } = about
  return (
    <Text size="sm">
      <bdi>{format.exactMoney(amount, currency)}</bdi>
      {reason && ` · ${t('reversal_reason', { reason })}`}
      {dueAt !== null && ` · ${t('reversal_due', { date: format.dateTime(dueAt) })}`}
    </Text>
  )
}

export const PaymentTroubles = () => {
  const t = useT()
  const [troubles, setTroubles] = useState<readonly Trouble[]>([])
  useTopic('payments', (event) => {
    if (event.name !== 'payments' || !event.trouble) return
    const { trouble } = event
    setTroubles((now) => [trouble, ...now.filter((one) => nameOf(one) !== nameOf(trouble))].slice(0, most))
  })
  return (
    <div role="log" className={classes.troubles} aria-label={t('payments_alerts')}>
      {troubles.map((trouble) => (
        <Alert
          key={nameOf(trouble)}
          mb="sm"
          color="danger"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          withCloseButton
          closeButtonLabel={t('close')}
          onClose={() => setTroubles((now) => now.filter((one) => one !== trouble))}
        >
          <Text>
            {isProviderName(trouble.provider) ? getProviderLabel(trouble.provider, t) : trouble.provider}:{' '}
            {t(`problem_${trouble.problem}`)}
          </Text>
          {trouble.about && <About about={trouble.about} />}
          {trouble.paymentId && (
            <Link to={`/payments/${trouble.paymentId}`} className={classes.link}>
              {t('payment_look')}
            </Link>
          )}
        </Alert>
      ))}
    </div>
  )
}
