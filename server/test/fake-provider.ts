// A payment provider in memory, for tests of what we do with one: it says what the test tells it to, fails when told to, and counts.
import type { ProviderName } from '@wayfare/core/providers'
import { makeOutage, type Outage } from '../src/adapters/ports.ts'
import type {
  Charge,
  Checkout,
  Outcome,
  PaymentAdapter,
  PaymentProvider,
  PayUrls,
  RefundResult,
  Reversal,
} from '../src/adapters/ports-payments.ts'

type PaymentObstacle = NonNullable<Outage['why']>

type Step = 'createCheckout' | 'completeEmbed' | 'readNotice' | 'fetchStatus' | 'listReversals' | 'refund'

/** What it took back, with the usual where nothing else is said; over the wire amounts are numbers. */
const reversalOf = ({ amountMinor = 1000, ...given }: Partial<Reversal> | Record<string, unknown>): Reversal => ({
  kind: 'refund',
  ref: 're_1',
  state: 'done',
  currency: 'SEK',
  reason: '',
  dueAt: null,
  ...given,
  amountMinor: BigInt(amountMinor as number),
})

export const makeFakeProvider = (name: ProviderName = 'stripe', part: Partial<PaymentProvider> = {}) => {
  const control = {
    kind: 'redirect' as Checkout['kind'],
    /** what it says of a payment; `paid` with the amount it was asked for unless told otherwise */
    said: new Map<string, Partial<Outcome>>(),
    /** what it took back of a payment by itself */
    reversals: new Map<string, Partial<Reversal>[]>(),
    /** what it can never take of a payment */
    untakable: null as PaymentObstacle | null,
    refundState: 'done' as RefundResult['state'],
    /** the next calls of a step that fail, and how */
    outages: new Map<Step, 'unavailable' | 'refused' | 'forbidden'>(),
    /** runs before a step answers */
    during: new Map<Step, () => Promise<unknown>>(),
    calls: [] as { step: Step; id: string; mode: string; amountMinor?: bigint; refundId?: string; token?: string }[],
    charges: new Map<string, Charge>(),
    urls: new Map<string, PayUrls>(),
  }
  const count = (step: Step, id?: string): number =>
    control.calls.filter((call) => call.step === step && (id === undefined || call.id === id)).length

  const enter = async (step: Step): Promise<void> => {
    await control.during.get(step)?.()
    const outage = control.outages.get(step)
    if (outage) throw makeOutage(outage, 'the fake was told to fail')
  }

  const outcomeOf = (charge: Charge): Outcome => ({
    state: 'pending',
    amountMinor: charge.amountMinor,
    currency: charge.currency,
    providerTxn: `txn-${charge.id}`,
    ...control.said.get(charge.id),
  })

  const checkoutOf = ({ id }: Charge): Checkout => {
    const providerRef = `ref-${id}`
    if (control.kind === 'form')
      return { providerRef, kind: 'form', action: 'https://pay.example/start', fields: [['data', `<"${id}">`]] }
    if (control.kind === 'embed')
      return { providerRef, kind: 'embed', script: 'https://js.example/card.js', settings: { token: `client-${id}` } }
    return { providerRef, kind: 'redirect', url: `https://pay.example/${id}?a=1&b=2` }
  }

  const make: PaymentProvider['make'] = ({ keys, mode }): PaymentAdapter => ({
    createCheckout: async (charge, urls) => {
      control.calls.push({ step: 'createCheckout', id: charge.id, mode })
      control.charges.set(charge.id, charge)
      control.urls.set(charge.id, urls)
      await enter('createCheckout')
      if (control.untakable) throw makeOutage('refused', 'the fake takes no such thing', control.untakable)
      return checkoutOf(charge)
    },
    completeEmbed: async (charge, token) => {
      control.calls.push({ step: 'completeEmbed', id: charge.id, mode, token })
      await enter('completeEmbed')
      return outcomeOf(charge)
    },
    // signed with the key itself, which is all that a test needs
    readNotice: async ({ body, headers }) => {
      await enter('readNotice')
      if (headers['x-signature'] !== keys['webhookSecret']) return null
      const { told, ...said } = JSON.parse(body.toString()) as Record<string, string> & { told?: Partial<Reversal> }
      const { event, payment = null, ref = null, txn = null, confirmed = null } = said
      const charge = payment === null ? undefined : control.charges.get(payment)
      return {
        eventId: event ?? '',
        paymentId: payment,
        providerRef: ref,
        providerTxn: txn,
        ...(told ? { reversals: [reversalOf(told)] } : {}),
        confirmed: confirmed && charge ? outcomeOf(charge) : null,
      }
    },
    fetchStatus: async (charge) => {
      control.calls.push({ step: 'fetchStatus', id: charge.id, mode })
      await enter('fetchStatus')
      return outcomeOf(charge)
    },
    listReversals: async (charge) => {
      control.calls.push({ step: 'listReversals', id: charge.id, mode })
      await enter('listReversals')
      return (control.reversals.get(charge.id) ?? []).map((given) => reversalOf({ currency: charge.currency, ...given }))
    },
    refund: async (charge, amountMinor, refundId) => {
      control.calls.push({ step: 'refund', id: charge.id, mode, amountMinor, refundId })
      await enter('refund')
      return { ref: `refund-${refundId}`, state: control.refundState }
    },
  })

  const hosts = { forms: ['https://pay.example'], scripts: ['https://js.example'], frames: ['https://frame.example'] }
  const provider: PaymentProvider = {
    name,
    keys: [
      { name: 'secretKey', secret: true },
      { name: 'webhookSecret', secret: true },
      { name: 'accountId', secret: false, optional: true },
    ],
    currencies: 'account',
    refunds: 'part',
    signedNotices: true,
    browser: { sandbox: hosts, live: hosts },
    make,
    ...part,
  }
  return { provider, control, count }
}

export type FakeProvider = ReturnType<typeof makeFakeProvider>

/** Keys as the environment would give them. */
export const fakeKeys = {
  mode: 'sandbox',
  origin: null,
  keys: { SECRET_KEY: 'sk_test_fake_1234', WEBHOOK_SECRET: 'whsec_fake_5678' },
} as const

/** One that can be asked for nothing of what it took back by itself. */
export const withoutReversals = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  make: (options) => {
    const { listReversals: _none, ...adapter } = provider.make(options)
    return adapter
  },
})
