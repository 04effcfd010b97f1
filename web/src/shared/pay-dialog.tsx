// Paying the card part of a booking: by which provider, how long there is, and what came of it.
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { getBooking } from '@wayfare/contract/bookings'
import type { BookingView } from '@wayfare/contract/bookings'
import { completePayment, payBooking } from '@wayfare/contract/payments'
import type { Provider } from '@wayfare/contract/payments'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useProviders } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { ChoiceList } from '../ui/choice-list.tsx'
import type { Choice } from '../ui/choice-list.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import '../ui/modal-styles.ts'
import type { Translate } from '../ui/text.ts'
import styles from './pay-dialog.module.css'
import { isZero } from './payment-parts.ts'
import { ProviderLogo, providerTitle } from './provider-logo.tsx'
import { useAction } from './use-action.ts'
import { clockOf, useNow } from './use-now.ts'

export type PayDialogProps = {
  booking: BookingView
  opened: boolean
  /** closed without having paid */
  onClose: () => void
  /** paid, and the success has been seen */
  onPaid: () => void
}

/** How long the success stays (ms). */
const DONE_MS = 1500

/** What is to be paid by card: all that the wallet does not pay, also where it was to be cash. */
export const amountToPay = (booking: BookingView): string =>
  isZero(booking.cardPaymentAmount) ? booking.cashPaymentAmount : booking.cardPaymentAmount

const choiceOf = ({ name }: Provider, t: Translate): Choice<string> => ({
  value: name,
  label: name === 'test' ? t('provider_test') : providerTitle(name),
  note: name === 'test' ? t('provider_test_note') : undefined,
  icon: <ProviderLogo name={name} />,
})

const Success = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  return (
    <Stack align="center" py="md" gap="sm">
      <span className={styles.done}>
        <IconCheck size={36} aria-hidden />
      </span>
      <Text size="lg" fw={600} role="status">
        {t('pay_done')}
      </Text>
      {booking.status === 'NEW' && <Text c="dimmed">{t('pay_done_next')}</Text>}
    </Stack>
  )
}

/** How much longer the booking waits; the clock is for the eye, the sentence is said once a minute. */
const Expiry = ({ leftMs }: { leftMs: number }) => {
  const t = useT()
  return (
    <Text size="sm" c="dimmed" role="timer">
      {t('pay_expires', { time: clockOf(leftMs) })}
    </Text>
  )
}

type ProvidersProps = { value: string | null; onChange: (name: string) => void; providers: ReturnType<typeof useProviders> }

const Providers = ({ value, onChange, providers }: ProvidersProps) => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error } = providers
  if (error.flag)
    return (
      <Alert color="danger" role="alert">
        <Stack gap="sm" align="start">
          <span>
            {t('provider_fetch_error')} {problemText(error.cause)}
          </span>
          <Button variant="default" mih={44} onClick={providers.reload}>
            {t('try_again')}
          </Button>
        </Stack>
      </Alert>
    )
  if (!data) return <Skeleton height={84} />
  if (data.length === 0)
    return (
      <Alert color="warn" role="alert">
        {t('no_provider_found')}
      </Alert>
    )
  return <ChoiceList legend={t('pay_with')} choices={data.map((one) => choiceOf(one, t))} value={value} onChange={onChange} />
}

/** The card form of the specification, to our own link, which leads on to the provider; the server looks the order up. */
const postCardForm = (provider: string, booking: BookingView): void => {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `/pay/${provider}`
  const fields = { order_id: booking.id, amount: amountToPay(booking), quantity: '1', cust_id: booking.customer }
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

const usePaying = ({ booking, opened, onPaid }: PayDialogProps) => {
  const providers = useProviders()
  const [chosen, setChosen] = useState<string | null>(null)
  const [paid, setPaid] = useState<BookingView | null>(null)
  const action = useAction(payBooking)
  const completing = useAction(completePayment)
  const now = useNow(1000, opened && paid === null && booking.payBy !== null)
  const provider = chosen ?? providers.data?.[0]?.name ?? null
  const leftMs = booking.status === 'PAYMENT_PENDING' && booking.payBy !== null ? booking.payBy - now : null
  const after = useRef(onPaid)
  useEffect(() => {
    after.current = onPaid
  })
  useEffect(() => {
    if (!paid) return undefined
    const timer = setTimeout(() => after.current(), DONE_MS)
    return () => clearTimeout(timer)
  }, [paid])
  const pay = async () => {
    if (provider === null) return
    const started = await action.run({ id: booking.id, provider })
    if (!started) return
    const { payment, checkout } = started
    // the test provider's page is ours: it says yes at once
    if (checkout.kind === 'embed' && checkout.script === null) {
      const done = await completing.run({ id: payment.id, token: 'approve' })
      if (done?.status === 'paid') setPaid(await call(getBooking, { id: booking.id }))
    } else postCardForm(provider, booking)
  }
  const busy = action.busy || completing.busy
  const cause = action.cause ?? completing.cause
  return { providers, provider, choose: setChosen, leftMs, isLate: leftMs !== null && leftMs <= 0, paid, pay, busy, cause }
}

const PayForm = (props: PayDialogProps & { paying: ReturnType<typeof usePaying> }) => {
  const t = useT()
  const format = useFormat()
  const { providers, provider, choose, leftMs, isLate, pay, busy, cause } = props.paying
  return (
    <Stack gap="md">
      <Providers value={provider} onChange={choose} providers={providers} />
      {leftMs !== null && !isLate && <Expiry leftMs={leftMs} />}
      {isLate && (
        <Alert color="warn" role="alert">
          {t('pay_expired')}
        </Alert>
      )}
      <FailureNote cause={cause} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" mih={48} onClick={props.onClose}>
          {t('pay_later')}
        </Button>
        <Button
          size="md"
          mih={48}
          className={styles.pay ?? ''}
          loading={busy}
          disabled={provider === null || isLate}
          onClick={() => void pay()}
          data-autofocus
        >
          {t('pay_amount', { amount: format.money(amountToPay(props.booking)) })}
        </Button>
      </Group>
    </Stack>
  )
}

export const PayDialog = (props: PayDialogProps) => {
  const t = useT()
  const format = useFormat()
  const paying = usePaying(props)
  // what is being paid stays what it was, also when the news of the payment is here before its answer
  const [amount] = useState(() => amountToPay(props.booking))
  return (
    <Modal
      opened={props.opened}
      onClose={paying.paid ? props.onPaid : props.onClose}
      title={t('pay_amount', { amount: format.money(amount) })}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
      size={440}
    >
      {paying.paid ? <Success booking={paying.paid} /> : <PayForm {...props} paying={paying} />}
    </Modal>
  )
}
