// The sums behind the reports: each paid booking is added to its day and month in the transaction that pays it.
import { paidStatuses } from '@wayfare/core/booking'
import type { BookingId } from '@wayfare/core/ids'
import { sql, type RawBuilder } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'

const fares = ['trip_cost_minor', 'driver_share_minor', 'convenience_fees_minor', 'discount_amount_minor']
const sums = [...fares, 'tips_minor', 'cancel_fees_minor']
const noFares = sql.join(fares.map((name) => sql`0 as ${sql.ref(name)}`))

const shared = ['id', 'currency', 'fleet_admin_id', 'driver_id', 'vehicle_number'].map((name) => sql.ref(name))

const tripsPaid = sql`select ${sql.join(shared)}, paid_at, 1 as rides, ${sql.join(fares.map((name) => sql.ref(name)))}, 0 as tips_minor,
  0 as cancel_fees_minor from booking where status in (${sql.join(paidStatuses)})`
/** Claims paid beside a trip: they count no ride, and belong to the day on which they were paid. */
const claimsPaid = sql`select ${sql.join(shared)}, claim_paid_at as paid_at, 0 as rides, claim_amount_minor as trip_cost_minor,
  claim_amount_minor - claim_fees_minor as driver_share_minor, claim_fees_minor as convenience_fees_minor,
  claim_discount_minor as discount_amount_minor, 0 as tips_minor, 0 as cancel_fees_minor from booking where claim_paid_at is not null`

/** Tips: not part of any fare; they belong to the day on which they were given. */
const tipsGiven = sql`select ${sql.join(shared)}, tipped_at as paid_at, 0 as rides, ${noFares},
  tip_minor as tips_minor, 0 as cancel_fees_minor from booking where tipped_at is not null`

/** Cancellation fees: the driver's, on the day of the cancellation. */
const cancelFees = sql`select ${sql.join(shared)}, cancelled_at as paid_at, 0 as rides, ${noFares}, 0 as tips_minor,
  cancel_fee_minor as cancel_fees_minor from booking where cancel_fee_minor > 0 and driver_id is not null`

/** Adds what was paid to the table's row with this key. */
const addTo = (table: 'earning_day' | 'earning_month', key: Record<string, RawBuilder<unknown>>, paid: RawBuilder<unknown>) => {
  const names = Object.keys(key)
  const added = ['rides', ...sums]
  return sql`insert into ${sql.table(table)} (${sql.join([...names, ...added].map((name) => sql.ref(name)))})
    select ${sql.join([...Object.values(key), ...added.map((name) => sql`sum(${sql.ref(name)})`)])}
    from ${paid} group by ${sql.join(names.map((_name, at) => sql.lit(at + 1)))}
    on conflict (${sql.join(names.map((name) => sql.ref(name)))}) do update set
    ${sql.join(added.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`
}

/** Adds to day and month in one statement; false if nothing was paid. */
const count = async (tx: Tx, timeZone: string, paid: RawBuilder<unknown>): Promise<boolean> => {
  const paidAt = sql`(paid_at at time zone ${timeZone})`
  const ofFleet = { currency: sql.ref('currency'), fleet_admin_id: sql.ref('fleet_admin_id') }
  const day = addTo('earning_day', { day: sql`${paidAt}::date`, ...ofFleet, part: sql`connection_part()` }, sql`paid`)
  const driver = { driver_id: sql.ref('driver_id'), vehicle_number: sql`coalesce(vehicle_number, '')` }
  const ofMonth = { month: sql`date_trunc('month', ${paidAt})::date`, ...ofFleet, ...driver }
  const month = addTo('earning_month', ofMonth, sql`paid where driver_id is not null`)
  const { rows } = await sql<{ rows: number }>`with paid as (${paid}), day as (${day} returning day), month as (${month})
    select count(*)::int as rows from day`.execute(tx)
  return (rows[0]?.rows ?? 0) > 0
}

const isCurrent = async (tx: Tx, timeZone: string): Promise<boolean> => {
  const row = await tx.selectFrom('earningZone').select('timeZone').executeTakeFirst()
  return row?.timeZone === timeZone
}

/** Recounts all bookings by the days of this zone; concurrent payments wait, and are counted afterwards. */
export const countAllEarnings = async (tx: Tx, timeZone: string): Promise<void> => {
  await sql`lock table earning_zone in exclusive mode`.execute(tx)
  // a million bookings take longer than the usual statement timeout
  await sql`set local statement_timeout = 0`.execute(tx)
  await tx.deleteFrom('earningDay').execute()
  await tx.deleteFrom('earningMonth').execute()
  await tx.updateTable('earningZone').set({ timeZone }).execute()
  await count(tx, timeZone, sql`${tripsPaid} union all ${claimsPaid} union all ${tipsGiven} union all ${cancelFees}`)
}

const countPaid = async (tx: Tx, deps: Deps, paid: RawBuilder<unknown>): Promise<void> => {
  const { timeZone } = deps.settings()
  if (await isCurrent(tx, timeZone)) {
    await sql`lock table earning_zone in row share mode`.execute(tx)
    const isStill = sql`exists (select from earning_zone where time_zone = ${timeZone})`
    if (await count(tx, timeZone, sql`${paid} and ${isStill}`)) return
  }
  await countAllEarnings(tx, timeZone)
}

/** Counts a booking once, in the transition that pays it. */
export const countEarning = (tx: Tx, deps: Deps, id: BookingId): Promise<void> =>
  countPaid(tx, deps, sql`${tripsPaid} and id = ${id}`)

/** Counts a granted claim once, when it is paid. */
export const countClaim = (tx: Tx, deps: Deps, id: BookingId): Promise<void> =>
  countPaid(tx, deps, sql`${claimsPaid} and id = ${id}`)

/** Counts a tip once, when it is given. */
export const countTip = (tx: Tx, deps: Deps, id: BookingId): Promise<void> =>
  countPaid(tx, deps, sql`${tipsGiven} and id = ${id}`)

/** Counts a cancellation fee that was just paid. */
export const countCancelFee = (tx: Tx, deps: Deps, id: BookingId): Promise<void> =>
  countPaid(tx, deps, sql`${cancelFees} and id = ${id}`)

/** Recounts after a change of the city's time zone; with `always` in any case, if the sums are in doubt. */
export const recountEarnings = (deps: Deps, { always = false } = {}): Promise<void> =>
  inTx(deps, async (tx) => {
    const { timeZone } = deps.settings()
    if (always || !(await isCurrent(tx, timeZone))) await countAllEarnings(tx, timeZone)
  })
