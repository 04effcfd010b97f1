// Automatic dispatch (broadcast): which drivers are asked for a booking, and which bookings a driver is asked for.
import { isWaitingForDriver, waitingStatuses } from '@wayfare/core/booking'
import { isEligible, listBlockers } from '@wayfare/core/dispatch'
import type { LatLng } from '@wayfare/core/geo'
import type { BookingId, CarTypeId, UserId } from '@wayfare/core/ids'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { firstLookMs, releaseBooking } from '../bookings/commands-waiting.ts'
import { lockBooking } from '../bookings/transition.ts'
import { readSettings } from '../settings/queries.ts'
import { findDriverFacts, findEligible, searchAround } from '../../realtime/supply.ts'
import { dropOffer, planLook, requestDrivers } from './commands-offers.ts'
import { declineTask } from './commands-tasks.ts'

// how often a waiting booking searches again as drivers move: frequently at first
const newMs = 10 * 60_000
const lookAgainMs = { fresh: 10_000, old: 60_000 }

const findWaiting = async (deps: Deps, id: BookingId) => {
  const row = await deps.db
    .selectFrom('booking')
    .select(['status', 'carTypeId', 'pickupLat', 'pickupLng', 'releaseAt', 'tripDate'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && isWaitingForDriver(row.status) ? row : null
}

// time for accepting and setting out, on top of driving
const settingOutMs = 5 * 60_000

/** When the nearest free driver must set out for a scheduled booking (epoch ms); null if that is unknown. */
const findLeaving = async (deps: Deps, pickup: LatLng, drivers: readonly LatLng[], tripDate: Date): Promise<number | null> => {
  if (drivers.length === 0) return null
  const seconds = await deps.maps.router.durationsTo(drivers.slice(0, 8), pickup).catch((): (number | null)[] => [])
  const known = seconds.filter((value) => value !== null)
  return known.length === 0 ? null : tripDate.getTime() - Math.min(...known) * 1000 - settingOutMs
}

/** How often a scheduled booking is considered before its release, since free drivers and distances change. */
const lookAheadMs = 5 * 60_000

const nextLookAhead = (deps: Deps, releaseAt: Date, leaveAt: number | null): Date => {
  const usual = Math.max(deps.now().getTime() + lookAheadMs, releaseAt.getTime() - firstLookMs)
  return new Date(Math.min(releaseAt.getTime(), leaveAt ?? usual, usual))
}

/** Schedules the next search, unless the booking's time was changed meanwhile, which scheduled its own. */
const lookAgain = async (deps: Deps, id: BookingId, seen: Date, runAt: Date): Promise<void> => {
  await planLook(deps.db, id, runAt)
  const booking = await findWaiting(deps, id)
  if (booking && booking.releaseAt.getTime() !== seen.getTime()) await planLook(deps.db, id)
}

/** Asks every eligible driver near the pickup who has not been asked, and schedules the next search while the booking waits. */
export const offerBooking = async (deps: Deps, id: BookingId): Promise<void> => {
  // read from the database: cached settings may be older than the change, and this job runs only once
  if (!(await readSettings(deps.db)).autoDispatch) return
  const booking = await findWaiting(deps, id)
  if (!booking) return
  const pickup = { lat: booking.pickupLat, lng: booking.pickupLng }
  const drivers = await findEligible(deps, { pickup, carType: booking.carTypeId })
  if (booking.releaseAt > deps.now()) {
    const leaveAt = await findLeaving(deps, pickup, drivers, booking.tripDate)
    if (leaveAt === null || leaveAt > deps.now().getTime()) {
      return lookAgain(deps, id, booking.releaseAt, nextLookAhead(deps, booking.releaseAt, leaveAt))
    }
    // the change of time has scheduled its own search
    if (!(await releaseBooking(deps, id, booking.releaseAt))) return
  }
  const now = deps.now().getTime()
  const isNew = now - booking.releaseAt.getTime() < newMs
  const ids = drivers.map((driver) => driver.id)
  await requestDrivers(deps, id, ids, { next: new Date(now + (isNew ? lookAgainMs.fresh : lookAgainMs.old)) })
}

/** The NEW bookings of the driver's car type for which the driver has not been asked. */
const listWaitingFor = (deps: Deps, driver: UserId, carTypeId: CarTypeId) =>
  deps.db
    .selectFrom('booking')
    .select(['id', 'pickupLat', 'pickupLng'])
    .where('status', 'in', waitingStatuses)
    .where('releaseAt', '<=', deps.now())
    .where('carTypeId', '=', carTypeId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('bookingOffer')
            .select('driverId')
            .whereRef('bookingOffer.bookingId', '=', 'booking.id')
            .where('bookingOffer.driverId', '=', driver),
        ),
      ),
    )
    .orderBy('releaseAt')
    .limit(200)
    .execute()

