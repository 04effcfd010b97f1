// What is done to a booking beside its steps, written down for good: who, what, from what to what.
import type { Actor } from '@wayfare/core/accounts'
import type { NewRow } from '../../db/tables.ts'
import type { Tx } from '../../deps.ts'

type Change = Omit<NewRow<'bookingChange'>, 'actorId' | 'actorRole'>

/** Who did something, as the tables of steps and changes name them. */
export const presentActor = (actor: Actor) =>
  actor.kind === 'user' ? { actorId: actor.id, actorRole: actor.role } : { actorId: null, actorRole: 'system' }

export const writeChange = async (tx: Tx, actor: Actor, change: Change): Promise<void> => {
  await tx
    .insertInto('bookingChange')
    .values({ ...change, ...presentActor(actor) })
    .execute()
}
