// Reads of bookings, each in the scope of who asks; a foreign one does not exist for the reader.
import type {
  BookingView,
  getBooking as getEndpoint,
  listBookings as listEndpoint,
  listBookingSteps as stepsEndpoint,
} from '@wayfare/contract/bookings'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import { isRole } from '@wayfare/core/accounts'
import type { Actor, UserActor } from '@wayfare/core/accounts'
import { activeStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { can } from '@wayfare/core/permissions'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { cursorOf, placeOf } from '../../db/keyset.ts'
import type { BookingStepTable, BookingTable, Tables } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { factsOf, presentBooking } from './present.ts'
import type { BookingRow } from './present.ts'

export { dropOf, factsOf, pickupOf } from './present.ts'
export type { BookingRow } from './present.ts'
export { mapRefusal } from './quote.ts'

/** The drivers asked now, by booking. */
const readRequested = async (db: Db | Tx, ids: readonly string[]): Promise<Map<string, UserId[]>> => {
  const asked = new Map<string, UserId[]>()
  if (ids.length === 0) return asked
  const rows = await db
    .selectFrom('bookingOffer')
    .select(['bookingId', 'driverId'])
    .where('bookingId', 'in', [...ids])
    .where('state', '=', 'asked')
    .orderBy('askedAt')
    .orderBy('driverId')
    .execute()
  for (const { bookingId, driverId } of rows) asked.set(bookingId, [...(asked.get(bookingId) ?? []), asId(driverId)])
  return asked
}

/** The drivers asked for this booking now: requestedDrivers of the specification. Only a NEW booking has any. */
export const listRequested = async (db: Db | Tx, row: Pick<BookingRow, 'id' | 'status'>): Promise<UserId[]> =>
  row.status === 'NEW' ? ((await readRequested(db, [row.id])).get(row.id) ?? []) : []

export const findBookingRow = (db: Db | Tx, id: BookingId): Promise<BookingRow | undefined> =>
  db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirst()

/** The booking as this reader sees it, or null when he may not know of it. */
export const findBookingView = async (
  deps: Deps,
  actor: Actor,
  id: BookingId,
  db: Db | Tx = deps.db,
): Promise<BookingView | null> => {
  const row = await findBookingRow(db, id)
  if (!row) return null
  const requested = await listRequested(db, row)
  const locks = deps.settings()
  return can(actor, 'bookings.see', factsOf(row, requested), locks) ? presentBooking(row, requested, { actor, locks }) : null
}

export const getBooking = async (
  deps: Deps,
  actor: Actor,
  id: BookingId,
  db: Db | Tx = deps.db,
): Promise<OutputOf<typeof getEndpoint>> => {
  const view = await findBookingView(deps, actor, id, db)
  if (!view) throw new Refusal('not_found')
  return view
}

const byOf = (step: Pick<BookingStepTable, 'actorRole'>): OutputOf<typeof stepsEndpoint>['steps'][number]['by'] =>
  isRole(step.actorRole) ? step.actorRole : 'system'

/** The statuses a booking has been through, oldest first. */
export const listBookingSteps = async (deps: Deps, actor: UserActor, id: BookingId): Promise<OutputOf<typeof stepsEndpoint>> => {
  await getBooking(deps, actor, id)
  const rows = await deps.db.selectFrom('bookingStep').selectAll().where('bookingId', '=', id).orderBy('version').execute()
  return { steps: rows.map((row) => ({ from: row.fromStatus, to: row.toStatus, by: byOf(row), at: row.at.getTime() })) }
}

type Where = ExpressionBuilder<Pick<Tables, 'booking'>, 'booking'>

const isInScope = (where: Where, actor: UserActor) => {
  if (actor.role === 'admin') return where.lit(true)
  const column = ({ rider: 'customerId', driver: 'driverId', fleetadmin: 'fleetAdminId' } as const)[actor.role]
  return where(column, '=', actor.id)
}

const matches = (where: Where, search: string) => {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const columns = ['id', 'customerName', 'driverName', 'pickupAddress', 'dropAddress', 'vehicleNumber'] as const
  return where.or(columns.map((column) => where(column, 'ilike', pattern)))
}

const hasStatus = (where: Where, { scope, status }: { scope: string; status?: BookingTable['status'] | undefined }) => {
  const active = [...activeStatuses]
  return where.and([
    ...(scope === 'active' ? [where('status', 'in', active)] : []),
    ...(scope === 'past' ? [where('status', 'not in', active)] : []),
    ...(status === undefined ? [] : [where('status', '=', status)]),
  ])
}

/** A page of the bookings one may see, newest first. */
export const listBookings = async (
  deps: Deps,
  actor: UserActor,
  input: ParsedInputOf<typeof listEndpoint>,
): Promise<OutputOf<typeof listEndpoint>> => {
  const before = input.cursor === undefined ? null : placeOf(input.cursor)
  const search = input.search?.trim() ?? ''
  const rows = await deps.db
    .selectFrom('booking')
    .selectAll()
    .select(sql<bigint>`(extract(epoch from created_at) * 1000000)::bigint`.as('micros'))
    .where((where) => isInScope(where, actor))
    .where((where) => hasStatus(where, input))
    .$if(search !== '', (query) => query.where((where) => matches(where, search)))
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < ('epoch'::timestamptz + ${before?.micros ?? '0'}::bigint * interval '1 microsecond', ${before?.id ?? ''})`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit)
  const requested = await readRequested(
    deps.db,
    page.filter(({ status }) => status === 'NEW').map(({ id }) => id),
  )
  const reader = { actor, locks: deps.settings() }
  const last = page.at(-1)
  return {
    bookings: page.map((row) => presentBooking(row, requested.get(row.id) ?? [], reader)),
    nextCursor: rows.length > input.limit && last ? cursorOf(last) : null,
  }
}
