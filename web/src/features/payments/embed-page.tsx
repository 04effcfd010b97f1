// The page of a payment with the provider's own card fields on it: how much, what for, and the fields, which are the provider's.
import { Alert, Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type Payment, type StartedPayment, completePayment, getCheckout } from '@wayfare/contract/payments'
import { asId } from '@wayfare/core/ids'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { isCallError } from '../../api/call.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useProblemText } from '../../ui/dialogs.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { BraintreeFields } from './braintree-fields.tsx'
import type { PaymentCompleter } from './card-fields.ts'
import { CulqiFields } from './culqi-fields.tsx'
import { PaymentAmount, PaymentFacts } from './payment-card.tsx'
import classes from './payments.module.css'
import { SecurePayFields } from './securepay-fields.tsx'
import { TestAnswers } from './test-answers.tsx'

const fieldsOf = { braintree: BraintreeFields, culqi: CulqiFields, securepay: SecurePayFields } as const

type Embed = Extract<StartedPayment['checkout'], { kind: 'embed' }>

const useComplete = (id: Payment['id']) => {
  const navigate = useNavigate()
  const action = useWrite(completePayment)
  const complete: PaymentCompleter = async (token) => {
    const payment = await action.run({ id, token })
    if (!payment) return null
    // an open payment of these may still want something of the person
    const mayAskMore = payment.provider === 'culqi' && payment.status === 'open'
    if (!mayAskMore) void navigate(`/payments/${id}`, { replace: true })
    return payment
  }
  return { complete, busy: action.busy, cause: action.cause }
}

const CardPart = ({
  payment,
  checkout,
  complete,
  busy,
}: {
  payment: Payment
  checkout: Embed
  complete: PaymentCompleter
  busy: boolean
}) => {
  const { script, settings } = checkout
  const shared = { payment, settings, complete, busy }
  if (payment.provider === 'test') return <TestAnswers {...shared} webhookUrl={settings['webhookUrl'] ?? null} />
  const Fields = payment.provider in fieldsOf ? fieldsOf[payment.provider as keyof typeof fieldsOf] : null
  return Fields && script !== null ? <Fields {...shared} script={script} /> : <Navigate to={`/payments/${payment.id}`} replace />
}

const OpenPayment = ({ payment, checkout }: { payment: Payment; checkout: Embed }) => {
  const t = useT()
  const { complete, busy, cause } = useComplete(payment.id)
  return (
    <>
      <PaymentAmount payment={payment} />
      <PaymentFacts payment={payment} />
      <CardPart payment={payment} checkout={checkout} complete={complete} busy={busy} />
      <FailureNote cause={cause} />
      {payment.provider !== 'test' && (
        <Text size="sm" c="dimmed">
          {t('card_stays_with_provider')}
        </Text>
      )}
      <Anchor
        component={Link}
        to={`/payments/${payment.id}`}
        display="inline-flex"
        mih="var(--wf-touch)"
        style={{ alignItems: 'center' }}
      >
        {t('pay_other_way')}
      </Anchor>
    </>
  )
}

const useCheckout = (id: Payment['id']) =>
  // what stands in the fields must not be thrown away by a look at the clock
  useRead([...queryKeys.payment(id), 'checkout'], getCheckout, { id }, { staleTime: Infinity, refetchOnWindowFocus: false })
type Checkout = ReturnType<typeof useCheckout>

/** It is paid, or failed, or is another provider's: its own page knows. */
const isElsewhere = ({ data, error }: Checkout, provider: string): boolean => {
  if (isCallError(error.cause) && error.cause.key === 'wrong_step') return true
  return data !== null && (data.checkout.kind !== 'embed' || data.payment.provider !== provider)
}

const Failure = ({ slice }: { slice: Checkout }) => {
  const t = useT()
  const problemText = useProblemText()
  return (
    <Alert color="danger" role="alert">
      <Stack gap="sm" align="start">
        {problemText(slice.error.cause)}
        <Button variant="default" onClick={slice.reload}>
          {t('try_again')}
        </Button>
      </Stack>
    </Alert>
  )
}

export const EmbedPage = () => {
  const t = useT()
  const { provider = '', paymentId = '' } = useParams()
  const id = asId<'payment'>(paymentId)
  const slice = useCheckout(id)
  const { data, error } = slice
  if (isElsewhere(slice, provider)) return <Navigate to={`/payments/${id}`} replace />
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {t('payment_page_title')}
      </Title>
      <section className={classes.card}>
        {error.flag && <Failure slice={slice} />}
        {!data && !error.flag && <Skeleton height={320} />}
        {data?.checkout.kind === 'embed' && <OpenPayment payment={data.payment} checkout={data.checkout} />}
      </section>
    </div>
  )
}
