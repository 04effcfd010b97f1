// The history of a booking beside its steps: who changed what, from what to what. Entries are permanent.
import type { Actor } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import type { NewRow } from '../../db/tables.ts'
import type { Tx } from '../../deps.ts'
import type { BookingRow } from './present.ts'

type Change = Omit<NewRow<'bookingChange'>, 'actorId' | 'actorRole'>

/** An actor, as the tables of steps and changes store it. */
export const presentActor = (actor: Actor) =>
  actor.kind === 'user' ? { actorId: actor.id, actorRole: actor.role } : { actorId: null, actorRole: 'system' }

export const writeChange = async (tx: Tx, actor: Actor, change: Change): Promise<void> => {
  await tx
    .insertInto('bookingChange')
    .values({ ...change, ...presentActor(actor) })
    .execute()
}

/** Records a change of price, if there is one. */
export const writePriceChange = async (
  tx: Tx,
  actor: Actor,
  { before, row }: Record<'before' | 'row', BookingRow>,
  at?: Date,
): Promise<void> => {
  if (row.tripCostMinor === before.tripCostMinor) return
  const [fromValue, toValue] = [before, row].map(({ tripCostMinor }) => toDecimal(tripCostMinor, row.currency))
  await writeChange(tx, actor, { bookingId: row.id, kind: 'priceChanged', fromValue, toValue, ...(at && { at }) })
}
