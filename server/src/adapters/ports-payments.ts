// What a provider of card payments does for us. Adapters answer a value or throw an Outage; nothing of a vendor leaks.
import type { ProviderMode, ProviderName } from '@wayfare/core/providers'
import type { ReversalKind, ReversalState } from '@wayfare/core/reversals'

export type Money = { amountMinor: bigint; currency: string }

/** What a provider is asked to take. `id` is our payment's: letters and digits, at most 20, fresh for each attempt. */
export type Charge = Money & {
  id: string
  /** what it is for, such as "Trip 4F7K…" */
  description: string
  payer: { id: string; firstName: string; lastName: string; email: string; mobile: string; ip: string }
  /** the provider's name for the checkout, and for the money once it took it; null before */
  providerRef: string | null
  providerTxn: string | null
  /** since when its money counts; null before */
  paidAt: Date | null
}

/** Where the provider sends the person back to, and its own notices. */
export type PayUrls = { returnUrl: string; cancelUrl: string; webhookUrl: string }

/**
 * How the person pays: sent to the provider's page, by a form posted there, or on our page with the provider's own card
 * fields (`script` of the provider, `settings` for it), which answer with a token for completeEmbed.
 */
export type Checkout = { providerRef: string | null } & (
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; action: string; fields: readonly (readonly [name: string, value: string])[] }
  | { kind: 'embed'; script: string | null; settings: Readonly<Record<string, string>> }
)

/** What the provider itself says, server to server. `providerTxn` names the money for a refund. */
export type Outcome = Money & {
  state: 'paid' | 'pending' | 'failed' | 'expired'
  providerTxn: string | null
  /** where a page can be paid again: what was taken for the payment and not given back, each under a name that stays */
  taken?: readonly TakenPayment[]
  /** names of what was taken as well, and of which something went back, or may have */
  unclear?: readonly string[]
}

/**
 * What the provider took back of a payment without us: a refund on its own page, or a dispute. `ref` is its own name for it, which
 * stays; `refundId` ours, where it is a refund that we asked for (null: none of ours; undefined: it does not say).
 */
export type Reversal = Money & {
  kind: ReversalKind
  ref: string
  refundId?: string | null
  state: ReversalState
  /** why, in the provider's words; may be empty */
  reason: string
  /** until when it wants an answer */
  dueAt: Date | null
  /** what it charged for a dispute, by now; null and undefined: it does not say */
  fee?: Money | null
}

export type TakenPayment = Money & { providerTxn: string }

/** A request as it came, its body unread; header names in lower case. */
export type RawRequest = {
  method: 'GET' | 'POST'
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  body: Buffer
  ip: string
}

/**
 * Which payment a notice is about: by our id, or the provider's name for the checkout or the money. One that names none is not for
 * us. `eventId` is the same when the notice comes again.
 */
export type PaymentNotice = {
  eventId: string
  /** the provider's word for what happened, and the amount it names: for people to read, never for the books */
  type?: string | null
  amount?: Money | null
  paymentId: string | null
  providerRef: string | null
  providerTxn?: string | null
  /** of a signed notice whose content cannot be asked for */
  reversals?: readonly Reversal[]
  /** only where the provider confirmed the notice itself, server to server, because it cannot be asked by payment */
  confirmed: Outcome | null
}

export type RefundResult = { ref: string; state: 'done' | 'pending' | 'failed' }

/** All of them throw an Outage: `unavailable` may be tried again, `refused` not. */
export type PaymentAdapter = {
  createCheckout: (charge: Charge, urls: PayUrls) => Promise<Checkout>
  /** takes the money that the card fields' token stands for; once, however often it is called for one charge */
  completeEmbed?: (charge: Charge, token: string) => Promise<Outcome>
  /** null: not genuine, nothing of it is believed */
  readNotice: (request: RawRequest) => Promise<PaymentNotice | null>
  /** the only thing that settles; where the provider waits for our word to take the money, this gives it */
  fetchStatus: (charge: Charge) => Promise<Outcome>
  /** all that was given back or disputed of a payment that was paid, our own refunds among them; not there: it cannot be asked */
  listReversals?: (charge: Charge) => Promise<readonly Reversal[]>
  /** `refundId` is fresh for each refund and the same for each try of it */
  refund: (charge: Charge, amountMinor: bigint, refundId: string) => Promise<RefundResult>
}

/** One key of a provider, as the operator enters it. What is not `secret` may be shown again. */
export type ProviderKey = { name: string; secret: boolean; optional?: boolean }

export type ProviderOptions = {
  keys: Readonly<Record<string, string>>
  mode: ProviderMode
  now: () => Date
  /** instead of the provider's own hosts: an origin such as http://127.0.0.1:4000, in tests */
  origin?: string
}

/**
 * For the pages' Content-Security-Policy: where our form may post to (or be led on to), whose scripts and frames our page may
 * load, and what those scripts call, style and show on it.
 */
export type BrowserHosts = Partial<Record<'forms' | 'scripts' | 'frames' | 'connects' | 'styles' | 'images', readonly string[]>>

export type PaymentProvider = {
  name: ProviderName
  keys: readonly ProviderKey[]
  /** `account`: whatever the operator's account with the provider takes */
  currencies: readonly string[] | 'account'
  refunds: 'none' | 'whole' | 'part'
  /** notices carry a signature; otherwise they are only a reason to ask the provider */
  signedNotices: boolean
  browser: Readonly<Record<ProviderMode, BrowserHosts>>
  make: (options: ProviderOptions) => PaymentAdapter
}
