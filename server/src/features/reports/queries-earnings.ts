// Earnings by month: each driver's share, and what the platform kept.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports'
import type { UserActor } from '@wayfare/core/accounts'
import { toCityTime } from '@wayfare/core/city-time'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { Deps } from '../../deps.ts'

type DriverEarnings = OutputOf<typeof contract.getDriverEarnings>
type EarningReports = OutputOf<typeof contract.getEarningReports>
type Filter = { year?: number | undefined; month?: number | undefined; search?: string | undefined }

const scoped = (deps: Deps, actor: UserActor) =>
  deps.db
    .selectFrom('earningMonth as earning')
    .where('earning.currency', '=', deps.settings().code)
    .where((of) => (actor.role === 'driver' ? of('earning.driverId', '=', actor.id) : isOfFleet(actor, 'earning.fleetAdminId')))

/** Years from the daily sums, which are few; those of a single driver come from the months. */
const listYears = async (deps: Deps, actor: UserActor): Promise<number[]> => {
  const days = deps.db
    .selectFrom('earningDay')
    .select(sql<number>`extract(year from day)::integer`.as('year'))
    .where('currency', '=', deps.settings().code)
    .where(isOfFleet(actor))
  const months = scoped(deps, actor).select(sql<number>`extract(year from month)::integer`.as('year'))
  const rows = await (actor.role === 'driver' ? months.distinct().execute() : days.distinct().execute())
  return rows.map(({ year }) => year).toSorted((a, b) => b - a)
}

/** One month, or the first and last of several. */
type Months = number | { from: number; to: number }
type Wanted = { month?: Months | undefined; search?: string | undefined }

const datesOf = (year: number, months: Months = { from: 1, to: 12 }): [from: string, to: string] => {
  const { from, to } = typeof months === 'number' ? { from: months, to: months } : months
  const dateOf = (month: number): string => `${year}-${String(month).padStart(2, '0')}-01`
  return [dateOf(from), dateOf(to)]
}

const filtered = (deps: Deps, actor: UserActor, year: number, { month, search = '' }: Wanted) => {
  const [from, to] = datesOf(year, month)
  const named = sql`select id from app_user where user_type = 'driver' and name ilike ${makeLikePattern(search)}`
  const isNamed = sql<boolean>`earning.driver_id = any(array(${named}))`
  return scoped(deps, actor)
    .where(sql<boolean>`earning.month between ${from}::date and ${to}::date`)
    .$if(search !== '', (query) =>
      query.where((e) => e.or([isNamed, e('earning.vehicleNumber', 'ilike', makeLikePattern(search))])),
    )
}

const monthText = sql<string>`to_char(month, 'YYYY-MM')`

/** One row per driver, month and vehicle, whatever the fleets. */
const grouped = (deps: Deps, actor: UserActor, year: number, filter: Wanted) =>
  filtered(deps, actor, year, filter)
    .select(['earning.month', 'earning.driverId', 'earning.vehicleNumber'])
    .select(sql<bigint>`sum(earning.rides)::bigint`.as('rides'))
    .select(sql<bigint>`sum(earning.driver_share_minor)::bigint`.as('share'))
    .select(sql<bigint>`sum(earning.tips_minor)::bigint`.as('tips'))
    .select(sql<bigint>`sum(earning.cancel_fees_minor)::bigint`.as('cancelFees'))
    .groupBy(['earning.month', 'earning.driverId', 'earning.vehicleNumber'])

