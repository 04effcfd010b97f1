// Tips: a gift after a paid trip, all of it for the driver; separate from the fare, the fee and any promotion.
import { toPlainDigits } from './amounts.ts'
import { isPaid, type Status } from './booking.ts'
import { roundToDecimals, type Minor } from './money.ts'

/** Days after payment during which a trip can be tipped, once only. */
const tipDays = 7
const dayMs = 24 * 3_600_000

/** The highest tip, in multiples of the fare; nobody means to give more. */
const mostTimesFare = 2n
/** The most amounts that an operator can suggest. */
const mostPresets = 4
const mostPercent = 100

/** Parses the operator's "5, 10, 15": increasing whole percentages of the fare; empty means no tips; null if invalid. */
export const parseTipPercents = (text: string): number[] | null => {
  if (text.trim() === '') return []
  // Arabic has its own comma and digits
  const parts = toPlainDigits(text)
    .split(/[,،]/)
    .map((part) => part.trim())
  if (parts.length > mostPresets || !parts.every((part) => /^\d{1,3}$/.test(part))) return null
  const percents = parts.map(Number)
  const isGrowing = percents.every((percent, at) => percent > (percents[at - 1] ?? 0) && percent <= mostPercent)
  return isGrowing ? percents : null
}

type TipSettings = { tipPercents: string; code: string; decimal: number }
/** The facts of a trip that decide about a tip; amounts in minor units, `paidAt` in epoch ms. */
type TippedTrip = { status: Status; hasDriver: boolean; tip: Minor; tripCost: Minor; paidAt: number | null }

/** The suggested amounts, rounded like fares, without duplicates and zeros. */
export const computeTipAmounts = (tripCost: Minor, { tipPercents, code, decimal }: TipSettings): Minor[] => {
  const share = (percent: number): Minor =>
    roundToDecimals({ numerator: tripCost * BigInt(percent), denominator: 100n }, code, decimal)
  return [...new Set((parseTipPercents(tipPercents) ?? []).map(share))].filter((amount) => amount > 0n)
}

/** The highest tip: catches mistyped amounts. */
export const computeMostTip = ({ tripCost }: Pick<TippedTrip, 'tripCost'>): Minor => tripCost * mostTimesFare

/** The end of the time for tips (epoch ms); null before the trip is paid. */
export const findTipEnd = ({ paidAt }: Pick<TippedTrip, 'paidAt'>): number | null =>
  paidAt === null ? null : paidAt + tipDays * dayMs

/** True if a tip that was paid can still be credited to the driver, however late the provider reports it. */
export const takesTip = ({ status, hasDriver, tip }: Pick<TippedTrip, 'status' | 'hasDriver' | 'tip'>): boolean =>
  isPaid(status) && hasDriver && tip === 0n

/** Why this trip cannot be tipped now; null if it can. */
export const checkTip = (
  trip: TippedTrip,
  { tipPercents }: Pick<TipSettings, 'tipPercents'>,
  now: number,
): 'tip_given' | 'tip_not_paid' | 'tip_too_late' | 'tips_off' | null => {
  if (trip.tip > 0n) return 'tip_given'
  if (!takesTip(trip)) return 'tip_not_paid'
  const end = findTipEnd(trip)
  if (end === null || now > end) return 'tip_too_late'
  return (parseTipPercents(tipPercents) ?? []).length === 0 ? 'tips_off' : null
}
