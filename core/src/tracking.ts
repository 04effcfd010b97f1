// What a position of a trip is, which positions are believed, and when a device sends one.
import type { Status } from './booking.ts'
import { computeBearing, measureDistanceM, type LatLng } from './geo.ts'

/** `at` in epoch ms; `status` is the booking's when the point was taken. */
export type TrackPoint = LatLng & { at: number; status: Status }

/** No car drives faster than this over ground (m/s, 250 km/h): a point that needs more is a jump, not a drive. */
export const MOST_SPEED = 70

/** Points older than this on arrival are history, not a position (ms): a tunnel or a dead spot of ten minutes still counts. */
export const STALEST = 10 * 60_000

/** Positions of a car that stands lie so far (m) apart, whatever accuracy they claim: that widens nothing. */
const SCATTER_M = 50

/** So near (m of road), a car is there; further from the pickup nobody has arrived without being asked. */
export const NEARLY_THERE_M = 80

/** As the crow flies a car further (m) from the pickup than this has not arrived; where the way by road is known, that counts. */
const FAR_BY_CROW_M = 200

/**
 * So far (m) from the pickup a driver says that he has arrived; null when he is there, or may be by the accuracy of his device.
 * `roadM`: metres of road between the two, null where nobody knows.
 */
export const measureArrivalGapM = (
  from: LatLng,
  pickup: LatLng,
  { roadM, accuracyM }: { roadM: number | null; accuracyM: number },
): number | null => {
  const metres = Math.round(roadM ?? measureDistanceM(from, pickup))
  return metres - accuracyM > (roadM === null ? FAR_BY_CROW_M : NEARLY_THERE_M) ? metres : null
}

/** Where a car was last seen to go somewhere, and which way (degrees clockwise from north); null: nobody knows. */
export type Trail = LatLng & { heading: number | null }

/** A car that is slower (m/s) is heading nowhere: its device repeats an old heading, or guesses. */
const SLOWEST_HEADING = 1

type Headed = { heading?: number | null | undefined; speed?: number | null | undefined }

/** The heading that a device says of a car that moves, or may move; null where it says none. */
export const readHeading = ({ heading, speed }: Headed): number | null =>
  (speed ?? SLOWEST_HEADING) < SLOWEST_HEADING ? null : (heading ?? null)

/** Two positions so far (m) apart show which way a car goes, whatever their noise. */
const HEADING_STEP_M = 20

/** Which way a car faces after one more position: as its device says, else as it has moved; a car that stands faces as it came. */
export const followHeading = (before: Trail | null, next: LatLng & Headed): Trail => {
  const { lat, lng } = next
  if (readHeading(next) !== null || !before) return { lat, lng, heading: next.heading ?? null }
  if (measureDistanceM(before, next) >= HEADING_STEP_M) return { lat, lng, heading: computeBearing(before, next) }
  return { lat: before.lat, lng: before.lng, heading: before.heading ?? next.heading ?? null }
}

export type Fix = LatLng & { at: number; accuracyM?: number | null }

/** False for a point from before `previous`, from the future, too old, too vague, or too far to have been driven. */
export const isPlausible = (previous: Fix | null, next: Fix, now: number): boolean => {
  if (next.at > now + 60_000 || next.at < now - STALEST) return false
  if ((next.accuracyM ?? 0) > 500) return false
  if (!previous) return true
  if (next.at < previous.at) return false
  return measureDistanceM(previous, next) <= SCATTER_M + (MOST_SPEED * (next.at - previous.at)) / 1000
}

/** A device sends when it has moved 15 m, turned old (15 s standing, 4 s moving), or has never sent. */
export const shouldSend = (last: Fix | null, next: Fix): boolean => {
  if (!last) return true
  const moved = measureDistanceM(last, next)
  const age = next.at - last.at
  return moved >= 15 || age >= (moved >= 3 ? 4000 : 15_000)
}

/** What was on its way to the server when a device lost its network may arrive so much later (ms). */
const ON_ITS_WAY_MS = 10_000
/** A device that is back tells so soon (ms) what it has kept; that of a parcel sends the photos before the steps. */
const BACK_MS = 30_000
const BACK_WITH_PHOTOS_MS = 180_000

/** Moments in epoch ms; by the server's clock, but for what the device said. */
type Silence = {
  said: number
  told: number
  /** when the server first had a position after that grace, null when it had none since */
  heardAt: number | null
  /** when the device last told a step late and was believed */
  lastToldAt: number | null
  isParcel: boolean
}

/** From when on a position shows that a device was online after what it says it did. */
export const computeOnlineSince = (said: number): number => said + ON_ITS_WAY_MS

/** Whether the device can have had no network from the moment it names until just before it told: only then it is believed. */
export const isFromOffline = ({ said, told, heardAt, lastToldAt, isParcel }: Silence): boolean => {
  if (heardAt === null || heardAt >= told - (isParcel ? BACK_WITH_PHOTOS_MS : BACK_MS)) return true
  // one of several that it had kept: the first of them was believed, the rest follow one by one
  return lastToldAt !== null && said <= lastToldAt && lastToldAt >= told - BACK_MS
}

/** A clock that is right to this (ms) is left alone: what it seems to be behind is how long the news took. */
const CLOCK_TOLERANCE_MS = 2000
/** News that are later than the quickest by more than this (ms) are of a clock that was set back. */
const CLOCK_STEP_MS = 30_000
/** But not where the device sent them so soon (ms) after those before, as also a car that stands does: then the network held them up. */
const SOON_MS = 20_000
/** What was held up arrives at once (ms), or in a part of the time in which it was sent. */
const AT_ONCE_MS = 500
const HELD_SHARE = 0.8

/** How far a device's clock is behind ours at most (ms), and when its last news were sent, by its clock, and heard, by ours. */
export type DeviceClock = { offsetMs: number; sentAt: number; heardAt: number; isHeldUp: boolean }

type News = Pick<DeviceClock, 'sentAt' | 'heardAt'>

/** Of two sent within seconds the second came far later, or as one of many that wait for the same network. */
const isHeldUp = (before: DeviceClock, { sentAt, heardAt }: News): boolean => {
  const [there, here] = [sentAt - before.sentAt, heardAt - before.heardAt]
  return there >= 0 && there <= SOON_MS && (!before.isHeldUp || here < Math.max(AT_ONCE_MS, HELD_SHARE * there))
}

/** What is known of a clock after more news: the smallest offset seen, since delays only add to it, until the clock itself is set back. */
export const followClock = (before: DeviceClock | null, news: News): DeviceClock => {
  const apart = news.heardAt - news.sentAt
  const offsetMs = Math.abs(apart) < CLOCK_TOLERANCE_MS ? 0 : apart
  if (!before || offsetMs <= before.offsetMs + CLOCK_STEP_MS)
    return { ...news, offsetMs: Math.min(offsetMs, before?.offsetMs ?? offsetMs), isHeldUp: false }
  const isHeld = isHeldUp(before, news)
  return { ...news, offsetMs: isHeld ? before.offsetMs : offsetMs, isHeldUp: isHeld }
}
