// Which bookings need the desk: the code was wrong too often, nobody takes them, their driver is not heard of, the pickup is late, or
// a fare far beyond its promise waits for an answer.
import { findHeading, isAtPickup, isTracked, isWaitingForDriver, type Status } from './booking.ts'

/** The most urgent first. */
export const alertKinds = ['codeLocked', 'noTaker', 'lostSignal', 'latePickup', 'claim'] as const
type AlertKind = (typeof alertKinds)[number]

/** So long after the agreed time a pickup is late (ms): one that was booked for later, and one that was booked for now. */
export const LATE_MS = { later: 5 * 60_000, now: 15 * 60_000 } as const

/** A driver on a booking who has sent nothing for so long is not heard of (ms); a standing car sends every 15 s. */
export const SILENT_MS = 2 * 60_000

/**
 * Times in epoch ms. `releaseAt`: when drivers were to be asked. `asked`: somebody is asked and has not answered. `seenAt`: when the driver was heard of last; null: never.
 */
type AlertFacts = {
  status: Status
  bookLater: boolean
  tripDate: number
  releaseAt: number
  acceptedAt: number | null
  noTaker: boolean
  asked: boolean
  seenAt: number | null
  /** the code was wrong too often, for a trip that has not begun; since when the driver has been there */
  codeLockedAt: number | null
  /** since when a claim waits */
  claimedAt: number | null
}

type Alert = { kind: AlertKind; since: number }

/** Nobody takes it, or nobody was asked though it was time to: that needs somebody at once. */
const noTaker = ({ status, noTaker, asked, releaseAt }: AlertFacts, now: number): Alert[] =>
  isWaitingForDriver(status) && (noTaker || (!asked && releaseAt <= now)) ? [{ kind: 'noTaker', since: releaseAt }] : []

const lostSignal = ({ status, seenAt, acceptedAt }: AlertFacts, now: number): Alert[] => {
  const since = Math.max(seenAt ?? 0, acceptedAt ?? 0)
  return isTracked(status) && now - since >= SILENT_MS ? [{ kind: 'lostSignal', since }] : []
}

const latePickup = ({ status, bookLater, tripDate, releaseAt, noTaker, asked }: AlertFacts, now: number): Alert[] => {
  const waits = findHeading(status) === 'pickup' || (isWaitingForDriver(status) && !noTaker && asked && releaseAt <= now)
  return waits && now - tripDate >= LATE_MS[bookLater ? 'later' : 'now'] ? [{ kind: 'latePickup', since: tripDate }] : []
}

const codeLocked = ({ status, codeLockedAt }: AlertFacts): Alert[] =>
  isAtPickup(status) && codeLockedAt !== null ? [{ kind: 'codeLocked', since: codeLockedAt }] : []

const claim = ({ claimedAt }: AlertFacts): Alert[] => (claimedAt === null ? [] : [{ kind: 'claim', since: claimedAt }])

/** What of this booking needs somebody, the most urgent first. */
export const listBookingAlerts = (facts: AlertFacts, now: number): Alert[] => [
  ...codeLocked(facts),
  ...noTaker(facts, now),
  ...lostSignal(facts, now),
  ...latePickup(facts, now),
  ...claim(facts),
]
