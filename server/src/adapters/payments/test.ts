// The provider that takes no money: our own page asks what it shall answer. Never there in production.
import type { Charge, Outcome, PaymentProvider } from '../ports-payments.ts'

const laterMs = 10_000
const usualState = { approve: 'paid', decline: 'failed', pending: 'pending' } as const

const outcomeOf = ({ amountMinor, currency }: Charge, state: Outcome['state'], providerTxn: string | null): Outcome => ({
  state,
  amountMinor,
  currency,
  providerTxn,
})

const isWish = (wish: string): wish is keyof typeof usualState => Object.hasOwn(usualState, wish)

/** Its memory is the payment's own providerTxn: the wish, or `later-` and the moment (epoch ms) from which it is paid. */
const answerOf = (charge: Charge, now: Date): Outcome => {
  const wish = charge.providerTxn ?? ''
  const at = /^later-(\d{13})$/.exec(wish)?.[1]
  if (at !== undefined) return outcomeOf(charge, now.getTime() >= Number(at) ? 'paid' : 'pending', wish)
  return outcomeOf(charge, isWish(wish) ? usualState[wish] : 'pending', charge.providerTxn)
}

export const test: PaymentProvider = {
  name: 'test',
  keys: [],
  currencies: 'account',
  refunds: 'part',
  signedNotices: false,
  browser: { sandbox: { forms: [], scripts: [], frames: [] }, live: { forms: [], scripts: [], frames: [] } },
  make: ({ now }) => ({
    // our page may send notices itself, to try what a provider does
    createCheckout: async ({ id }, { webhookUrl }) => ({
      providerRef: id,
      kind: 'embed',
      script: null,
      settings: { webhookUrl },
    }),
    /** `approve`, `decline`, `pending`, or `later` for ten seconds from now */
    completeEmbed: async (charge, token) =>
      answerOf({ ...charge, providerTxn: token === 'later' ? `later-${now().getTime() + laterMs}` : token }, now()),
    readNotice: async ({ query }) => {
      const id = query.get('payment')
      return id === null ? null : { eventId: query.get('event') ?? id, paymentId: id, providerRef: null, confirmed: null }
    },
    fetchStatus: async (charge) => answerOf(charge, now()),
    refund: async (_charge, _amount, refundId) => ({ ref: refundId, state: 'done' }),
  }),
}