/** Asks a driver who came online or became free for the bookings that wait within the radius. */
export const offerToDriver = async (deps: Deps, driverId: UserId): Promise<void> => {
  if (!deps.settings().autoDispatch) return
  const driver = await findDriverFacts(deps, driverId)
  if (!driver?.carType) return
  for (const booking of await listWaitingFor(deps, driverId, driver.carType)) {
    const pickup = { lat: booking.pickupLat, lng: booking.pickupLng }
    const isNear = isEligible(driver, searchAround(deps, { pickup, carType: driver.carType }))
    if (isNear) await requestDrivers(deps, booking.id, [driverId])
  }
}

/** Declines all of a driver's open tasks. */
export const declineAll = async (deps: Deps, driver: UserId): Promise<void> => {
  const rows = await deps.db
    .selectFrom('bookingOffer')
    .select('bookingId')
    .where('driverId', '=', driver)
    .where('state', '=', 'asked')
    .execute()
  for (const { bookingId } of rows) await declineTask(deps, { kind: 'user', id: driver, role: 'driver' }, bookingId)
}

/** The waiting bookings a driver is asked for but whose car type the driver does not (or no longer) drive. */
const listUnfit = async (deps: Deps, driver: UserId): Promise<BookingId[]> => {
  const rows = await deps.db
    .selectFrom('bookingOffer as offer')
    .innerJoin('booking', 'booking.id', 'offer.bookingId')
    .innerJoin('appUser as person', 'person.id', 'offer.driverId')
    .select('offer.bookingId')
    .where('offer.driverId', '=', driver)
    .where('offer.state', '=', 'asked')
    .where('booking.status', 'in', waitingStatuses)
    .whereRef('booking.carTypeId', 'is distinct from', 'person.carTypeId')
    .execute()
  return rows.map(({ bookingId }) => bookingId)
}

/** Withdraws offers for another car type than the driver's current one, since the rider booked that type. */
export const dropUnfit = async (deps: Deps, driver: UserId): Promise<void> => {
  for (const id of await listUnfit(deps, driver)) {
    await inTx(deps, async (tx) => {
      const row = await lockBooking(tx, id)
      if (isWaitingForDriver(row.status)) await dropOffer(tx, row, driver)
    })
  }
}

/** The bookings waiting for a driver, oldest first. */
export const listWaiting = async (deps: Deps): Promise<BookingId[]> => {
  const rows = await deps.db
    .selectFrom('booking')
    .select('id')
    .where('status', 'in', waitingStatuses)
    .orderBy('releaseAt')
    .limit(10_000)
    .execute()
  return rows.map(({ id }) => id)
}

/** True if there may be waiting bookings for this driver. Avoids a job for every change of a user. */
export const isWorthOffering = async (deps: Deps, driverId: UserId): Promise<boolean> => {
  const waiting = await deps.db
    .selectFrom('booking')
    .select('id')
    .where('status', 'in', waitingStatuses)
    .where('releaseAt', '<=', deps.now())
    .limit(1)
    .executeTakeFirst()
  if (!waiting) return false
  const driver = await findDriverFacts(deps, driverId)
  // the position may arrive a moment later
  return driver !== null && listBlockers(driver).every((blocker) => blocker === 'no_location')
}
