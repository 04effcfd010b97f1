// Card payments: their states and problems, how often the provider is asked, and the limits of a top-up.
import { getExponent, parseDecimal, type Decimal, type Minor } from './money.ts'
import type { Settings } from './settings.ts'

export const paymentStates = ['open', 'paid', 'failed', 'expired'] as const

/**
 * What kept a payment from settling: the provider confirmed another amount or currency; it does not answer now, or refuses; it
 * does not accept our keys; the keys of the payment's mode are missing; it withdrew a confirmation; or it took money for the same
 * payment again without enough details to book it, so that an admin must refund it at the provider.
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

/** Problems that are fixed by fixing the keys: until then nothing is given up. */
export const isKeyProblem = (problem: PaymentProblem): boolean => problem === 'keys_refused' || problem === 'keys_missing'

/** True if the provider's answer is still unknown. */
export const isNoAnswer = (problem: PaymentProblem | null): boolean =>
  problem !== null && (isKeyProblem(problem) || problem === 'provider_unavailable' || problem === 'provider_refused')

/** What happened to a payment at its provider without our doing. */
const reversalTroubles = ['refunded_there', 'dispute_opened', 'dispute_won', 'dispute_lost'] as const

/**
 * What an admin is alerted to at once: a problem of a payment, a notice that is forged or about no payment of ours, a refund that
 * failed or is still unanswered, money refunded by the provider itself, and disputes.
 */
export type PaymentTrouble =
  | PaymentProblem
  | 'forged_notice'
  | 'unknown_notice'
  | 'refund_failed'
  | 'refund_late'
  | (typeof reversalTroubles)[number]

/** True if a name could be one that we gave a payment: other shops on the same account use other names. */
export const looksLikePayment = (name: string): boolean => /^[0-9A-HJKMNP-TV-Z]{12}(-\d{1,4})?$/.test(name)

/** Paying again on the same page makes another payment, named after the first; the provider knows both by the first name only. */
export const findFirstPaymentId = (id: string): string => id.replace(/-\d+$/, '')
export const makeRepeatPaymentId = (id: string, number: number | '%'): string => `${findFirstPaymentId(id)}-${number}`

/** Null if the provider confirmed exactly what was asked for. */
export const checkConfirmed = (
  asked: { amountMinor: Minor; currency: string },
  confirmed: { amountMinor: Minor; currency: string },
): PaymentProblem | null => {
  if (asked.currency !== confirmed.currency) return 'currency_differs'
  return asked.amountMinor === confirmed.amountMinor ? null : 'amount_differs'
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** An open payment is first checked after this many minutes, then again after its current age, at most two hours later. */
const firstCheckMinutes = 2
const longestWaitMinutes = 120

/**
 * Milliseconds from one check of an open payment to the next, whoever made it; null once it is a day old. Depends on the age
 * alone, so that a payer who keeps coming back delays no check.
 */
export const computeNextCheckIn = (ageMs: number): number | null => {
  if (ageMs >= dayMs) return null
  const waitMs = Math.min(Math.max(ageMs, 0) + firstCheckMinutes * minuteMs, longestWaitMinutes * minuteMs)
  return Math.min(waitMs, Math.max(dayMs - ageMs, minuteMs))
}

type TopUpSettings = Pick<Settings, 'code' | 'topUpMin' | 'topUpMax'>

/** Days during which the provider is asked about a pending refund; after that it is up to the desk. */
export const refundDays = 10
/** Milliseconds from one check of a pending refund to the next: its current age, up to six hours; null after ten days. */
export const computeNextRefundCheckIn = (ageMs: number): number | null =>
  ageMs >= refundDays * dayMs ? null : Math.min(Math.max(ageMs, minuteMs), 6 * 60 * minuteMs)

/** The limits of a top-up in units of the currency; they catch mistyped amounts, and the provider has its own. */
export const computeTopUpLimits = ({ topUpMin, topUpMax, code }: TopUpSettings): { min: Decimal; max: Decimal } => ({
  min: topUpMin.toFixed(getExponent(code)),
  max: topUpMax.toFixed(getExponent(code)),
})

/** The amount of a top-up; null if it is no amount of the currency, or outside the limits. */
export const parseTopUpAmount = (amount: Decimal, settings: TopUpSettings): Minor | null => {
  const { min: least, max: most } = computeTopUpLimits(settings)
  const [asked, min, max] = [amount, least, most].map((value) => parseDecimal(value, settings.code))
  if (asked == null || min == null || max == null) return null
  return asked >= min && asked <= max ? asked : null
}
