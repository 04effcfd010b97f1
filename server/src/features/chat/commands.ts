// Writing and reading messages. The booking's row is locked, so that messages are in id order and none is added after its end.
import type { readChat as readEndpoint, sendChat as sendEndpoint } from '@wayfare/contract/chat'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { checkMessage, cleanMessage, mostMessages } from '@wayfare/core/chat'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { can } from '@wayfare/core/permissions'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { readBookingFacts, type BookingRow } from '../bookings/queries.ts'
import { lockBooking } from '../bookings/transition.ts'
import { presentMessage } from './present.ts'
import { getChatDriver } from './queries.ts'

type Given = ParsedInputOf<typeof sendEndpoint>

/** The message that this device sent before under the same key. */
const findSent = async (tx: Tx, actor: UserActor, { id, clientKey }: Given, text: string) => {
  const sent = await tx
    .selectFrom('chatMessage')
    .selectAll()
    .where('bookingId', '=', id)
    .where('fromId', '=', actor.id)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst()
  if (sent && sent.message !== text) throw new Refusal('idempotency_key_reused')
  return sent ?? null
}

const checkRoom = async (tx: Tx, id: BookingId): Promise<void> => {
  const { count } = await tx
    .selectFrom('chatMessage')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('bookingId', '=', id)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(mostMessages)) throw new Refusal('quota_reached')
}

type Letter = { row: BookingRow; driver: UserId; text: string; clientKey: string }

const addMessage = async (tx: Tx, deps: Deps, actor: UserActor, { row, driver, text, clientKey }: Letter) => {
  const id: BookingId = row.id
  const customer: UserId = row.customerId
  const isRider = actor.id === customer
  const message = await tx
    .insertInto('chatMessage')
    .values({
      bookingId: id,
      driverId: driver,
      fromId: actor.id,
      source: isRider ? 'rider' : 'driver',
      message: text,
      clientKey,
      at: deps.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const to = isRider ? driver : customer
  await emitEvent(tx, { type: 'ChatMessageSent', bookingId: id, messageId: Number(message.id), driver, from: actor.id, to })
  return message
}

/** Sends a message to the other side: one per device key, even if the first answer was lost and the chat has closed since. */
export const sendChat = (deps: Deps, actor: UserActor, input: Given) => {
  const text = cleanMessage(input.message)
  const problem = checkMessage(text)
  if (problem) throw new Refusal(problem)
  return inTx(deps, async (tx) => {
    const row = await lockBooking(tx, input.id)
    const driver = getChatDriver(deps, actor, row)
    const { timeZone } = deps.settings()
    const sent = await findSent(tx, actor, input, text)
    if (sent) return presentMessage(sent, actor.id, timeZone)
    if (!can(actor, 'chat.write', readBookingFacts(row, []), deps.settings())) throw new Refusal('chat_closed')
    await checkRoom(tx, input.id)
    const message = await addMessage(tx, deps, actor, { row, driver, text, clientKey: input.clientKey })
    return presentMessage(message, actor.id, timeZone)
  })
}

const done = { done: true } as const

/** Marks messages as read; never goes back, and never beyond the last message. */
export const readChat = (deps: Deps, actor: UserActor, { id, upTo }: ParsedInputOf<typeof readEndpoint>) =>
  inTx(deps, async (tx) => {
    const driver = getChatDriver(deps, actor, await lockBooking(tx, id))
    const newest = await tx
      .selectFrom('chatMessage')
      .select((e) => e.fn.max('id').as('id'))
      .where('bookingId', '=', id)
      .where('driverId', '=', driver)
      .where('id', '<=', BigInt(upTo))
      .executeTakeFirst()
    const lastId = newest?.id ?? null
    if (lastId === null) return done
    const moved = await tx
      .insertInto('chatRead')
      .values({ bookingId: id, userId: actor.id, lastId })
      .onConflict((conflict) =>
        conflict
          .columns(['bookingId', 'userId'])
          .doUpdateSet({ lastId })
          .where('chatRead.lastId', '<', sql<bigint>`excluded.last_id`),
      )
      .returning('lastId')
      .executeTakeFirst()
    if (moved) await emitEvent(tx, { type: 'ChatRead', bookingId: id, driver, by: actor.id, upTo: Number(lastId) })
    return done
  })

/** Erases the text of a removed person's messages; the empty messages stay. Safe to run twice. */
export const eraseMessages = async (deps: Deps, userId: UserId): Promise<void> => {
  await deps.db.updateTable('chatMessage').set({ message: null }).where('fromId', '=', userId).execute()
}
