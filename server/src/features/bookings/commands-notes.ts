// Notes of the desk on a booking.
import type { addNote as addEndpoint, removeNote as removeEndpoint } from '@wayfare/contract/bookings-desk'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId } from '@wayfare/core/ids'
import { checkNote, cleanNote, mostNotes } from '@wayfare/core/notes'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { findNote } from './queries-desk.ts'
import { lockBooking } from './transition.ts'

/** Refuses more than the permitted number of notes. Counts under the booking's lock, so that concurrent ones cannot exceed it. */
const checkRoom = async (tx: Tx, id: BookingId): Promise<void> => {
  const { count } = await tx
    .selectFrom('bookingNote')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('bookingId', '=', id)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(mostNotes)) throw new Refusal('quota_reached')
}

/** Adds a note, which rider and driver never see. */
export const addNote = (deps: Deps, actor: UserActor, { id, text: given }: ParsedInputOf<typeof addEndpoint>) => {
  const text = cleanNote(given)
  const problem = checkNote(text)
  if (problem) throw new Refusal(problem)
  return inTx(deps, async (tx) => {
    const { fleetAdminId } = await lockBooking(tx, id)
    await checkRoom(tx, id)
    const note = { id: deps.newId(), bookingId: id, authorId: actor.id, text, at: deps.now() }
    await tx.insertInto('bookingNote').values(note).execute()
    await emitEvent(tx, { type: 'BookingNoted', bookingId: id, fleetAdmin: fleetAdminId })
    // the text stays out of the audit log, since a note can be removed
    await recordAudit(tx, actor, { action: 'bookings.addNote', object: { kind: 'booking', id }, after: { note: note.id } })
    return findNote(tx, actor, note.id)
  })
}

/** Removes a note that the actor wrote. */
export const removeNote = (deps: Deps, actor: UserActor, { id, note }: ParsedInputOf<typeof removeEndpoint>) =>
  inTx(deps, async (tx) => {
    const { fleetAdminId } = await lockBooking(tx, id)
    const { authorId } = await tx
      .selectFrom('bookingNote')
      .select('authorId')
      .where('id', '=', note)
      .where('bookingId', '=', id)
      .executeTakeFirstOrThrow(() => new Refusal('not_found'))
    if (authorId !== actor.id) throw new Refusal('forbidden')
    await tx.deleteFrom('bookingNote').where('id', '=', note).execute()
    await emitEvent(tx, { type: 'BookingNoted', bookingId: id, fleetAdmin: fleetAdminId })
    await recordAudit(tx, actor, { action: 'bookings.removeNote', object: { kind: 'booking', id }, before: { note } })
    return { done: true as const }
  })
