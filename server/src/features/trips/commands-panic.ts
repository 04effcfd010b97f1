// A driver or a rider in need, and the desk that answers.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { raisePanic as raiseEndpoint } from '@wayfare/contract/trips'
import type { UserActor } from '@wayfare/core/accounts'
import { isBusy } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
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

const checkMayRaise = (deps: Deps, row: BookingRow | undefined, actor: UserActor) => {
  if (!row || (row.driverId !== actor.id && row.customerId !== actor.id)) throw new Refusal('not_found')
  if (!deps.settings().panic || row.category !== 'taxi') throw new Refusal('forbidden')
  if (!isBusy(row.status) || row.driverId === null) throw new Refusal('wrong_step')
  return { ...row, driverId: row.driverId }
}

/** Alerts the desk; as long as nobody has answered, more taps on the same drive change nothing. */
export const raisePanic = async (deps: Deps, actor: UserActor, { id, location }: ParsedInputOf<typeof raiseEndpoint>) => {
  const row = checkMayRaise(deps, await findBookingRow(deps.db, id), actor)
  // a rider without a place of the own is in the car, or waits for it
  const place = location ?? (await findPosition(deps, row.driverId))
  const address = place && (await findAddress(deps, place))
  return inTx(deps, async (tx) => {
    const raised = await tx
      .insertInto('panic')
      .values({
        id: deps.newId(),
        bookingId: id,
        driverId: row.driverId,
        raisedBy: actor.id === row.driverId ? 'driver' : 'rider',
        at: deps.now(),
        lat: place?.lat ?? null,
        lng: place?.lng ?? null,
        address,
      })
      .onConflict((conflict) =>
        conflict.columns(['bookingId', 'raisedBy', 'driverId']).where('answeredAt', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (raised) await emitEvent(tx, { type: 'PanicRaised', panicId: raised.id, bookingId: id, audience: listAudience(row, []) })
    return done
  })
}

const findDriver = (tx: Tx, id: UserId) => tx.selectFrom('appUser').select('fleetAdminId').where('id', '=', id).executeTakeFirst()

/** Whoever of the desk is first takes care of it; the alert ends for all. */
export const answerPanic = (deps: Deps, actor: UserActor, panicId: string): Promise<typeof done> =>
  inTx(deps, async (tx) => {
    const panic = await tx.selectFrom('panic').selectAll().where('id', '=', panicId).forUpdate().executeTakeFirst()
    const row = panic && (await findBookingRow(tx, panic.bookingId))
    const driver = panic && (await findDriver(tx, panic.driverId))
    if (!panic || !row || !canSeePanics(actor, driver)) throw new Refusal('not_found')
    if (panic.answeredAt !== null) return done
    await tx.updateTable('panic').set({ answeredAt: deps.now(), answeredBy: actor.id }).where('id', '=', panicId).execute()
    const audience = { ...listAudience(row, []), fleetAdmin: driver?.fleetAdminId ? driver.fleetAdminId : null }
    await emitEvent(tx, { type: 'PanicAnswered', panicId, bookingId: row.id, audience })
    const object = { kind: 'booking', id: row.id } as const
    await recordAudit(tx, actor, { action: 'trips.answerPanic', object, after: { panic: panicId, driver: panic.driverId } })
    return done
  })
