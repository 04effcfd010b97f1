// Why a final fare is not the estimate: every difference by its cause.
import type { BookingView } from '@wayfare/contract/bookings'
import { fareParts, type FarePart } from '@wayfare/core/fare'
import { measureDistanceM } from '@wayfare/core/geo'
import { parseDecimal, toDecimal } from '@wayfare/core/money'

/** `amount` is a decimal with its sign; '0.00' explains without costing by itself. */
export type FareChange =
  | { cause: 'distance'; before: number; after: number; amount: string }
  | { cause: 'time'; before: number; after: number; amount: string }
  | { cause: Exclude<FarePart, 'distance' | 'time'>; amount: string }
  | { cause: 'drop'; place: string }
  | { cause: 'minimum'; applies: boolean }
  | { cause: 'fees'; amount: string }
  | { cause: 'heldBack'; amount: string }

type FareFacts = Pick<
  BookingView,
  | 'promised'
  | 'lines'
  | 'drop'
  | 'estimate'
  | 'estimateDistance'
  | 'estimateTime'
  | 'distance'
  | 'totalTripTime'
  | 'tripEndTime'
  | 'tripCost'
  | 'claim'
>

/** A trip that ends nearer to the destination than this (m) ended there: cars stop around the corner. */
const SAME_DROP_M = 200

const isNothing = (amount: string): boolean => Number(amount) === 0

/** An amount with its sign, as text and sign apart: the sign is ours to set. */
export const formatSigned = (amount: string): { sign: '+' | '−'; amount: string } =>
  amount.startsWith('-') ? { sign: '−', amount: amount.slice(1) } : { sign: '+', amount }

/** What the fare changed by in all; null while it is the estimate. */
export const computeFareChange = (facts: FareFacts, currency: string): string | null => {
  if (facts.tripEndTime === null) return null
  const by = (parseDecimal(facts.tripCost, currency) ?? 0n) - (parseDecimal(facts.estimate, currency) ?? 0n)
  return by === 0n ? null : toDecimal(by, currency)
}

/** What a part of the fare changed by; of what was driven also how much of it. */
const partChange = (cause: FarePart, amount: string, facts: FareFacts): FareChange => {
  if (cause === 'distance') return { cause, before: facts.estimateDistance, after: facts.distance, amount }
  if (cause === 'time') return { cause, before: facts.estimateTime, after: facts.totalTripTime ?? 0, amount }
  return { cause, amount }
}

/** The causes, none when the fare is what was promised or when it is not known what was. */
export const listFareChanges = (facts: FareFacts, currency: string): FareChange[] => {
  const { promised, lines } = facts
  if (!promised || computeFareChange(facts, currency) === null) return []
  const differ = (line: FarePart | 'convenienceFees'): string =>
    toDecimal((parseDecimal(lines[line], currency) ?? 0n) - (parseDecimal(promised.lines[line], currency) ?? 0n), currency)
  const changes: FareChange[] = []
  if (measureDistanceM(promised.drop, facts.drop) > SAME_DROP_M) changes.push({ cause: 'drop', place: facts.drop.add })
  const parts = fareParts.map((part) => partChange(part, differ(part), facts))
  changes.push(...parts.filter((change) => !('amount' in change) || !isNothing(change.amount)))
  const fees = differ('convenienceFees')
  if (lines.minimumApplied || promised.lines.minimumApplied) changes.push({ cause: 'minimum', applies: lines.minimumApplied })
  if (!isNothing(fees)) changes.push({ cause: 'fees', amount: fees })
  if (facts.claim) changes.push({ cause: 'heldBack', amount: `-${facts.claim.driverShare}` })
  return changes
}
