// Reads bookings. For a reader who may not see a booking, it does not exist.
import type { getBooking as getEndpoint, listBookingSteps as stepsEndpoint } from '@wayfare/contract/bookings'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { isDeskRole, isRole, type Actor, type UserActor } from '@wayfare/core/accounts'
import { isAtPickup, isWaitingForDriver } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { can } from '@wayfare/core/permissions'
import { bookingColumnNames } from '../../db/booking-columns.ts'
import type { TableRow, Tables } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentBooking, readBookingFacts, type BookingRow } from './present.ts'

export { owesClaim, presentClaimMoney, presentDrop, presentPickup, presentTippedTrip, readBookingFacts } from './present.ts'
export type { BookingRow } from './present.ts'
export { makeMapRefusal } from './quote.ts'

/** The drivers being asked, by booking. */
export const readRequested = async (db: Db | Tx, ids: readonly BookingId[]): Promise<Map<string, UserId[]>> => {
  const asked = new Map<string, UserId[]>()
  if (ids.length === 0) return asked
  const rows = await db
    .selectFrom('bookingOffer')
    .select(['bookingId', 'driverId'])
    .where('bookingId', 'in', ids)
    .where('state', '=', 'asked')
    .orderBy('askedAt')
    .orderBy('driverId')
    .execute()
  for (const { bookingId, driverId } of rows) asked.set(bookingId, [...(asked.get(bookingId) ?? []), driverId])
  return asked
}

/** The drivers being asked for this booking (`requestedDrivers` of the specification). Only a NEW booking has any. */
export const listRequested = async (db: Db | Tx, row: Pick<BookingRow, 'id' | 'status'>): Promise<UserId[]> =>
  isWaitingForDriver(row.status) ? ((await readRequested(db, [row.id])).get(row.id) ?? []) : []

export const findBookingRow = (db: Db | Tx, id: BookingId): Promise<BookingRow | undefined> =>
  db.selectFrom('booking').select(bookingColumnNames).where('id', '=', id).executeTakeFirst()

/** The reader's context; for a fleet admin, with the drivers who have left the fleet since. */
export const findReader = async (deps: Deps, actor: Actor, rows: readonly BookingRow[], db: Db | Tx = deps.db) => {
  const reader = { actor, locks: deps.settings() }
  const drivers = [...new Set(rows.flatMap(({ driverId }) => driverId ?? []))]
  if (actor.kind !== 'user' || actor.role !== 'fleetadmin' || drivers.length === 0) return reader
  const gone = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', 'in', drivers)
    .where('fleetAdminId', 'is distinct from', actor.id)
    .execute()
  return { ...reader, gone: new Set(gone.map(({ id }) => id)) }
}

type Asking = { deps: Deps; actor: Actor; db: Db | Tx }

const findRowView = async ({ deps, actor, db }: Asking, row: BookingRow, requested: UserId[]) => {
  if (!can(actor, 'bookings.see', readBookingFacts(row, requested), deps.settings())) return null
  return presentBooking(row, requested, await findReader(deps, actor, [row], db))
}

/** The booking as this reader sees it; null if the reader may not see it. */
export const findBookingView = async (deps: Deps, actor: Actor, id: BookingId, db: Db | Tx = deps.db) => {
  const row = await findBookingRow(db, id)
  return row ? findRowView({ deps, actor, db }, row, await listRequested(db, row)) : null
}

/** Presents a row that the caller has just written, like `getBooking`. Reads who is being asked, unless the booking is new. */
export const viewBooking = async (
  { deps, actor, db }: Asking,
  row: BookingRow,
  { isNew = false } = {},
): Promise<OutputOf<typeof getEndpoint>> => {
  const view = await findRowView({ deps, actor, db }, row, isNew ? [] : await listRequested(db, row))
  if (!view) throw new Refusal('not_found')
  return view
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

type Step = OutputOf<typeof stepsEndpoint>['steps'][number]

const byOf = (step: Pick<Tables['bookingStep'], 'actorRole'>): Step['by'] => (isRole(step.actorRole) ? step.actorRole : 'system')

/** For the desk: the time a device reported for a step that was sent late. */
const lateOf = ({ saidAt, toldAt, at }: TableRow<'bookingStep'>): NonNullable<Step['late']> | null =>
  saidAt && { said: saidAt.getTime(), told: (toldAt ?? at).getTime(), isBelieved: toldAt !== null }

/** The statuses that a booking has passed through, oldest first. */
export const listBookingSteps = async (deps: Deps, actor: UserActor, id: BookingId): Promise<OutputOf<typeof stepsEndpoint>> => {
  await getBooking(deps, actor, id)
  const rows = await deps.db
    .selectFrom('bookingStep as step')
    .innerJoin('booking', 'booking.id', 'step.bookingId')
    .selectAll('step')
    .select(['driverArriveAt', 'arrivedAwayM'])
    .where('bookingId', '=', id)
    .orderBy('step.version')
    .execute()
  const isDesk = isDeskRole(actor.role)
  // the arrival of a former driver is no longer known
  const isLastArrival = (row: (typeof rows)[number]) =>
    isAtPickup(row.toStatus) && row.at.getTime() === row.driverArriveAt?.getTime()
  return {
    steps: rows.map((row) => ({
      from: row.fromStatus,
      to: row.toStatus,
      by: byOf(row),
      at: row.at.getTime(),
      late: isDesk ? lateOf(row) : null,
      awayM: isDesk && isLastArrival(row) ? row.arrivedAwayM : null,
    })),
  }
}
