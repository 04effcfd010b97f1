// Reads of trips: where the driver is, what was driven, and what the taking of positions must know.
import { isDeskRole, type UserActor } from '@wayfare/core/accounts'
import { busyStatuses, findHeading, isBusy, isTracked, type Status } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { thinLine, type LatLng } from '@wayfare/core/geo'
import { asId, type BookingId, type UserId } from '@wayfare/core/ids'
import { can } from '@wayfare/core/permissions'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { getTracking } from '@wayfare/contract/trips'
import { busResumed, type CarPlace } from '../../adapters/ports.ts'
import type { Deps } from '../../deps.ts'
import { makeTogether } from '../../together.ts'
import { getEtas, type Ahead, type Leg } from '../../realtime/etas.ts'
import type { DriverPosition } from '../../realtime/positions.ts'
import {
  presentDrop,
  presentPickup,
  readBookingFacts,
  type BookingRow,
  findBookingRow,
  listRequested,
} from '../bookings/queries.ts'
import { readTrackPoints } from '../bookings/track.ts'

/** What decides whether a device may share a driver's position, and what it is shared with. */
export type PositionSharer = {
  isOnline: boolean
  activeDevice: string | null
  booking: {
    id: BookingId
    status: Status
    pickup: LatLng
    drop: LatLng
    acceptedAt: number
    /** what the driver reads; null: not said */
    language: string | null
  } | null
  /** the trip that was over last: its positions may come after its drop */
  ended: { id: BookingId; startedAt: number; endedAt: number } | null
  /** the last position in the database */
  kept: { device: string; seq: number } | null
}

/** The trip a position belongs to: the one that is on, or the last one, whose positions the device may have kept until now. */
export const findTripOf = ({ booking, ended }: PositionSharer, at: number): BookingId | null => {
  if (ended && at >= ended.startedAt && at <= ended.endedAt) return ended.id
  return booking && isTracked(booking.status) && at >= booking.acceptedAt ? booking.id : null
}

/** Where the driver of a trip drives to now; null while he stands. */
export const findLeg = ({ id, status, language, ...ends }: NonNullable<PositionSharer['booking']>): Leg | null => {
  const leg = findHeading(status)
  return leg && { bookingId: id, leg, target: ends[leg], lang: language ?? undefined }
}

const nobody: PositionSharer = { isOnline: false, activeDevice: null, booking: null, ended: null, kept: null }

type TripColumns = {
  [Column in 'pickupLat' | 'pickupLng' | 'dropLat' | 'dropLng']: number | null
} & { tripId: BookingId | null; status: Status | null; acceptedAt: Date | null; language: string | null }

const placeOf = (lat: number | null, lng: number | null): LatLng => ({ lat: lat ?? 0, lng: lng ?? 0 })

const presentTrip = (row: TripColumns): PositionSharer['booking'] => {
  const { tripId: id, status, language, acceptedAt } = row
  if (id === null || status === null) return null
  return {
    id,
    status,
    pickup: placeOf(row.pickupLat, row.pickupLng),
    drop: placeOf(row.dropLat, row.dropLng),
    acceptedAt: acceptedAt?.getTime() ?? 0,
    language,
  }
}

type EndedColumns = { endedId: BookingId | null; tripStartAt: Date | null; tripEndAt: Date | null }

const presentEnded = ({ endedId: id, tripStartAt, tripEndAt }: EndedColumns): PositionSharer['ended'] =>
  id !== null && tripStartAt && tripEndAt ? { id, startedAt: tripStartAt.getTime(), endedAt: tripEndAt.getTime() } : null

/** His trips that may have ended last are among so many that were booked last. */
const mostRecent = 50

