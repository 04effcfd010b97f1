// Card payments: their states, what may be wrong with one, how often the provider is asked, and how much a wallet takes at once.
import { getExponent, parseDecimal, type Decimal, type Minor } from './money.ts'
import type { Settings } from './settings.ts'

export const paymentStates = ['open', 'paid', 'failed', 'expired'] as const

/**
 * What kept a payment from settling: the provider confirmed another amount or currency; it has no answer now, or none ever; it does
 * not take our keys; the keys of the payment's mode are gone; it takes back what it had confirmed; or it took other money for the same
 * payment once more, of which it does not say enough to count it: an admin gives it back at the provider.
 */
export const paymentProblems = [
  'amount_differs',
  'currency_differs',
  'provider_unavailable',
  'provider_refused',
  'keys_refused',
  'keys_missing',
  'no_longer_paid',
  'paid_twice',
] as const
export type PaymentProblem = (typeof paymentProblems)[number]

/** What mending the keys mends: nothing that was asked for is given up meanwhile. */
export const isKeyProblem = (problem: PaymentProblem): boolean => problem === 'keys_refused' || problem === 'keys_missing'

/** The provider has not answered, whatever it would have said. */
export const isNoAnswer = (problem: PaymentProblem | null): boolean =>
  problem !== null && (isKeyProblem(problem) || problem === 'provider_unavailable' || problem === 'provider_refused')

/** What became of a payment at its provider without us. */
const reversalTroubles = ['refunded_there', 'dispute_opened', 'dispute_won', 'dispute_lost'] as const

/**
 * What an admin is told at once: a problem of a payment, a notice that is forged or about no payment of ours, a refund that failed or
 * that nobody answered for, money that the provider gave back or that is disputed.
 */
export type PaymentTrouble =
  | PaymentProblem
  | 'forged_notice'
  | 'unknown_notice'
  | 'refund_failed'
  | 'refund_late'
  | (typeof reversalTroubles)[number]

/** Whether a name may be one that we gave a payment: other shops of the same account name theirs otherwise. */
export const looksLikePayment = (name: string): boolean => /^[0-9A-HJKMNP-TV-Z]{12}(-\d{1,4})?$/.test(name)

/** A page that was paid again made another payment, named after the first one, by whose name alone the provider knows both. */
export const findFirstPaymentId = (id: string): string => id.replace(/-\d+$/, '')
export const makeRepeatPaymentId = (id: string, number: number | '%'): string => `${findFirstPaymentId(id)}-${number}`

/** Null when what the provider confirmed is exactly what was asked for. */
export const checkConfirmed = (
  asked: { amountMinor: Minor; currency: string },
  confirmed: { amountMinor: Minor; currency: string },
): PaymentProblem | null => {
  if (asked.currency !== confirmed.currency) return 'currency_differs'
  return asked.amountMinor === confirmed.amountMinor ? null : 'amount_differs'
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** After this many minutes the provider is asked about an open payment, then after as many more as it is old, up to two hours. */
const firstCheckMinutes = 2
const longestWaitMinutes = 120

/**
 * Milliseconds from one look at an open payment to the next, whoever looked; null when it is a day old. By age alone: a payer who
 * comes back again and again makes no look later.
 */
export const computeNextCheckIn = (ageMs: number): number | null => {
  if (ageMs >= dayMs) return null
  const waitMs = Math.min(Math.max(ageMs, 0) + firstCheckMinutes * minuteMs, longestWaitMinutes * minuteMs)
  return Math.min(waitMs, Math.max(dayMs - ageMs, minuteMs))
}

type TopUpSettings = Pick<Settings, 'code' | 'topUpMin' | 'topUpMax'>

/** A refund that waits is asked about for so many days; then it is the desk's to ask. */
export const refundDays = 10
/** Milliseconds from one look at a refund that waits to the next: as long as it has waited, up to six hours; null after ten days. */
export const computeNextRefundCheckIn = (ageMs: number): number | null =>
  ageMs >= refundDays * dayMs ? null : Math.min(Math.max(ageMs, minuteMs), 6 * 60 * minuteMs)

/** The limits of a top-up in units of the currency: against slips of the finger; the provider has limits of its own. */
export const computeTopUpLimits = ({ topUpMin, topUpMax, code }: TopUpSettings): { min: Decimal; max: Decimal } => ({
  min: topUpMin.toFixed(getExponent(code)),
  max: topUpMax.toFixed(getExponent(code)),
})

/** The amount of a top-up; null when it is not one of the currency, or outside the limits. */
export const parseTopUpAmount = (amount: Decimal, settings: TopUpSettings): Minor | null => {
  const { min: least, max: most } = computeTopUpLimits(settings)
  const [asked, min, max] = [amount, least, most].map((value) => parseDecimal(value, settings.code))
  if (asked == null || min == null || max == null) return null
  return asked >= min && asked <= max ? asked : null
}
