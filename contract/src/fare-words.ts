// Labels for the lines of a fare and the fields of a tariff, and the order of a price's rows; shared by pages and receipts.
import { fareParts, type FarePart, type TariffField } from '@wayfare/core/fare'
import type { FareLines } from './fare.ts'

/** `rare`: shown only if not zero. */
export const fareWords: Readonly<Record<FarePart, { label: string; rare?: true }>> = {
  base: { label: 'fare_base' },
  distance: { label: 'fare_distance' },
  time: { label: 'fare_time' },
  extras: { label: 'fare_extras', rare: true },
}

/** `inMiles`: the label if distances are in miles. `rate`: multiplied by the distance or time. */
export const tariffWords: Readonly<Record<TariffField, { label: string; inMiles?: string; rate?: true }>> = {
  baseFare: { label: 'car_base_fare' },
  ratePerUnitDistance: { label: 'car_per_km', inMiles: 'car_per_mile', rate: true },
  ratePerHour: { label: 'car_per_hour', rate: true },
  minFare: { label: 'car_min_fare' },
}

/** The label key of a tariff field in the operator's distance unit. */
export const getTariffLabel = (field: TariffField, { convertToMile }: { convertToMile: boolean }): string =>
  (convertToMile ? tariffWords[field].inMiles : null) ?? tariffWords[field].label

/** The label's key and a decimal amount; `explains`: part of the fare that follows, not added again. */
type FareRow = { label: string; amount: string; explains: boolean }

const isZero = (amount: string): boolean => Number(amount) === 0

const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** What the minimum fare adds to the driven parts; all amounts have their currency's decimals. */
const topUpOf = (lines: FareLines, heldBack: string): string | null => {
  if (!lines.minimumApplied) return null
  const driven = fareParts.reduce((sum, part) => sum + minorOf(lines[part]), 0n)
  const added = minorOf(lines.fare) + (isZero(heldBack) ? 0n : minorOf(heldBack)) - driven
  if (added <= 0n) return null
  const digits = lines.fare.split('.')[1]?.length ?? 0
  const text = added.toString().padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** The rows up to the grand total: the parts of the fare, less what is held back, then the sums. */
export const listFareRows = (lines: FareLines, heldBack = '0'): FareRow[] => {
  const parts = fareParts.filter((part) => !fareWords[part].rare || !isZero(lines[part]))
  const topUp = topUpOf(lines, heldBack)
  return [
    ...parts.map((part) => ({ label: fareWords[part].label, amount: lines[part], explains: true })),
    ...(topUp === null ? [] : [{ label: 'fare_top_up', amount: topUp, explains: true }]),
    ...(isZero(heldBack) ? [] : [{ label: 'fare_held_back', amount: `-${heldBack}`, explains: true }]),
    { label: lines.minimumApplied ? 'fare_minimum' : 'fare_fare', amount: lines.fare, explains: false },
    { label: 'fare_convenience_fees', amount: lines.convenienceFees, explains: false },
  ]
}
