// The sums that reports read: each paid booking is added to its day and month in the transaction that pays it.
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'

const sums = ['trip_cost_minor', 'driver_share_minor', 'convenience_fees_minor', 'discount_amount_minor']

const paid = sql`status in ('PAID','COMPLETE')`

/** Adds the bookings to the table's rows of this key. */
const add = async (tx: Tx, table: string, key: Record<string, RawBuilder<unknown>>, which: RawBuilder<unknown>) => {
  const names = Object.keys(key)
  const added = ['rides', ...sums]
  await sql`insert into ${sql.table(table)} (${sql.join([...names, ...added].map((name) => sql.ref(name)))})
    select ${sql.join(Object.values(key))}, count(*), ${sql.join(sums.map((name) => sql`sum(${sql.ref(name)})`))}
    from booking where ${paid} and ${which} group by ${sql.join(names.map((_name, at) => sql.lit(at + 1)))}
    on conflict (${sql.join(names.map((name) => sql.ref(name)))}) do update set
    ${sql.join(added.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`.execute(
    tx,
  )
}

const count = async (tx: Tx, timeZone: string, which: RawBuilder<unknown>): Promise<void> => {
  const paidAt = sql`(paid_at at time zone ${timeZone})`
  const shared = { currency: sql.ref('currency'), fleet_admin_id: sql.ref('fleet_admin_id') }
  await add(tx, 'earning_day', { day: sql`${paidAt}::date`, ...shared }, which)
  const month = sql`date_trunc('month', ${paidAt})::date`
  const driver = { driver_id: sql.ref('driver_id'), vehicle_number: sql`coalesce(vehicle_number, '')` }
  await add(tx, 'earning_month', { month, ...shared, ...driver }, sql`driver_id is not null and ${which}`)
}

const isCurrent = async (tx: Tx, timeZone: string): Promise<boolean> => {
  const row = await tx.selectFrom('earningZone').select('timeZone').executeTakeFirst()
  return row?.timeZone === timeZone
}

/** Counts all bookings anew, by the days of this zone; whoever pays meanwhile waits, and is counted after. */
export const countAllEarnings = async (tx: Tx, timeZone: string): Promise<void> => {
  await sql`lock table earning_zone in exclusive mode`.execute(tx)
  // a million bookings take longer than any other statement may
  await sql`set local statement_timeout = 0`.execute(tx)
  await tx.deleteFrom('earningDay').execute()
  await tx.deleteFrom('earningMonth').execute()
  await tx.updateTable('earningZone').set({ timeZone }).execute()
  await count(tx, timeZone, sql`true`)
}

/** Counts a booking that has just been paid, once: by the transition that pays it. */
export const countEarning = async (tx: Tx, deps: Deps, id: BookingId): Promise<void> => {
  const { timeZone } = deps.settings()
  if (await isCurrent(tx, timeZone)) {
    await sql`lock table earning_zone in row share mode`.execute(tx)
    if (await isCurrent(tx, timeZone)) return count(tx, timeZone, sql`id = ${id}`)
  }
  await countAllEarnings(tx, timeZone)
}

/** After a change of the city's time zone; `always` where somebody doubts the sums. */
export const recountEarnings = (deps: Deps, { always = false } = {}): Promise<void> =>
  inTx(deps, async (tx) => {
    const { timeZone } = deps.settings()
    if (always || !(await isCurrent(tx, timeZone))) await countAllEarnings(tx, timeZone)
  })
