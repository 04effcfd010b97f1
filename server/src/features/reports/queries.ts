// The dashboard's figures: everything for an admin, their own drivers for a fleet admin.
import type { OutputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports'
import type { UserActor } from '@wayfare/core/accounts'
import { activeStatuses, waitingStatuses } from '@wayfare/core/booking'
import { computeNextCityTime, toCityTime } from '@wayfare/core/city-time'
import { FRESH_MS } from '@wayfare/core/dispatch'
import { toDecimal } from '@wayfare/core/money'
import { sql, type Expression } from 'kysely'
import { failedRefunds, lateRefunds } from '../../db/failed-refunds.ts'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'

type Dashboard = OutputOf<typeof contract.getDashboard>

/** A one-row query as a JSON column of another. */
const asPart = <Row>(query: Expression<Row>) => sql<Row>`(select to_jsonb(part) from (${query}) part)`

/** Convenience fees of paid bookings by the day of payment in the city's time zone; as text, which JSON keeps exact. */
const sumRevenue = (deps: Deps, actor: UserActor) => {
  const { code, timeZone } = deps.settings()
  const today = toCityTime(deps.now().getTime(), timeZone).slice(0, 10)
  const fees = sql`convenience_fees_minor`
  return deps.db
    .selectFrom('earningDay')
    .select([
      sql<string>`coalesce(sum(${fees}) filter (where day = ${today}::date), 0)::bigint::text`.as('today'),
      sql<string>`coalesce(sum(${fees}) filter (where day >= date_trunc('month', ${today}::date)), 0)::bigint::text`.as('month'),
      sql<string>`coalesce(sum(${fees}), 0)::bigint::text`.as('all'),
    ])
    .where('currency', '=', code)
    .where(isOfFleet(actor))
}

/** Counts from an index alone, because many bookings wait for a rating. */
const countActive = ({ db }: Deps, actor: UserActor) =>
  db
    .selectFrom('booking')
    .select((e) => ['status', e.fn.countAll<bigint>().as('count')])
    .where('status', 'in', activeStatuses)
    .where(isOfFleet(actor))
    .groupBy('status')

const countWaiting = ({ db, now }: Deps, actor: UserActor) =>
  db
    .selectFrom('booking')
    .select(sql<number>`count(no_taker)`.as('noTaker'))
    .select(sql<number>`count(*) filter (where release_at <= ${now()})`.as('waiting'))
    .where('status', 'in', waitingStatuses)
    .where(isOfFleet(actor))

/** Positions are written every two seconds; newer ones are in memory. */
const isHeardOf = ({ positions, now }: Deps) => {
  const since = now().getTime() - FRESH_MS
  const ids = [...positions.all()].filter(({ at }) => at >= since).map(({ driverId }) => driverId)
  return sql<boolean>`(app_user.id = any(${ids}) or coalesce(driver_position.at >= ${new Date(since)}, false))`
}

const countDrivers = (deps: Deps, actor: UserActor) => {
  const fresh = isHeardOf(deps)
  return deps.db
    .selectFrom('appUser')
    .leftJoin('driverPosition', 'driverPosition.driverId', 'appUser.id')
    .select([
      sql<number>`count(*) filter (where driver_active_status and not queue and ${fresh})`.as('online'),
      sql<number>`count(*) filter (where queue)`.as('busy'),
      sql<number>`count(*) filter (where not queue and driver_active_status and not ${fresh})`.as('stale'),
      sql<number>`count(*) filter (where not queue and not driver_active_status)`.as('offline'),
      sql<number>`count(*) filter (where not approved and blocked_at is null)`.as('unapproved'),
    ])
    .where('userType', '=', 'driver')
    .where('removedAt', 'is', null)
    .where(isOfFleet(actor))
}

/**
 * The payments that the list calls troubled (payments/queries-troubles), each once, except those whose provider is unavailable:
 * these recover by themselves.
 */
const troubled = sql`select count(*) from (
  select id from payment where (problem is not null and problem <> 'provider_unavailable')
    or coalesce(dispute in ('inquiry', 'open'), false)
  union
  ${failedRefunds}
  union
  ${lateRefunds}
  ) trouble`

/** What needs an admin's action; not counted for others. */
const countDuties = ({ role }: UserActor) =>
  role === 'admin'
    ? sql<Pick<Dashboard, 'withdraws' | 'troubles'>>`select
        (select count(*) from withdraw where processed = false and ended_as is null) as withdraws,
        (${troubled}) as troubles`
    : sql<Pick<Dashboard, 'withdraws' | 'troubles'>>`select null as withdraws, null as troubles`

type Counted = {
  revenue: Dashboard['revenue']
  active: Record<string, number>
  waiting: { no_taker: number; waiting: number }
  drivers: Dashboard['drivers'] & Pick<Dashboard, 'unapproved'>
  duties: Pick<Dashboard, 'withdraws' | 'troubles'>
}

/** One statement on one connection: the page polls it, and several connections would each have to be opened and warmed up. */
const count = async (deps: Deps, actor: UserActor): Promise<Counted> => {
  const { rows } = await sql<Counted>`select
    ${asPart(sumRevenue(deps, actor))} as revenue,
    (select coalesce(jsonb_object_agg(status, count), '{}') from (${countActive(deps, actor)}) part) as active,
    ${asPart(countWaiting(deps, actor))} as waiting,
    ${asPart(countDrivers(deps, actor))} as drivers,
    ${asPart(countDuties(actor))} as duties`.execute(deps.db)
  const [row] = rows
  if (!row) throw new Error('a count is a row')
  return row
}

export const getDashboard = async (deps: Deps, actor: UserActor): Promise<Dashboard> => {
  const { code, timeZone } = deps.settings()
  const { revenue, active, waiting, drivers, duties } = await count(deps, actor)
  const { unapproved, ...states } = drivers
  const amount = (minor: string): string => toDecimal(BigInt(minor), code)
  return {
    revenue: { today: amount(revenue.today), month: amount(revenue.month), all: amount(revenue.all) },
    active: activeStatuses.flatMap((status) => {
      const found = active[status]
      return found === undefined ? [] : [{ status, count: found }]
    }),
    noTaker: waiting.no_taker,
    waiting: waiting.waiting,
    drivers: states,
    unapproved,
    ...duties,
    dayEndsAt: computeNextCityTime(deps.now().getTime(), '00:00', timeZone),
  }
}
