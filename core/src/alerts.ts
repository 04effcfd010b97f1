// Which bookings need the desk: nobody takes them, their driver is not heard of, or the pickup is late.
import { isTracked } from './booking.ts'
import type { Status } from './booking.ts'

/** The most urgent first. */
export const alertKinds = ['noTaker', 'lostSignal', 'latePickup'] as const
export type AlertKind = (typeof alertKinds)[number]

/** So long after the agreed time a pickup is late (ms): one that was booked for later, and one that was booked for now. */
export const LATE_MS = { later: 5 * 60_000, now: 15 * 60_000 } as const

/** A driver on a booking who has sent nothing for so long is not heard of (ms); a standing car sends every 15 s. */
export const SILENT_MS = 2 * 60_000

/** Times in epoch ms. `releaseAt`: when drivers were to be asked. `seenAt`: when the driver was heard of last; null: never. */
export type AlertFacts = {
  status: Status
  bookLater: boolean
  tripDate: number
  releaseAt: number
  acceptedAt: number | null
  noTaker: boolean
  seenAt: number | null
}

export type Alert = { kind: AlertKind; since: number }

const noTaker = ({ status, noTaker, releaseAt }: AlertFacts): Alert[] =>
  status === 'NEW' && noTaker ? [{ kind: 'noTaker', since: releaseAt }] : []

const lostSignal = ({ status, seenAt, acceptedAt }: AlertFacts, now: number): Alert[] => {
  const since = Math.max(seenAt ?? 0, acceptedAt ?? 0)
  return isTracked(status) && now - since >= SILENT_MS ? [{ kind: 'lostSignal', since }] : []
}

const latePickup = ({ status, bookLater, tripDate, releaseAt, noTaker }: AlertFacts, now: number): Alert[] => {
  const waits = status === 'ACCEPTED' || (status === 'NEW' && !noTaker && releaseAt <= now)
  return waits && now - tripDate >= LATE_MS[bookLater ? 'later' : 'now'] ? [{ kind: 'latePickup', since: tripDate }] : []
}

/** What of this booking needs somebody, the most urgent first. */
export const alertsOf = (facts: AlertFacts, now: number): Alert[] => [
  ...noTaker(facts),
  ...lostSignal(facts, now),
  ...latePickup(facts, now),
]
