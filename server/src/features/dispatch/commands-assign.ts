// Dispatch by the desk: lists candidates for a waiting booking, asks one of them, and takes a booking from its driver.
import type {
  assignDriver as assignEndpoint,
  Candidate,
  withdrawOffer as withdrawEndpoint,
} from '@wayfare/contract/dispatch-assign'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { computeAverageRating, formatPersonName, type UserActor } from '@wayfare/core/accounts'
import { isWaitingForDriver } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { LatLng } from '@wayfare/core/geo'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { recordAudit } from '../../audit.ts'
import { findDriverFacts, findEligible } from '../../realtime/supply.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { writeChange } from '../bookings/commands-changes.ts'
import { findBookingRow, getBooking, presentPickup } from '../bookings/queries.ts'
import { lockBooking, transitionBooking, type LockedBooking } from '../bookings/transition.ts'
import { askDrivers, dropOffer, reopenOffer, reopenOffers } from './commands-offers.ts'

const mostCandidates = 20

const getWaiting = async (deps: Deps, id: BookingId) => {
  const row = await findBookingRow(deps.db, id)
  if (!row) throw new Refusal('not_found')
  if (!isWaitingForDriver(row.status)) throw new Refusal('wrong_step')
  return row
}

const etasTo = (deps: Deps, cars: readonly LatLng[], pickup: LatLng): Promise<(number | null)[]> =>
  deps.maps.router.durationsTo(cars, pickup).catch(() => cars.map(() => null))

const last = Number.MAX_SAFE_INTEGER

/** Free drivers who could take the booking, sorted by their time to the pickup. */
export const listCandidates = async (deps: Deps, id: BookingId): Promise<Candidate[]> => {
  const row = await getWaiting(deps, id)
  const pickup = presentPickup(row)
  const near = (await findEligible(deps, { pickup, carType: row.carTypeId })).slice(0, mostCandidates)
  if (near.length === 0) return []
  const ids = near.map((driver) => driver.id)
  const [etas, people, offers] = await Promise.all([
    etasTo(deps, near, pickup),
    deps.db
      .selectFrom('appUser')
      .select(['id', 'firstName', 'lastName', 'vehicleNumber', 'ratingSum', 'ratingCount'])
      .where('id', 'in', ids)
      .execute(),
    deps.db.selectFrom('bookingOffer').select(['driverId', 'state']).where('bookingId', '=', id).execute(),
  ])
  const candidates = near.flatMap((driver, i): Candidate[] => {
    const person = people.find((one) => one.id === driver.id)
    if (!person) return []
    const eta = etas[i] ?? null
    return [
      {
        driver: driver.id,
        name: formatPersonName(person),
        vehicleNumber: person.vehicleNumber,
        rating: computeAverageRating(person.ratingSum, person.ratingCount),
        distanceM: Math.round(driver.distanceM),
        etaS: eta === null ? null : Math.round(eta),
        state: offers.find((offer) => offer.driverId === driver.id)?.state ?? null,
      },
    ]
  })
  return candidates.toSorted((a, b) => (a.etaS ?? last) - (b.etaS ?? last))
}

/** Why this driver cannot be asked. A debt is named as such, since it can be settled. */
const refusalFor = async (tx: Tx, deps: Deps, driver: UserId): Promise<Refusal> => {
  const found = await findDriverFacts({ ...deps, db: tx }, driver)
  return new Refusal(found?.owes ? 'driver_in_debt' : 'driver_not_ready')
}

type Assignment = ParsedInputOf<typeof assignEndpoint>

const assign = async (tx: Tx, deps: Deps, actor: UserActor, { id, driver }: Assignment): Promise<void> => {
  const row = await lockBooking(tx, id)
  if (!isWaitingForDriver(row.status) || deps.settings().autoDispatch) throw new Refusal('wrong_step')
  const near = await findEligible({ ...deps, db: tx }, { pickup: presentPickup(row), carType: row.carTypeId })
  if (!near.some((one) => one.id === driver)) throw await refusalFor(tx, deps, driver)
  await reopenOffer(tx, id, driver)
  await askDrivers(tx, id, [driver], actor)
  await recordAudit(tx, actor, { action: 'dispatch.assign', object: { kind: 'booking', id }, after: { driver } })
}

/** Asks one eligible driver, even one who declined before. */
export const assignDriver = (deps: Deps, actor: UserActor, input: Assignment) =>
  inTx(deps, async (tx) => {
    await assign(tx, deps, actor, input)
    return getBooking(deps, actor, input.id, tx)
  })

/** Holds no database connection, as an outside router may be slow. Returns refusals, since a repeat must get the first answer. */
const lookForCandidates = (deps: Deps, id: BookingId): Promise<Candidate[] | Refusal> =>
  listCandidates(deps, id).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })

/** The first candidate who has not been asked; others may have been while routes were computed. */
const findUnasked = async (tx: Tx, id: BookingId, candidates: readonly Candidate[]): Promise<Candidate | undefined> => {
  await lockBooking(tx, id)
  const offers = await tx.selectFrom('bookingOffer').select('driverId').where('bookingId', '=', id).execute()
  return candidates.find(({ driver }) => !offers.some(({ driverId }) => driverId === driver))
}

/** Asks the nearest driver who has not been asked yet. */
export const assignNearest = async (deps: Deps, actor: UserActor, id: BookingId) => {
  const found = await lookForCandidates(deps, id)
  return inTx(deps, async (tx) => {
    if (found instanceof Refusal) throw found
    const nearest = await findUnasked(tx, id, found)
    if (!nearest) throw new Refusal('nobody_to_assign')
    const { driver, name: driverName, etaS } = nearest
    await assign(tx, deps, actor, { id, driver })
    return { driver, driverName, etaS }
  })
}

const takeFromDriver = async (tx: Tx, deps: Deps, actor: UserActor, before: LockedBooking): Promise<void> => {
  const { id, driverId } = before
  await transitionBooking(tx, deps, { actor, id, move: { type: 'reassign' }, locked: before })
  await reopenOffers(tx, id, driverId)
  await writeChange(tx, actor, { bookingId: id, kind: 'reassigned', driverId })
  const object = { kind: 'booking', id } as const
  await recordAudit(tx, actor, { action: 'bookings.reassign', object, before: { driver: driverId } })
}

/** Takes the booking from its driver before the trip has begun; it waits for another driver, with the same code and quote. */
export const reassignBooking = (deps: Deps, actor: UserActor, id: BookingId) =>
  inTx(deps, async (tx) => {
    await takeFromDriver(tx, deps, actor, await lockBooking(tx, id))
    return getBooking(deps, actor, id, tx)
  })

/** Withdraws the desk's offer to a driver. If the driver has accepted meanwhile, takes the booking back. */
export const withdrawOffer = (deps: Deps, actor: UserActor, { id, driver }: ParsedInputOf<typeof withdrawEndpoint>) =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    // automatic offers cannot be withdrawn: the driver would be asked again
    if (deps.settings().autoDispatch) throw new Refusal('wrong_step')
    if (isWaitingForDriver(row.status)) {
      if (!(await dropOffer(tx, row, driver))) throw new Refusal('not_found')
      await writeChange(tx, actor, { bookingId: id, kind: 'withdrawn', driverId: driver })
      await recordAudit(tx, actor, { action: 'dispatch.withdraw', object: { kind: 'booking', id }, before: { driver } })
    } else if (row.driverId === driver) await takeFromDriver(tx, deps, actor, row)
    else throw new Refusal('wrong_step')
    return getBooking(deps, actor, id, tx)
  })