/** One look at everything: it is taken at each step of a trip. */
export const findSharer = async ({ db }: Pick<Deps, 'db'>, driver: UserId): Promise<PositionSharer> => {
  const row = await db
    .selectFrom('appUser')
    .leftJoin('driverPosition', 'driverPosition.driverId', 'appUser.id')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('booking')
          .select(['booking.id', 'status', 'pickupLat', 'pickupLng', 'dropLat', 'dropLng', 'acceptedAt'])
          .where('driverId', '=', driver)
          .where('status', 'in', busyStatuses)
          .limit(1)
          .as('trip'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom(
            e
              .selectFrom('booking')
              .select(['booking.id', 'tripStartAt', 'tripEndAt'])
              .where('driverId', '=', driver)
              .orderBy('createdAt', 'desc')
              .orderBy('booking.id', 'desc')
              .limit(mostRecent)
              .as('recent'),
          )
          .select(['recent.id', 'tripStartAt', 'tripEndAt'])
          .where('tripEndAt', 'is not', null)
          .orderBy('tripEndAt', 'desc')
          .limit(1)
          .as('ended'),
      (join) => join.onTrue(),
    )
    .select(['driverActiveStatus', 'activeDevice', 'device', 'seq', 'language'])
    .select([
      'trip.id as tripId',
      'trip.status',
      'trip.pickupLat',
      'trip.pickupLng',
      'trip.dropLat',
      'trip.dropLng',
      'acceptedAt',
    ])
    .select(['ended.id as endedId', 'ended.tripStartAt', 'ended.tripEndAt'])
    .where('appUser.id', '=', driver)
    .where('userType', '=', 'driver')
    .where('approved', '=', true)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return nobody
  const { driverActiveStatus: isOnline, activeDevice, device, seq } = row
  const kept = device === null || seq === null ? null : { device, seq: Number(seq) }
  return { isOnline, activeDevice, booking: presentTrip(row), ended: presentEnded(row), kept }
}

/** Drivers who share where they are: they are online, or on a trip. */
const selectPresent = ({ db }: Pick<Deps, 'db'>) =>
  db
    .selectFrom('appUser')
    .where('removedAt', 'is', null)
    .where((where) => where.or([where('driverActiveStatus', '=', true), where('queue', '=', true)]))

/** Where they were last. */
const readOnlinePositions = async (deps: Pick<Deps, 'db'>): Promise<DriverPosition[]> => {
  const rows = await selectPresent(deps)
    .innerJoin('driverPosition', 'driverPosition.driverId', 'appUser.id')
    .select(['driverId', 'lat', 'lng', 'heading', 'at', 'device', 'seq'])
    .execute()
  return rows.map(({ driverId, at, seq, ...row }) => ({
    ...row,
    driverId: driverId,
    at: at.getTime(),
    seq: Number(seq),
  }))
}

const loadOnce = async (deps: Pick<Deps, 'db' | 'positions'>): Promise<void> => {
  for (const position of await readOnlinePositions(deps)) deps.positions.learn(position)
}

/** Puts where they were last written to have been; and again, until the answer is called, whenever the process was cut off from others. */
export const loadPositions = async (deps: Pick<Deps, 'db' | 'positions' | 'bus' | 'log'>): Promise<() => void> => {
  await loadOnce(deps)
  return deps.bus.subscribe(busResumed, () => {
    loadOnce(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'where drivers are cannot be read again now'))
  })
}

/** Forgets where drivers are who share that no more: all that are asked about within one turn by one look, in the background. */
export const makeForgetAbsent = (deps: Pick<Deps, 'db' | 'positions' | 'log'>): ((driver: UserId) => void) => {
  const { positions, log } = deps
  const forget = makeTogether(async (drivers: UserId[]): Promise<ReadonlyMap<UserId, true>> => {
    const before = new Map(drivers.map((driver) => [driver, positions.last(driver)]))
    const rows = await selectPresent(deps).select('id').where('id', 'in', drivers).execute()
    const present = new Set<UserId>(rows.map(({ id }) => id))
    for (const [driver, last] of before) {
      // a place that came meanwhile may be that of a driver who is back
      if (!present.has(driver) && positions.last(driver) === last) positions.remove(driver)
    }
    return new Map()
  })
  return (driver) => {
    if (!positions.last(driver)) return
    forget(driver).catch((error: unknown) => log.warn({ err: error }, 'a driver who is away is still taken for near'))
  }
}

