// The question behind an estimate, made from what was chosen; or what is still missing.
import type { quoteBooking } from '@wayfare/contract/bookings'
import type { InputOf } from '@wayfare/contract/endpoint'
import type { Stop } from '@wayfare/core/booking'
import { checkTrip, checkTripDate } from '@wayfare/core/checks'
import { parseCityTime } from '@wayfare/core/city-time'
import type { MessageKey } from '@wayfare/core/errors'
import type { CarTypeId } from '@wayfare/core/ids'

/** `date` is YYYY-MM-DDTHH:mm on the clocks of the city, empty until one is chosen; it counts when `later`. */
export type TripTime = { later: boolean; date: string }

export type Journey = { pickup: Stop | null; drop: Stop | null; carType: CarTypeId | null } & TripTime

export type Ask = InputOf<typeof quoteBooking>

type Wish = { ask: Ask; problem: null } | { ask: null; problem: MessageKey; isAboutTime: boolean }

/** `now` in epoch ms, by the server's clock. */
export const readTripWish = ({ pickup, drop, carType, later, date }: Journey, timeZone: string, now: number): Wish => {
  const wrong = checkTrip({ pickup, drop, carType })
  if (wrong || !pickup || !drop || !carType) return { ask: null, problem: wrong ?? 'select_proper', isAboutTime: false }
  if (!later) return { ask: { pickup, drop, carType }, problem: null }
  const tripDate = parseCityTime(date, timeZone, now)
  const problem = checkTripDate(tripDate, now)
  if (problem || tripDate === null) return { ask: null, problem: problem ?? 'select_proper', isAboutTime: true }
  return { ask: { pickup, drop, carType, tripDate }, problem: null }
}
