// Which bookings need the desk: the trip code was wrong too often, no driver takes the booking, its driver has gone silent, the
// pickup is late, or a claim for a fare far above the estimate waits for an answer.
import { findHeading, isAtPickup, isTracked, isWaitingForDriver, type Status } from './booking.ts'

/** Most urgent first. */
export const alertKinds = ['codeLocked', 'noTaker', 'lostSignal', 'latePickup', 'claim'] as const
type AlertKind = (typeof alertKinds)[number]

/** How long after the agreed time a pickup counts as late (ms), for bookings for later and for now. */
export const LATE_MS = { later: 5 * 60_000, now: 15 * 60_000 } as const

/** How long a driver on a booking may be silent before the signal counts as lost (ms); a standing car sends every 15 s. */
export const SILENT_MS = 2 * 60_000

/**
 * Times in epoch ms. `releaseAt`: when drivers are first asked. `asked`: an offer is open. `seenAt`: the driver's last contact,
 * null if none yet.
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
  /** when the driver arrived, if the code has been wrong too often for a trip that has not begun; null otherwise */
  codeLockedAt: number | null
  /** since when a claim has been waiting; null without one */
  claimedAt: number | null
}

type Alert = { kind: AlertKind; since: number }

/** No taker: nobody accepted, or nobody has been asked although it is time. Needs somebody at once. */
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

/** Everything about this booking that needs the desk, most urgent first. */
export const listBookingAlerts = (facts: AlertFacts, now: number): Alert[] => [
  ...codeLocked(facts),
  ...noTaker(facts, now),
  ...lostSignal(facts, now),
  ...latePickup(facts, now),
  ...claim(facts),
]