/** The driver's last position: from memory, or as it was last written; null where it is from before `since` (epoch ms). */
export const findPosition = async (deps: Deps, driver: UserId, since = 0): Promise<LatLng | null> => {
  const fresh = deps.positions.last(asId<'user'>(driver))
  if (fresh) return fresh.at < since ? null : { lat: fresh.lat, lng: fresh.lng }
  const kept = deps.db.selectFrom('driverPosition').select(['lat', 'lng']).where('driverId', '=', driver)
  return (await kept.where('at', '>=', new Date(since)).executeTakeFirst()) ?? null
}

/** As many points as a line on the screen can show. */
const mostShown = 500

const findLast = (deps: Deps, driver: string | null, status: Status): DriverPosition | null =>
  driver !== null && isBusy(status) ? deps.positions.last(asId<'user'>(driver)) : null

const presentLast = (last: DriverPosition | null) =>
  last && { lat: last.lat, lng: last.lng, heading: last.heading, at: Math.round(last.at) }

/** What watchers are told of the way ahead. */
export const presentAhead = (known: Ahead | null) => {
  if (!known) return { etaS: null, ahead: null }
  const { etaS, ...ahead } = known
  return { etaS, ahead }
}

/** As positions are followed here; of a driver who is followed elsewhere, or not yet, only the time. */
const findAhead = async (deps: Deps, row: BookingRow, from: CarPlace | null) => {
  const leg = findHeading(row.status)
  const target = leg && { pickup: presentPickup, drop: presentDrop }[leg](row)
  if (!from || !leg || !target) return presentAhead(null)
  const known = getEtas(deps).last({ bookingId: row.id, leg, target })
  if (known) return presentAhead(known)
  // the way is shown without a time when there is no map
  const [etaS] = await deps.maps.router.durationsTo([from], target).catch(() => [null])
  return { etaS: etaS ?? null, ahead: null }
}

/** Where the driver of a trip that is on was last, and in how many seconds he is where he drives to: 0 once he is as good as there. */
export const findTripAhead = async (deps: Deps, row: BookingRow) => {
  const last = isTracked(row.status) ? findLast(deps, row.driverId, row.status) : null
  const { etaS, ahead } = await findAhead(deps, row, last)
  return { last: presentLast(last), etaS: ahead?.isThere ? 0 : etaS }
}

/** The booking whose trip this reader may follow now: as long as it is on, the desk also afterwards. */
const getTraceable = async (deps: Deps, actor: UserActor, id: BookingId): Promise<BookingRow> => {
  const row = await findBookingRow(deps.db, id)
  const facts = row && readBookingFacts(row, await listRequested(deps.db, row))
  if (!facts || !can(actor, 'bookings.see', facts, deps.settings())) throw new Refusal('not_found')
  if (!can(actor, 'tracking.read', facts, deps.settings()) || !(isDeskRole(actor.role) || isBusy(row.status)))
    throw new Refusal('location_fetch_error')
  return row
}

/**
 * The driver's last position and the points of the trip. Rider and driver see it while the trip is on; the fleet's admin and
 * an admin also afterwards. Refuses with location_fetch_error when there is nothing to show.
 */
export const getTripTracking = async (deps: Deps, actor: UserActor, id: BookingId): Promise<OutputOf<typeof getTracking>> => {
  const row = await getTraceable(deps, actor, id)
  const last = findLast(deps, row.driverId, row.status)
  const points = await readTrackPoints(deps.db, id)
  if (!last && points.length === 0) throw new Refusal('location_fetch_error')
  const shown = new Set<LatLng>(thinLine(points, mostShown))
  return {
    last: presentLast(last),
    points: points.filter((point) => shown.has(point)),
    ...(await findAhead(deps, row, last)),
  }
}
