// Reversals: refunds and disputes that providers make on their own; which of them are not ours, and how much leaves the books.
import type { Minor } from './money.ts'

export const reversalKinds = ['refund', 'dispute'] as const
export type ReversalKind = (typeof reversalKinds)[number]

/**
 * A refund is `pending`, `done` or `failed`. A dispute is an `inquiry` while the bank only asks and withholds nothing, `open`
 * while the provider keeps the money, then `won` or `lost`.
 */
export const reversalStates = ['pending', 'done', 'failed', 'inquiry', 'open', 'won', 'lost'] as const
export type ReversalState = (typeof reversalStates)[number]

const ranks: Readonly<Record<ReversalState, number>> = { inquiry: 0, pending: 0, open: 1, done: 2, failed: 2, won: 2, lost: 2 }

/** True if a reported state moves things forward; a late report of an earlier state is ignored, a final one may be replaced. */
export const isNews = (before: ReversalState, now: ReversalState): boolean => before !== now && ranks[now] >= ranks[before]

/** `amount` in the payment's currency. */
type ReversalClaim = { id: string; kind: ReversalKind; state: ReversalState; amount: Minor }

const isOut: Readonly<Record<ReversalState, boolean>> = {
  inquiry: false,
  pending: true,
  open: true,
  done: true,
  failed: false,
  won: false,
  lost: true,
}

/** Disputes that the provider settled by refunding the same amount: one sum under two names. */
const settledByRefund = (claims: readonly ReversalClaim[]): Set<string> => {
  const refunds = claims.filter(({ kind, state }) => kind === 'refund' && isOut[state]).map(({ amount }) => amount)
  const lost = claims.filter(({ kind, state }) => kind === 'dispute' && state === 'lost')
  const settled = new Set<string>()
  for (const { id, amount } of lost) {
    const at = refunds.indexOf(amount)
    if (at < 0) continue
    refunds.splice(at, 1)
    settled.add(id)
  }
  return settled
}

/**
 * How much each takes out of the books: refunds first, then disputes, in total never more than `left`, which is the payment less
 * our own refunds. If a provider settles a dispute by a refund, the amount is taken only once.
 */
export const shareReversals = (left: Minor, claims: readonly ReversalClaim[]): Map<string, Minor> => {
  const shares = new Map<string, Minor>()
  const settled = settledByRefund(claims)
  let rest = left < 0n ? 0n : left
  for (const kind of reversalKinds)
    for (const claim of claims.filter((one) => one.kind === kind)) {
      const wanted = isOut[claim.state] && !settled.has(claim.id) ? claim.amount : 0n
      const share = wanted < rest ? wanted : rest
      shares.set(claim.id, share)
      rest -= share
    }
  return shares
}

/** `refundId`: our name for it as repeated by the provider; null: not one of ours; undefined: the provider does not say. */
type Found = { kind: ReversalKind; ref: string; refundId?: string | null; amountMinor: Minor }
type OwnRefund = { id: string; providerRef: string | null; amountMinor: Minor; state: 'pending' | 'done' | 'failed' }

/** A later attempt of ours is named after the first. */
const isTryOf = (name: string, { id }: OwnRefund): boolean =>
  name === id || (name.startsWith(`${id}T`) && /^T\d+$/.test(name.slice(id.length)))

const isSurelyOurs = ({ ref, refundId }: Found, own: OwnRefund): boolean =>
  (typeof refundId === 'string' && isTryOf(refundId, own)) || own.providerRef === ref

/**
 * Returns what the provider lists that is none of our own refunds. Where the provider does not repeat our name, a refund of ours
 * that is not matched yet accounts for one of the same amount.
 */
export const listTheirs = <One extends Found>(found: readonly One[], own: readonly OwnRefund[]): One[] => {
  const others = found.filter((one) => one.kind !== 'refund' || !own.some((ours) => isSurelyOurs(one, ours)))
  const named = own.filter((ours) => found.some((one) => one.kind === 'refund' && isSurelyOurs(one, ours)))
  const unnamed = own.filter((ours) => ours.state !== 'failed' && !named.includes(ours))
  return others.filter((one) => {
    if (one.kind !== 'refund' || one.refundId !== undefined) return true
    const at = unnamed.findIndex(({ amountMinor }) => amountMinor === one.amountMinor)
    if (at < 0) return true
    unnamed.splice(at, 1)
    return false
  })
}

/** Our name at the provider for the latest attempt of a refund: each attempt that failed for good was a separate refund there. */
export const nameRefund = ({ id, tries }: { id: string; tries: number }): string => (tries === 1 ? id : `${id}T${tries}`)

type Told = Found & { state: ReversalState }

/**
 * If the provider's list names neither our id nor its own: our refund is missing among the live ones, and as many of its amount
 * failed as there were tries. Fewer may be just the earlier tries.
 */
const isBouncedByAmount = (unnamed: readonly Told[], { amountMinor, tries }: OwnRefund & { tries: number }): boolean => {
  const like = unnamed.filter((one) => one.amountMinor === amountMinor)
  return like.length >= tries && like.every(({ state }) => state === 'failed')
}

/** Our refunds that were done and then failed: a bank may return the money days later. Earlier attempts do not count. */
export const listBounced = <Own extends OwnRefund & { tries: number }>(found: readonly Told[], own: readonly Own[]): Own[] => {
  const refunds = found.filter(({ kind }) => kind === 'refund')
  const isSame = (one: Told, ours: Own): boolean => one.refundId === nameRefund(ours) || one.ref === ours.providerRef
  const unnamed = refunds.filter((one) => one.refundId === undefined && !own.some((ours) => isSurelyOurs(one, ours)))
  return own.filter((ours) => {
    const named = refunds.filter((one) => isSame(one, ours))
    if (ours.state !== 'done') return false
    return named.length > 0 ? named.some(({ state }) => state === 'failed') : isBouncedByAmount(unnamed, ours)
  })
}

const dayMs = 86_400_000
/** Days after a payment on which its provider is asked: notices get lost, and some providers send none. */
const lookDays = [1, 4, 10, 30, 60, 120]

/** Milliseconds until the next check; null after the last. */
export const computeNextReversalCheckIn = (ageMs: number): number | null => {
  const next = lookDays.find((days) => days * dayMs > ageMs)
  return next === undefined ? null : next * dayMs - ageMs
}
