// Tips: what a rider may add after a paid trip, all of it for the driver. No part of the fare, of the fee or of what a promo takes off.
import { toPlainDigits } from './amounts.ts'
import { isPaid, type Status } from './booking.ts'
import { roundToDecimals, type Minor } from './money.ts'

/** A trip takes a tip for so many days after it was paid, and one only. */
const tipDays = 7
const dayMs = 24 * 3_600_000

/** Nobody tips more than so many times the fare on purpose. */
const mostTimesFare = 2n
/** An operator offers so many amounts at most. */
const mostPresets = 4
const mostPercent = 100

/** What the operator wrote, such as "5, 10, 15": whole percentages of the fare that grow; none means no tips; null when it is not that. */
export const parseTipPercents = (text: string): number[] | null => {
  if (text.trim() === '') return []
  // Arabic has a comma and digits of its own
  const parts = toPlainDigits(text)
    .split(/[,،]/)
    .map((part) => part.trim())
  if (parts.length > mostPresets || !parts.every((part) => /^\d{1,3}$/.test(part))) return null
  const percents = parts.map(Number)
  const isGrowing = percents.every((percent, at) => percent > (percents[at - 1] ?? 0) && percent <= mostPercent)
  return isGrowing ? percents : null
}

type TipSettings = { tipPercents: string; code: string; decimal: number }
/** What a tip depends on; amounts in minor units, `paidAt` in epoch ms. */
type TippedTrip = { status: Status; hasDriver: boolean; tip: Minor; tripCost: Minor; paidAt: number | null }

/** The amounts to choose from, rounded as fares are, each once and none of them nothing. */
export const computeTipAmounts = (tripCost: Minor, { tipPercents, code, decimal }: TipSettings): Minor[] => {
  const share = (percent: number): Minor =>
    roundToDecimals({ numerator: tripCost * BigInt(percent), denominator: 100n }, code, decimal)
  return [...new Set((parseTipPercents(tipPercents) ?? []).map(share))].filter((amount) => amount > 0n)
}

/** The highest tip: against slips of the finger. */
export const computeMostTip = ({ tripCost }: Pick<TippedTrip, 'tripCost'>): Minor => tripCost * mostTimesFare

/** When it is too late (epoch ms); null before the trip is paid. */
export const findTipEnd = ({ paidAt }: Pick<TippedTrip, 'paidAt'>): number | null =>
  paidAt === null ? null : paidAt + tipDays * dayMs

/** Whether money that was given as a tip still finds its driver, however late a provider tells of it. */
export const takesTip = ({ status, hasDriver, tip }: Pick<TippedTrip, 'status' | 'hasDriver' | 'tip'>): boolean =>
  isPaid(status) && hasDriver && tip === 0n

/** Why this trip takes no tip now; null when it does. */
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
