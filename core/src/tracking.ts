// Positions during a trip: which are plausible, when a device sends one, and whether to trust its times.
import type { Status } from './booking.ts'
import { computeBearing, measureDistanceM, type LatLng } from './geo.ts'

/** `at` in epoch ms; `status` is the booking's status when the point was taken. */
export type TrackPoint = LatLng & { at: number; status: Status }

/** The highest speed over ground (m/s, 250 km/h): a point that would need more is a jump. */
export const MOST_SPEED = 70

/** Points older than this on arrival (ms) do not count as a position; ten minutes allow for a tunnel or dead spot. */
export const STALEST = 10 * 60_000

/** Positions of a standing car may be this far (m) apart; the accuracy they report does not extend it. */
const SCATTER_M = 50

/** A car within this road distance (m) has arrived; a driver further from the pickup is asked to confirm. */
export const NEARLY_THERE_M = 80

/** A car further (m) than this in a straight line has not arrived; used only if the road distance is unknown. */
const FAR_BY_CROW_M = 200

/**
 * How far (m) from the pickup a driver is who reports his arrival; null if he is there, or may be by his device's accuracy.
 * `roadM`: metres of road between the two, null if unknown.
 */
export const measureArrivalGapM = (
  from: LatLng,
  pickup: LatLng,
  { roadM, accuracyM }: { roadM: number | null; accuracyM: number },
): number | null => {
  const metres = Math.round(roadM ?? measureDistanceM(from, pickup))
  return metres - accuracyM > (roadM === null ? FAR_BY_CROW_M : NEARLY_THERE_M) ? metres : null
}

/** Where a car last showed which way it was going, and that way (degrees clockwise from north); null if unknown. */
export type Trail = LatLng & { heading: number | null }

/** Below this speed (m/s) a heading is ignored: the device repeats an old one, or guesses. */
const SLOWEST_HEADING = 1

type Headed = { heading?: number | null | undefined; speed?: number | null | undefined }

/** The device's heading, if the car moves or may be moving; null otherwise. */
export const readHeading = ({ heading, speed }: Headed): number | null =>
  (speed ?? SLOWEST_HEADING) < SLOWEST_HEADING ? null : (heading ?? null)

/** Two positions this far (m) apart show a car's direction in spite of noise. */
const HEADING_STEP_M = 20

/** The heading after one more position: the device's, else from the movement; a standing car keeps its old one. */
export const followHeading = (before: Trail | null, next: LatLng & Headed): Trail => {
  const { lat, lng } = next
  if (readHeading(next) !== null || !before) return { lat, lng, heading: next.heading ?? null }
  if (measureDistanceM(before, next) >= HEADING_STEP_M) return { lat, lng, heading: computeBearing(before, next) }
  return { lat: before.lat, lng: before.lng, heading: before.heading ?? next.heading ?? null }
}

export type Fix = LatLng & { at: number; accuracyM?: number | null }

/** False for a point from before `previous`, from the future, too old, too inaccurate, or too far to have been driven. */
export const isPlausible = (previous: Fix | null, next: Fix, now: number): boolean => {
  if (next.at > now + 60_000 || next.at < now - STALEST) return false
  if ((next.accuracyM ?? 0) > 500) return false
  if (!previous) return true
  if (next.at < previous.at) return false
  return measureDistanceM(previous, next) <= SCATTER_M + (MOST_SPEED * (next.at - previous.at)) / 1000
}

/** True if a device should send: it moved 15 m, its last position is old (15 s standing, 4 s moving), or it never sent. */
export const shouldSend = (last: Fix | null, next: Fix): boolean => {
  if (!last) return true
  const moved = measureDistanceM(last, next)
  const age = next.at - last.at
  return moved >= 15 || age >= (moved >= 3 ? 4000 : 15_000)
}

/** Data sent just before a device lost its network may arrive this much later (ms). */
const ON_ITS_WAY_MS = 10_000
/** A device that is back online sends what it has queued within this time (ms); one with a parcel sends photos before steps. */
const BACK_MS = 30_000
const BACK_WITH_PHOTOS_MS = 180_000

/** Times in epoch ms by the server's clock, except `said`, the time that the device gave. */
type Silence = {
  said: number
  told: number
  /** the server's first position after that grace period; null if none since */
  heardAt: number | null
  /** when the device last reported a step late and was believed */
  lastToldAt: number | null
  isParcel: boolean
}

/** From this moment on, a position shows that a device was online after the time it gives for a step. */
export const computeOnlineSince = (said: number): number => said + ON_ITS_WAY_MS

/** True if the device can have been offline from the time it gives until just before it reported; only then is that trusted. */
export const isFromOffline = ({ said, told, heardAt, lastToldAt, isParcel }: Silence): boolean => {
  if (heardAt === null || heardAt >= told - (isParcel ? BACK_WITH_PHOTOS_MS : BACK_MS)) return true
  // one of several queued steps: the first was believed, the rest follow one by one
  return lastToldAt !== null && said <= lastToldAt && lastToldAt >= told - BACK_MS
}

/** A clock within this tolerance (ms) is taken as right: the apparent lag is the network delay. */
const CLOCK_TOLERANCE_MS = 2000
/** A message later than the quickest one by more than this (ms) means that the clock was set back. */
const CLOCK_STEP_MS = 30_000
/** Unless it was sent within this time (ms) of the previous one, as even a standing car does: then the network delayed it. */
const SOON_MS = 20_000
/** Delayed messages arrive within this time (ms) of each other, or in this share of the time between their sending. */
const AT_ONCE_MS = 500
const HELD_SHARE = 0.8

/** How far a device's clock is behind ours at most (ms), and when its last message was sent (its clock) and received (ours). */
export type DeviceClock = { offsetMs: number; sentAt: number; heardAt: number; isHeldUp: boolean }

type News = Pick<DeviceClock, 'sentAt' | 'heardAt'>

/** True if this was sent within seconds of the previous message but came much later, or is one of several delayed together. */
const isHeldUp = (before: DeviceClock, { sentAt, heardAt }: News): boolean => {
  const [there, here] = [sentAt - before.sentAt, heardAt - before.heardAt]
  return there >= 0 && there <= SOON_MS && (!before.isHeldUp || here < Math.max(AT_ONCE_MS, HELD_SHARE * there))
}

/** Updates a clock: keeps the smallest offset seen, since delays only add to it, until the clock itself was set back. */
export const followClock = (before: DeviceClock | null, news: News): DeviceClock => {
  const apart = news.heardAt - news.sentAt
  const offsetMs = Math.abs(apart) < CLOCK_TOLERANCE_MS ? 0 : apart
  if (!before || offsetMs <= before.offsetMs + CLOCK_STEP_MS)
    return { ...news, offsetMs: Math.min(offsetMs, before?.offsetMs ?? offsetMs), isHeldUp: false }
  const isHeld = isHeldUp(before, news)
  return { ...news, offsetMs: isHeld ? before.offsetMs : offsetMs, isHeldUp: isHeld }
}
