// The cities for the desk, and what prevents a switch to another one.
import type { CityList, Hindrance } from '@wayfare/contract/cities'
import { isBusy, isUnassigned, isWaitingForDriver, statuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { Cities, OpenedCity } from '../../adapters/ports-cities.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentHindrance } from './present.ts'

/** The cities that can be built here; a third-party map has none. */
export const getCities = ({ maps }: Deps): Cities => {
  if (!maps.cities) throw new Refusal('not_found')
  return maps.cities
}

/** True if the map is ready, or will never be. */
export const isMapReady = ({ maps }: Pick<Deps, 'maps'>): boolean => maps.basemap.describe().state !== 'preparing'

/** The city that all processes serve, if one was recorded. */
export const findServed = (db: Db | Tx) => db.selectFrom('servedCity').select(['dataset', 'version']).executeTakeFirst()

export const listCities = ({ maps }: Deps): CityList => {
  if (!maps.cities) {
    return { isOwn: false, active: null, previous: null, cities: [], outdated: [], work: null, last: null, files: null }
  }
  const { now, last } = maps.cities.work()
  return { isOwn: true, ...maps.cities.list(), work: now, last, files: maps.cities.files.list() }
}

/** Bookings that are under way or still to come. */
const open = statuses.filter((status) => isBusy(status) || isUnassigned(status))
const mostTold = 50

const listOpenBookings = (db: Db | Tx) =>
  db
    .selectFrom('booking')
    .select(['id', 'status', 'bookLater', 'tripDate', 'releaseAt'])
    .select(['pickupLat', 'pickupLng', 'pickupAddress', 'dropLat', 'dropLng', 'dropAddress'])
    .where('status', 'in', open)
    .orderBy('tripDate')
    .orderBy('id')
    .execute()

type OpenBooking = Awaited<ReturnType<typeof listOpenBookings>>[number]

/** With a driver, or looking for one; a later booking counts once it is released. */
const isRunning = ({ status, bookLater, releaseAt }: OpenBooking, now: Date): boolean =>
  isBusy(status) || !bookLater || (isWaitingForDriver(status) && releaseAt <= now)

/** Current trips, and later bookings with an end outside the city. */
export const findHindrances = async (
  { now }: Pick<Deps, 'now'>,
  db: Db | Tx,
  { findOutside }: Pick<OpenedCity, 'findOutside'>,
): Promise<{ running: Hindrance[]; outside: Hindrance[] } | null> => {
  const bookings = await listOpenBookings(db)
  const at = now()
  const running = bookings.filter((booking) => isRunning(booking, at))
  const later = bookings.filter((booking) => !isRunning(booking, at))
  const ends = later.flatMap(({ pickupLat, pickupLng, dropLat, dropLng }) => [
    { lat: pickupLat, lng: pickupLng },
    { lat: dropLat, lng: dropLng },
  ])
  const far = new Set((await findOutside(ends)).map((index) => Math.floor(index / 2)))
  const outside = later.filter((_booking, index) => far.has(index))
  if (running.length === 0 && outside.length === 0) return null
  return { running: running.slice(0, mostTold).map(presentHindrance), outside: outside.slice(0, mostTold).map(presentHindrance) }
}