/** Groups by driver first, which is the order of the index, and merges a driver's rows with one vehicle for several fleets. */
const readMonths = (deps: Deps, actor: UserActor, year: number, filter: Filter) => {
  const drivers = filtered(deps, actor, year, filter)
    .select('earning.month')
    .select(sql<bigint>`count(distinct earning.vehicle_number)`.as('rows'))
    .select(sql<bigint>`sum(earning.rides)::bigint`.as('rides'))
    .select(sql<bigint>`sum(earning.driver_share_minor)::bigint`.as('share'))
    .select(sql<bigint>`sum(earning.tips_minor)::bigint`.as('tips'))
    .select(sql<bigint>`sum(earning.cancel_fees_minor)::bigint`.as('cancelFees'))
    .groupBy(['earning.month', 'earning.driverId'])
  return deps.db
    .selectFrom(drivers.as('earning'))
    .select([monthText.as('month'), sql<bigint>`sum(rows)::bigint`.as('rows')])
    .select([sql<bigint>`sum(rides)::bigint`.as('rides'), sql<bigint>`sum(share)::bigint`.as('share')])
    .select([sql<bigint>`sum(tips)::bigint`.as('tips'), sql<bigint>`sum(cancel_fees)::bigint`.as('cancelFees')])
    .groupBy('earning.month')
    .orderBy('earning.month', 'desc')
    .execute()
}

type Month = Awaited<ReturnType<typeof readMonths>>[number]
type Slice = { offset: number; limit: number }

/**
 * The months, newest first, that contain a slice of all rows, by their row counts, and how many rows of the first to skip.
 * @internal
 */
export const listEarningMonths = (months: readonly Pick<Month, 'month' | 'rows'>[], { offset, limit }: Slice) => {
  let end = 0
  const ends = months.map((one) => (end += Number(one.rows)))
  const begins = ends.map((at, i) => at - Number(months[i]?.rows ?? 0n))
  const within = months.filter((_one, i) => (ends[i] ?? 0) > offset && (begins[i] ?? 0) < offset + limit)
  const [newest, oldest] = [within[0], within.at(-1)]
  if (!newest || !oldest) return null
  const numberOf = ({ month }: Pick<Month, 'month'>): number => Number(month.slice(5))
  return { from: numberOf(oldest), to: numberOf(newest), skip: offset - (begins[months.indexOf(newest)] ?? 0) }
}

/** A page: only rows of the months it shows are grouped and sorted. */
const readRows = async (deps: Deps, rows: ReturnType<typeof grouped>, { offset, limit }: Slice) => {
  const slice = rows
    .orderBy('earning.month', 'desc')
    .orderBy('share', 'desc')
    .orderBy('earning.driverId')
    .orderBy('earning.vehicleNumber')
    .offset(offset)
    .limit(limit)
  return deps.db
    .selectFrom(slice.as('slice'))
    .innerJoin('appUser as driver', 'driver.id', 'slice.driverId')
    .select([
      'slice.driverId as driver',
      'driver.name as driverName',
      'slice.vehicleNumber',
      monthText.as('at'),
      'rides',
      'share',
      'tips',
      'cancelFees',
    ])
    .orderBy('slice.month', 'desc')
    .orderBy('share', 'desc')
    .orderBy('slice.driverId')
    .orderBy('slice.vehicleNumber')
    .execute()
}

/** The earnings of a year in the city's time zone. */
export const getDriverEarnings = async (
  deps: Deps,
  actor: UserActor,
  input: ParsedInputOf<typeof contract.getDriverEarnings>,
): Promise<DriverEarnings> => {
  const { code, timeZone } = deps.settings()
  const years = await listYears(deps, actor)
  const year = input.year ?? years[0] ?? Number(toCityTime(deps.now().getTime(), timeZone).slice(0, 4))
  const months = await readMonths(deps, actor, year, input)
  const span = listEarningMonths(months, input)
  const rows = span
    ? await readRows(deps, grouped(deps, actor, year, { ...input, month: span }), { offset: span.skip, limit: input.limit })
    : []
  const sum = (of: (month: (typeof months)[number]) => bigint): bigint => months.reduce((all, month) => all + of(month), 0n)
  return {
    year,
    years,
    rows: rows.map((row) => ({
      month: row.at,
      driver: row.driver as DriverEarnings['rows'][number]['driver'],
      driverName: row.driverName,
      vehicleNumber: row.vehicleNumber,
      rides: Number(row.rides),
      driverShare: toDecimal(row.share, code),
      tips: toDecimal(row.tips, code),
      cancelFees: toDecimal(row.cancelFees, code),
    })),
    months: months.map((row) => ({
      month: row.month,
      rows: Number(row.rows),
      rides: Number(row.rides),
      driverShare: toDecimal(row.share, code),
      tips: toDecimal(row.tips, code),
      cancelFees: toDecimal(row.cancelFees, code),
    })),
    total: {
      rows: Number(sum((month) => month.rows)),
      rides: Number(sum((month) => month.rides)),
      driverShare: toDecimal(
        sum((month) => month.share),
        code,
      ),
      tips: toDecimal(
        sum((month) => month.tips),
        code,
      ),
      cancelFees: toDecimal(
        sum((month) => month.cancelFees),
        code,
      ),
    },
  }
}

