// Reads of a booking's chat, for rider and driver and (audited) for the desk. There is none before the two may talk.
import type { listUnreadChats } from '@wayfare/contract/chat'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { chatStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { asId, type BookingId, type UserId } from '@wayfare/core/ids'
import { can } from '@wayfare/core/permissions'
import { auditRead } from '../../audit.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { findBookingRow, readBookingFacts, type BookingRow } from '../bookings/queries.ts'
import { presentMessage } from './present.ts'

/** The driver of the conversation; refuses people who may not read it. */
export const getChatDriver = (deps: Deps, actor: UserActor, row: BookingRow | undefined): UserId => {
  if (!row || !can(actor, 'chat.read', readBookingFacts(row, []), deps.settings())) throw new Refusal('not_found')
  if (row.driverId === null) throw new Refusal('chat_not_found')
  return row.driverId
}

/** What this person may read of a booking: a driver sees only their own conversation, not a former driver's. */
const selectReadable = (db: Db | Tx, actor: UserActor, id: BookingId) =>
  db
    .selectFrom('chatMessage')
    .selectAll()
    .where('bookingId', '=', id)
    .$if(actor.role === 'driver', (query) => query.where('driverId', '=', actor.id))

const readUpTo = async (db: Db, id: BookingId, users: readonly UserId[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('chatRead')
    .select(['userId', 'lastId'])
    .where('bookingId', '=', id)
    .where('userId', 'in', [...users])
    .execute()
  return new Map(rows.map(({ userId, lastId }) => [userId, Number(lastId)]))
}

/** Records when the desk reads a conversation. */
const traceDesk = async (deps: Deps, actor: UserActor, id: BookingId): Promise<void> => {
  if (actor.role !== 'admin') return
  deps.log.info({ actor: actor.id, bookingId: id }, 'a chat was read by the desk')
  await auditRead(deps, actor, { action: 'chat.list', object: { kind: 'booking', id } })
}

/** True if the booking was taken from its driver and the reader is at the desk, which may still read the conversation. */
const isLeftByDriver = (deps: Deps, actor: UserActor, row: BookingRow): boolean =>
  row.driverId === null && actor.role === 'admin' && can(actor, 'chat.read', readBookingFacts(row, []), deps.settings())

const listLeftChat = async (deps: Deps, actor: UserActor, id: BookingId) => {
  const rows = await selectReadable(deps.db, actor, id).orderBy('id').execute()
  if (rows.length === 0) throw new Refusal('chat_not_found')
  await traceDesk(deps, actor, id)
  const messages = rows.map((row) => presentMessage(row, actor.id, deps.settings().timeZone))
  return { messages, mayWrite: false, readUpTo: 0, otherReadUpTo: 0 }
}

export const listChat = async (deps: Deps, actor: UserActor, id: BookingId) => {
  const row = await findBookingRow(deps.db, id)
  if (row && isLeftByDriver(deps, actor, row)) return listLeftChat(deps, actor, id)
  const driver = getChatDriver(deps, actor, row)
  await traceDesk(deps, actor, id)
  const customer: UserId = asId(row?.customerId ?? '')
  const [messages, read] = await Promise.all([
    selectReadable(deps.db, actor, id).orderBy('id').execute(),
    readUpTo(deps.db, id, [customer, driver]),
  ])
  const other = actor.id === customer ? driver : customer
  const { timeZone } = deps.settings()
  return {
    messages: messages.map((message) => presentMessage(message, actor.id, timeZone)),
    mayWrite: row !== undefined && can(actor, 'chat.write', readBookingFacts(row, []), deps.settings()),
    readUpTo: read.get(actor.id) ?? 0,
    otherReadUpTo: read.get(other) ?? 0,
  }
}

/** True if this person may follow a booking's chat live. */
export const mayFollow = async (deps: Deps, actor: UserActor, id: BookingId): Promise<boolean> => {
  const row = await findBookingRow(deps.db, id)
  if (!row || row.driverId === null || !can(actor, 'chat.read', readBookingFacts(row, []), deps.settings())) return false
  await traceDesk(deps, actor, id)
  return true
}

/** One message as this person sees it; null if they may not read it (any more). */
export const findMessage = async (deps: Deps, actor: UserActor, id: BookingId, messageId: number) => {
  const booking = await findBookingRow(deps.db, id)
  if (!booking || !can(actor, 'chat.read', readBookingFacts(booking, []), deps.settings())) return null
  const row = await selectReadable(deps.db, actor, id).where('id', '=', BigInt(messageId)).executeTakeFirst()
  return row ? presentMessage(row, actor.id, deps.settings().timeZone) : null
}

const selectUnread = (deps: Deps, userId: UserId) =>
  deps.db
    .selectFrom('booking')
    .innerJoin('chatMessage as message', (join) =>
      join.onRef('message.bookingId', '=', 'booking.id').onRef('message.driverId', '=', 'booking.driverId'),
    )
    .leftJoin('chatRead as read', (join) => join.onRef('read.bookingId', '=', 'booking.id').on('read.userId', '=', userId))
    .select((e) => ['booking.id', e.fn.countAll<bigint>().as('count')])
    .where((e) => e.or([e('booking.customerId', '=', userId), e('booking.driverId', '=', userId)]))
    .where('booking.status', 'in', chatStatuses)
    .where('message.fromId', '!=', userId)
    .where((e) => e.or([e('read.lastId', 'is', null), e('message.id', '>', e.ref('read.lastId'))]))
    .groupBy('booking.id')

type Unread = OutputOf<typeof listUnreadChats>['unread']

/** Unread messages by booking. */
export const listUnread = async (deps: Deps, userId: UserId): Promise<Unread> => {
  const rows = await selectUnread(deps, userId).orderBy('booking.id').execute()
  return rows.map(({ id, count }) => ({ bookingId: id, count: Number(count) }))
}

/** Unread messages of one booking. */
export const countUnread = async (deps: Deps, userId: UserId, id: BookingId): Promise<number> =>
  Number((await selectUnread(deps, userId).where('booking.id', '=', id).executeTakeFirst())?.count ?? 0)
