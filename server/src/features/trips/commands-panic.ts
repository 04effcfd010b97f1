// Emergency alerts by drivers and riders, and the desk's answer.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { raisePanic as raiseEndpoint } from '@wayfare/contract/trips'
import type { UserActor } from '@wayfare/core/accounts'
import { isBusy } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { asId, type BookingId, type UserId } from '@wayfare/core/ids'
import { statusAfter } from '@wayfare/core/lifecycle'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { findBookingRow, type BookingRow } from '../bookings/queries.ts'
import { listAudience } from '../bookings/transition.ts'
import { findAddress } from '../places/queries.ts'
import { canSeePanics } from './queries-panic.ts'
import { findPosition } from './queries.ts'

const done = { done: true as const }

/** How long after its end (ms) a trip still accepts alerts: a page may not know yet that it is over. */
const justOverMs = 60_000

/** The driver at the time of the call (epoch ms), by the booking's steps: the trip may be over or have another driver now. */
const findDriverAt = async (deps: Deps, id: BookingId, calledAt: number): Promise<UserId | null> => {
  const steps = await deps.db
    .selectFrom('bookingStep')
    .select(['toStatus', 'actorId', 'at'])
    .where('bookingId', '=', id)
    .where('at', '<=', new Date(calledAt))
    .orderBy('version')
    .execute()
  const taken = steps.findLast(({ toStatus }) => toStatus === statusAfter('accept'))
  const last = steps.at(-1)
  const isOver = !taken || !last || (!isBusy(last.toStatus) && calledAt - last.at.getTime() > justOverMs)
  return isOver || taken.actorId === null ? null : asId(taken.actorId)
}

type Call = { id: BookingId; calledAt: number | null }

/** The drivers whose car the caller may be in: the one at the time of the call, and the current one. */
const listDrivers = async (deps: Deps, row: BookingRow, { id, calledAt }: Call): Promise<UserId[]> => {
  const drove = calledAt === null ? null : await findDriverAt(deps, id, calledAt)
  return [drove, isBusy(row.status) ? row.driverId : null].filter((driver) => driver !== null)
}

/** The booking, and the driver whose car the caller is in. */
const findCar = async (deps: Deps, actor: UserActor, call: Call): Promise<{ row: BookingRow; driver: UserId }> => {
  const row = await findBookingRow(deps.db, call.id)
  if (!row) throw new Refusal('not_found')
  const drivers = await listDrivers(deps, row, call)
  if (![row.customerId, row.driverId, ...drivers].includes(actor.id)) throw new Refusal('not_found')
  if (!deps.settings().panic || row.category !== 'taxi') throw new Refusal('forbidden')
  const driver = row.customerId === actor.id ? drivers[0] : drivers.find((one) => one === actor.id)
  if (driver === undefined) throw new Refusal('wrong_step')
  return { row, driver }
}

const findDriver = (tx: Tx, id: UserId) => tx.selectFrom('appUser').select('fleetAdminId').where('id', '=', id).executeTakeFirst()

/** Alerts the desk. While the alert is unanswered, further taps during the same drive change nothing. */
export const raisePanic = async (deps: Deps, actor: UserActor, { id, location, agoMs }: ParsedInputOf<typeof raiseEndpoint>) => {
  const calledAt = agoMs === undefined ? null : deps.now().getTime() - agoMs
  const { row, driver } = await findCar(deps, actor, { id, calledAt })
  const isDriver = actor.id === driver
  // without a location of their own, riders are placed at their car, unless it now has another booking or the trip is over
  const isWithCar = isDriver || (isBusy(row.status) && row.driverId === driver)
  const place = location ?? (isWithCar ? await findPosition(deps, driver) : null)
  const address = place && (await findAddress(deps, place))
  return inTx(deps, async (tx) => {
    const raised = await tx
      .insertInto('panic')
      .values({
        id: deps.newId(),
        bookingId: id,
        driverId: driver,
        raisedBy: isDriver ? 'driver' : 'rider',
        at: calledAt === null ? deps.now() : new Date(calledAt),
        lat: place?.lat ?? null,
        lng: place?.lng ?? null,
        address,
      })
      .onConflict((conflict) =>
        conflict.columns(['bookingId', 'raisedBy', 'driverId']).where('answeredAt', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!raised) return done
    const audience = { ...listAudience(row, []), fleetAdmin: (await findDriver(tx, driver))?.fleetAdminId ?? null }
    await emitEvent(tx, { type: 'PanicRaised', panicId: raised.id, bookingId: id, audience })
    return done
  })
}

/** Answers an alert: the first of the desk to do so takes care of it, and it ends for everybody. */
export const answerPanic = (deps: Deps, actor: UserActor, panicId: string): Promise<typeof done> =>
  inTx(deps, async (tx) => {
    const panic = await tx.selectFrom('panic').selectAll().where('id', '=', panicId).forUpdate().executeTakeFirst()
    const row = panic && (await findBookingRow(tx, panic.bookingId))
    const driver = panic && (await findDriver(tx, panic.driverId))
    if (!panic || !row || !canSeePanics(actor, driver)) throw new Refusal('not_found')
    if (panic.answeredAt !== null) return done
    await tx.updateTable('panic').set({ answeredAt: deps.now(), answeredBy: actor.id }).where('id', '=', panicId).execute()
    const audience = { ...listAudience(row, []), fleetAdmin: driver?.fleetAdminId ?? null }
    await emitEvent(tx, { type: 'PanicAnswered', panicId, bookingId: row.id, audience })
    const object = { kind: 'booking', id: row.id } as const
    await recordAudit(tx, actor, { action: 'trips.answerPanic', object, after: { panic: panicId, driver: panic.driverId } })
    return done
  })
