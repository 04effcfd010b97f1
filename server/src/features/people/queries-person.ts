// One person, with the details that help to decide about them.
import type { PersonRecord } from '@wayfare/contract/people'
import type { UserActor } from '@wayfare/core/accounts'
import { isCancelled, isCompleted, statuses } from '@wayfare/core/booking'
import type { UserId } from '@wayfare/core/ids'
import { parseFullMobile } from '@wayfare/core/phones'
import { sql } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps, Tx } from '../../deps.ts'
import { presentPerson } from './present.ts'
import { getPersonRow, type PersonRow } from './queries-row.ts'

/** Counts bookings as rider and as driver, without offers taken by others; a fleet admin sees those driven for the fleet. */
const readBookings = async ({ db }: Deps, actor: UserActor, id: UserId) => {
  const row = await db
    .selectFrom('booking')
    .select((e) => [e.fn.countAll<bigint>().as('bookings'), e.fn.max('createdAt').as('lastAt')])
    .select(sql<bigint>`count(*) filter (where status in (${sql.join(statuses.filter(isCompleted))}))`.as('completed'))
    .select(sql<bigint>`count(*) filter (where status in (${sql.join(statuses.filter(isCancelled))}))`.as('cancelled'))
    .where((where) => where.or([where('customerId', '=', id), where('driverId', '=', id)]))
    .where(isOfFleet(actor))
    .executeTakeFirstOrThrow()
  return {
    bookings: Number(row.bookings),
    completed: Number(row.completed),
    cancelled: Number(row.cancelled),
    lastBookingAt: row.lastAt?.getTime() ?? null,
  }
}

const countUsers = async ({ db }: Deps, column: 'signupViaReferral' | 'fleetAdminId', id: UserId): Promise<number> => {
  const { count } = await db
    .selectFrom('appUser')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where(column, '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const readLastSeen = async ({ db }: Deps, id: UserId): Promise<number | null> => {
  const row = await db
    .selectFrom('authSession')
    .select((e) => e.fn.max('updatedAt').as('at'))
    .where('userId', '=', id)
    .executeTakeFirst()
  return row?.at?.getTime() ?? null
}

const readDevices = async ({ db }: Deps, id: UserId): Promise<PersonRecord['devices']> => {
  const rows = await db
    .selectFrom('pushDevice')
    .select(['platform', (e) => e.fn.countAll<bigint>().as('count')])
    .where('userId', '=', id)
    .groupBy('platform')
    .orderBy('platform')
    .execute()
  return rows.map(({ platform, count }) => ({ platform, count: Number(count) }))
}

/** The person who has this person's number in its standard form, if there is one. */
const findSameMobile = async ({ db }: Deps, actor: UserActor, { mobile, mobileFault }: PersonRow) => {
  const stored = mobileFault === 'taken' && mobile !== null && actor.role === 'admin' ? parseFullMobile(mobile) : null
  if (stored === null) return null
  const row = await db.selectFrom('appUser').select(['id', 'userType', 'name']).where('mobile', '=', stored).executeTakeFirst()
  return row ? { ...row, id: row.id } : null
}

const roleCounts = { rider: 0, driver: 0, fleetadmin: 0, admin: 0 }

export const countMobileFaults = async ({ db }: Deps): Promise<typeof roleCounts> => {
  const rows = await db
    .selectFrom('appUser')
    .select(['userType', (e) => e.fn.countAll<bigint>().as('count')])
    .where('mobileFault', 'is not', null)
    .groupBy('userType')
    .execute()
  return { ...roleCounts, ...Object.fromEntries(rows.map(({ userType, count }) => [userType, Number(count)])) }
}

export const getPersonView = async (deps: Deps, actor: UserActor, id: UserId, tx: Tx) =>
  presentPerson(deps, actor, await getPersonRow(deps, actor, id, tx))

export const getPerson = async (deps: Deps, actor: UserActor, id: UserId): Promise<PersonRecord> => {
  const row = await getPersonRow(deps, actor, id)
  const [sameMobile, bookings, referred, drivers, lastSeenAt, devices] = await Promise.all([
    findSameMobile(deps, actor, row),
    readBookings(deps, actor, id),
    countUsers(deps, 'signupViaReferral', id),
    countUsers(deps, 'fleetAdminId', id),
    readLastSeen(deps, id),
    readDevices(deps, id),
  ])
  return { person: presentPerson(deps, actor, row), sameMobile, ...bookings, referred, drivers, lastSeenAt, devices }
}
