// Reads of trips: the driver's position, the track, and the facts needed to take in positions.
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

/** The facts that decide whether a device may share a driver's position, and for which trip. */
export type PositionSharer = {
  isOnline: boolean
  activeDevice: string | null
  booking: {
    id: BookingId
    status: Status
    pickup: LatLng
    drop: LatLng
    acceptedAt: number
    /** the driver's language; null if not set */
    language: string | null
  } | null
  /** the trip that ended last: its positions may arrive after its drop */
  ended: { id: BookingId; startedAt: number; endedAt: number } | null
  /** the last position in the database */
  kept: { device: string; seq: number } | null
}

/** The trip a position belongs to: the current one, or the last one, whose positions the device may have kept until now. */
export const findTripOf = ({ booking, ended }: PositionSharer, at: number): BookingId | null => {
  if (ended && at >= ended.startedAt && at <= ended.endedAt) return ended.id
  return booking && isTracked(booking.status) && at >= booking.acceptedAt ? booking.id : null
}

/** Where the driver of a trip is heading; null while waiting. */
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

/** The trip that ended last is among this many most recently booked ones. */
const mostRecent = 50

/** Reads everything in one query, since it runs at each step of a trip. */
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

/** Drivers who share their position: they are online or on a trip. */
const selectPresent = ({ db }: Pick<Deps, 'db'>) =>
  db
    .selectFrom('appUser')
    .where('removedAt', 'is', null)
    .where((where) => where.or([where('driverActiveStatus', '=', true), where('queue', '=', true)]))

/** The last positions of these drivers. */
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

/** Loads the last stored positions, and again after each loss of contact with other processes, until it is stopped. */
export const loadPositions = async (deps: Pick<Deps, 'db' | 'positions' | 'bus' | 'log'>): Promise<() => void> => {
  await loadOnce(deps)
  return deps.bus.subscribe(busResumed, () => {
    loadOnce(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'where drivers are cannot be read again now'))
  })
}

/** Forgets the positions of drivers who no longer share them; one background query per turn of the event loop. */
export const makeForgetAbsent = (deps: Pick<Deps, 'db' | 'positions' | 'log'>): ((driver: UserId) => void) => {
  const { positions, log } = deps
  const forget = makeTogether(async (drivers: UserId[]): Promise<ReadonlyMap<UserId, true>> => {
    const before = new Map(drivers.map((driver) => [driver, positions.last(driver)]))
    const rows = await selectPresent(deps).select('id').where('id', 'in', drivers).execute()
    const present = new Set<UserId>(rows.map(({ id }) => id))
    for (const [driver, last] of before) {
      // a position that arrived meanwhile may mean that the driver is back
      if (!present.has(driver) && positions.last(driver) === last) positions.remove(driver)
    }
    return new Map()
  })
  return (driver) => {
    if (!positions.last(driver)) return
    forget(driver).catch((error: unknown) => log.warn({ err: error }, 'a driver who is away is still taken for near'))
  }
}

/** The driver's last position, from memory or the database; null if it is from before `since` (epoch ms). */
export const findPosition = async (deps: Deps, driver: UserId, since = 0): Promise<LatLng | null> => {
  const fresh = deps.positions.last(asId<'user'>(driver))
  if (fresh) return fresh.at < since ? null : { lat: fresh.lat, lng: fresh.lng }
  const kept = deps.db.selectFrom('driverPosition').select(['lat', 'lng']).where('driverId', '=', driver)
  return (await kept.where('at', '>=', new Date(since)).executeTakeFirst()) ?? null
}

/** The most points of a line on the screen. */
const mostShown = 500

const findLast = (deps: Deps, driver: string | null, status: Status): DriverPosition | null =>
  driver !== null && isBusy(status) ? deps.positions.last(asId<'user'>(driver)) : null

const presentLast = (last: DriverPosition | null) =>
  last && { lat: last.lat, lng: last.lng, heading: last.heading, at: Math.round(last.at) }

/** The route ahead as watchers see it. */
export const presentAhead = (known: Ahead | null) => {
  if (!known) return { etaS: null, ahead: null }
  const { etaS, ...ahead } = known
  return { etaS, ahead }
}

/** The route ahead if this process follows the driver; otherwise only the time. */
const findAhead = async (deps: Deps, row: BookingRow, from: CarPlace | null) => {
  const leg = findHeading(row.status)
  const target = leg && { pickup: presentPickup, drop: presentDrop }[leg](row)
  if (!from || !leg || !target) return presentAhead(null)
  const known = getEtas(deps).last({ bookingId: row.id, leg, target })
  if (known) return presentAhead(known)
  // without a map, no time is shown
  const [etaS] = await deps.maps.router.durationsTo([from], target).catch(() => [null])
  return { etaS: etaS ?? null, ahead: null }
}

/** The last position of a current trip's driver, and the seconds to the next stop: 0 once practically there. */
export const findTripAhead = async (deps: Deps, row: BookingRow) => {
  const last = isTracked(row.status) ? findLast(deps, row.driverId, row.status) : null
  const { etaS, ahead } = await findAhead(deps, row, last)
  return { last: presentLast(last), etaS: ahead?.isThere ? 0 : etaS }
}

/** A booking whose trip this reader may follow: while it is under way, and for the desk also afterwards. */
const getTraceable = async (deps: Deps, actor: UserActor, id: BookingId): Promise<BookingRow> => {
  const row = await findBookingRow(deps.db, id)
  const facts = row && readBookingFacts(row, await listRequested(deps.db, row))
  if (!facts || !can(actor, 'bookings.see', facts, deps.settings())) throw new Refusal('not_found')
  if (!can(actor, 'tracking.read', facts, deps.settings()) || !(isDeskRole(actor.role) || isBusy(row.status)))
    throw new Refusal('location_fetch_error')
  return row
}

/**
 * The driver's last position and the points of the trip. Rider and driver see it while the trip is under way, admins and the
 * fleet's admin also afterwards. Refuses with location_fetch_error if there is nothing to show.
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
