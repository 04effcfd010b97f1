// Whom a booking or a driver is brought together with under the broadcast policy.
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

// Drivers move: a waiting booking looks around again, often at first.
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

// Accepting and setting out take a while beside the driving itself.
const settingOutMs = 5 * 60_000

/** When the nearest free driver has to leave for a booking for later (epoch ms); null while nobody can be told. */
const findLeaving = async (deps: Deps, pickup: LatLng, drivers: readonly LatLng[], tripDate: Date): Promise<number | null> => {
  if (drivers.length === 0) return null
  const seconds = await deps.maps.router.durationsTo(drivers.slice(0, 8), pickup).catch((): (number | null)[] => [])
  const known = seconds.filter((value) => value !== null)
  return known.length === 0 ? null : tripDate.getTime() - Math.min(...known) * 1000 - settingOutMs
}

/** Who is free and how far changes: a booking for later is looked at so often from its first look to its release. */
const lookAheadMs = 5 * 60_000

const nextLookAhead = (deps: Deps, releaseAt: Date, leaveAt: number | null): Date => {
  const usual = Math.max(deps.now().getTime() + lookAheadMs, releaseAt.getTime() - firstLookMs)
  return new Date(Math.min(releaseAt.getTime(), leaveAt ?? usual, usual))
}

/** A time that was moved while we looked has its own next look, which ours must not replace. */
const lookAgain = async (deps: Deps, id: BookingId, seen: Date, runAt: Date): Promise<void> => {
  await planLook(deps.db, id, runAt)
  const booking = await findWaiting(deps, id)
  if (booking && booking.releaseAt.getTime() !== seen.getTime()) await planLook(deps.db, id)
}

/** Asks every eligible driver near the pickup who was not asked yet, and comes back as long as the booking waits. */
export const offerBooking = async (deps: Deps, id: BookingId): Promise<void> => {
  // as committed: what is remembered may be older than the switch, and nobody looks a second time
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
    // its own look is planned with the new time
    if (!(await releaseBooking(deps, id, booking.releaseAt))) return
  }
  const now = deps.now().getTime()
  const isNew = now - booking.releaseAt.getTime() < newMs
  const ids = drivers.map((driver) => driver.id)
  await requestDrivers(deps, id, ids, { next: new Date(now + (isNew ? lookAgainMs.fresh : lookAgainMs.old)) })
}

/** The NEW bookings of his car type that he was not asked for yet. */
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

/** A driver who came online or is free again is asked for what waits within the radius. */
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

/** Declines every task a driver is asked for. */
export const declineAll = async (deps: Deps, driver: UserId): Promise<void> => {
  const rows = await deps.db
    .selectFrom('bookingOffer')
    .select('bookingId')
    .where('driverId', '=', driver)
    .where('state', '=', 'asked')
    .execute()
  for (const { bookingId } of rows) await declineTask(deps, { kind: 'user', id: driver, role: 'driver' }, bookingId)
}

/** The waiting bookings that a driver is asked for and whose car he does not drive (any more). */
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

/** Who drives another car since he was asked would come with it to a rider who booked this one: his questions go, unanswered. */
export const dropUnfit = async (deps: Deps, driver: UserId): Promise<void> => {
  for (const id of await listUnfit(deps, driver)) {
    await inTx(deps, async (tx) => {
      const row = await lockBooking(tx, id)
      if (isWaitingForDriver(row.status)) await dropOffer(tx, row, driver)
    })
  }
}

/** The bookings that wait for a driver, oldest first. */
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

/** True when a look for waiting bookings could find any: spares the queue a job at every change of a user. */
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
  // where he is may be known a moment later
  return driver !== null && listBlockers(driver).every((blocker) => blocker === 'no_location')
}
