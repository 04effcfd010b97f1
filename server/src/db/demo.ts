// Promise: a database with people of the demo in it, whose password everybody knows, never serves without the demo. What the operator
// made in it can be taken into a new one.
import { escapeLiteral, type ClientBase, type Pool } from 'pg'
import { makeStartError } from '../process.ts'
import { copyOut, copyRows, listColumns } from './copy.ts'

/** Whether people of the demo are in it. */
export const hasDemo = async (pool: Pool): Promise<boolean> =>
  ((await pool.query('select from app_user where demo limit 1')).rowCount ?? 0) > 0

/** Refuses to serve real people beside those of the demo. */
export const checkNoDemo = async (pool: Pool): Promise<void> => {
  if (!(await hasDemo(pool))) return
  throw makeStartError(
    'This database has the people of the demo in it, whose password everybody knows, so it does not serve without the demo. ' +
      'Run `npm run end-demo`: it makes a new database with your settings, car types, texts and the admins whom you made, and keeps this ' +
      'one aside. Or begin anew, with another WAYFARE_DATA or DATABASE_URL. Outside production, WAYFARE_DEMO=on goes on with the demo.',
  )
}

export type Admin = { id: string; email: string }

/**
 * Admins in two parts: those of the operator, and those at whom somebody of the demo, or an admin such a one made, had a hand: anybody
 * may be the demo's admin. Nobody stands in the audit log as the maker of those whom `npm run create-admin` made.
 */
export const findAdmins = async (pool: Pool): Promise<{ own: Admin[]; doubtful: Admin[] }> => {
  const { rows: admins } = await pool.query<Admin>(
    `select id, email from app_user where user_type = 'admin' and not demo and removed_at is null order by created_at, id`,
  )
  const { rows: deeds } = await pool.query<{ actor: string; id: string }>(
    `select distinct actor_id as actor, object_id as id from audit_entry
     where object_id = any($1) and actor_id is not null and actor_id <> object_id`,
    [admins.map(({ id }) => id)],
  )
  let own = admins
  for (;;) {
    const trusted = new Set(own.map(({ id }) => id))
    const left = own.filter(({ id }) => deeds.every((deed) => deed.id !== id || trusted.has(deed.actor)))
    if (left.length === own.length) break
    own = left
  }
  return { own, doubtful: admins.filter((admin) => !own.includes(admin)) }
}

/** What stays behind: people who signed up or were added and are no admins, and bookings. */
export const countRemainder = async (pool: Pool): Promise<{ people: number; bookings: number }> => {
  const { rows } = await pool.query<{ people: number; bookings: number }>(
    `select (select count(*)::int from app_user where not demo and user_type <> 'admin' and removed_at is null) as people,
       (select count(*)::int from booking b join app_user u on u.id = b.customer_id where not u.demo) as bookings`,
  )
  return rows[0] ?? { people: 0, bookings: 0 }
}

type Taken = { table: string; where?: string; without?: readonly string[] }

/** What is taken along, in an order in which each row finds what it refers to; `without`: columns that refer to what stays behind. */
const takenAlong = (admins: readonly Admin[]): Taken[] => {
  const ids = admins.map(({ id }) => escapeLiteral(id)).join(', ') || `''`
  return [
    { table: 'setting' },
    { table: 'language' },
    { table: 'car_type' },
    // the pictures of car types are files of nobody
    { table: 'stored_file', where: `purpose = 'carImage'` },
    { table: 'cancel_reason' },
    { table: 'cancel_reason_list' },
    { table: 'operator_place' },
    { table: 'provider_key', without: ['updated_by'] },
    {
      table: 'app_user',
      where: `id in (${ids})`,
      // the files of people stay behind
      without: ['signup_via_referral', 'fleet_admin_id', 'active_device', 'push_token', 'profile_image', 'license_image'],
    },
    ...['auth_credential', 'second_factor', 'backup_code', 'table_view'].map((table) => ({
      table,
      where: `user_id in (${ids})`,
    })),
  ]
}

/** `without`: tables that stay behind after all. */
type Luggage = { admins: readonly Admin[]; without?: readonly string[] }

const take = async (from: ClientBase, into: ClientBase, { admins, without: left = [] }: Luggage): Promise<void> => {
  await from.query('begin isolation level repeatable read read only')
  await into.query('begin')
  const taken = takenAlong(admins).filter(({ table }) => !left.includes(table))
  for (const { table, where = 'true', without = [] } of taken) {
    const columns = (await listColumns(from, table)).filter((column) => !without.includes(column)).join(', ')
    const rows = await copyOut(from, `copy (select ${columns} from ${table} where ${where}) to stdout`)
    await into.query(`delete from ${table}`)
    await copyRows(into, `copy ${table} (${columns}) from stdin`, rows)
  }
  await into.query('commit')
  await from.query('commit')
}

/** Takes what the operator made from one database into another of the same schema that holds nothing yet. */
export const copyOperatorData = async (from: Pool, into: Pool, luggage: Luggage): Promise<void> => {
  const clients = [await from.connect(), await into.connect()] as const
  try {
    await take(...clients, luggage)
  } finally {
    // a copy that failed half way leaves them in its transaction: they are closed, not kept
    for (const client of clients) client.release(true)
  }
}