type Figures = Record<'rides' | 'tripCost' | 'rideCost' | 'fee' | 'discount' | 'tips' | 'refunds', bigint>

const presentFigures = ({ rides: count, tripCost, rideCost, fee, discount, tips, refunds }: Figures, code: string) => ({
  rides: Number(count),
  tripCost: toDecimal(tripCost, code),
  rideCost: toDecimal(rideCost, code),
  convenienceFee: toDecimal(fee, code),
  discountAmount: toDecimal(discount, code),
  profit: toDecimal(fee - discount, code),
  tips: toDecimal(tips, code),
  refunds: toDecimal(refunds, code),
})

const none: Figures = { rides: 0n, tripCost: 0n, rideCost: 0n, fee: 0n, discount: 0n, tips: 0n, refunds: 0n }

const plus = (a: Figures, b: Figures): Figures => ({
  rides: a.rides + b.rides,
  tripCost: a.tripCost + b.tripCost,
  rideCost: a.rideCost + b.rideCost,
  fee: a.fee + b.fee,
  discount: a.discount + b.discount,
  tips: a.tips + b.tips,
  refunds: a.refunds + b.refunds,
})

/**
 * Refunds from the ledger, so that reports, books and journal agree. Refunds from a wallet to a card are left out, because that
 * money was never earned; drivers keep their share.
 */
const readRefunds = ({ db, settings }: Deps) =>
  db
    .selectFrom('ledgerAccount as account')
    .innerJoin('ledgerEntry as entry', 'entry.accountId', 'account.id')
    .innerJoin('ledgerTransaction as posting', 'posting.id', 'entry.transactionId')
    .where('account.kind', '=', 'refunds')
    .where('account.currency', '=', settings().code)
    .select(sql<string>`to_char(posting.created_at at time zone ${settings().timeZone}, 'YYYY-MM')`.as('month'))
    .select(sql<bigint>`sum(-entry.amount_minor)::bigint`.as('refunds'))
    .groupBy('month')
    .execute()

const readPaid = ({ db, settings }: Deps) =>
  db
    .selectFrom('earningDay')
    .where('currency', '=', settings().code)
    .select([
      sql<string>`to_char(day, 'YYYY-MM')`.as('month'),
      sql<bigint>`sum(rides)::bigint`.as('rides'),
      sql<bigint>`sum(trip_cost_minor)::bigint`.as('tripCost'),
      sql<bigint>`sum(driver_share_minor)::bigint`.as('rideCost'),
      sql<bigint>`sum(convenience_fees_minor)::bigint`.as('fee'),
      sql<bigint>`sum(discount_amount_minor)::bigint`.as('discount'),
      sql<bigint>`sum(tips_minor)::bigint`.as('tips'),
    ])
    .groupBy('month')
    .execute()

/** Counts paid bookings only; a month with nothing but refunds is a row, too. */
export const getEarningReports = async (deps: Deps): Promise<EarningReports> => {
  const { code } = deps.settings()
  const [paid, back] = await Promise.all([readPaid(deps), readRefunds(deps)])
  const months = new Map<string, Figures>(paid.map(({ month, ...figures }) => [month, { ...figures, refunds: 0n }]))
  for (const { month, refunds } of back) months.set(month, { ...(months.get(month) ?? none), refunds })
  const rows = [...months].toSorted(([a], [b]) => b.localeCompare(a))
  return {
    rows: rows.map(([month, figures]) => ({ month, ...presentFigures(figures, code) })),
    total: presentFigures([...months.values()].reduce(plus, none), code),
  }
}
