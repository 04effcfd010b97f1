// What the dashboard counts: all for an admin, what is of the own drivers for a fleet admin.
import type { OutputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports'
import type { UserActor } from '@wayfare/core/accounts'
import { activeStatuses, waitingStatuses } from '@wayfare/core/booking'
import { computeNextCityTime, toCityTime } from '@wayfare/core/city-time'
import { FRESH_MS } from '@wayfare/core/dispatch'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'

type Dashboard = OutputOf<typeof contract.getDashboard>

/** Convenience fees of paid bookings by the day they were paid, in the city's time zone. */
const readRevenue = async (deps: Deps, actor: UserActor): Promise<Dashboard['revenue']> => {
  const { code, timeZone } = deps.settings()
  const today = toCityTime(deps.now().getTime(), timeZone).slice(0, 10)
  const fees = sql`convenience_fees_minor`
  const row = await deps.db
    .selectFrom('earningDay')
    .select([
      sql<bigint>`coalesce(sum(${fees}) filter (where day = ${today}::date), 0)::bigint`.as('today'),
      sql<bigint>`coalesce(sum(${fees}) filter (where day >= date_trunc('month', ${today}::date)), 0)::bigint`.as('month'),
      sql<bigint>`coalesce(sum(${fees}), 0)::bigint`.as('ever'),
    ])
    .where('currency', '=', code)
    .where(isOfFleet(actor))
    .executeTakeFirstOrThrow()
  return { today: toDecimal(row.today, code), month: toDecimal(row.month, code), all: toDecimal(row.ever, code) }
}

const readActive = async ({ db, now }: Deps, actor: UserActor) => {
  const ofFleet = db.selectFrom('booking').where(isOfFleet(actor))
  const [rows, asked] = await Promise.all([
    // of an index alone: those that wait for a rating are many
    ofFleet
      .select((e) => ['status', e.fn.countAll<bigint>().as('count')])
      .where('status', 'in', activeStatuses)
      .groupBy('status')
      .execute(),
    ofFleet
      .select(sql<bigint>`count(no_taker)`.as('noTaker'))
      .select(sql<bigint>`count(*) filter (where release_at <= ${now()})`.as('waiting'))
      .where('status', 'in', waitingStatuses)
      .executeTakeFirstOrThrow(),
  ])
  const countOf = (status: string): number => Number(rows.find((row) => row.status === status)?.count ?? 0n)
  return {
    active: activeStatuses.map((status) => ({ status, count: countOf(status) })).filter(({ count }) => count > 0),
    noTaker: Number(asked.noTaker),
    waiting: Number(asked.waiting),
  }
}

/** Positions are written every two seconds: the newest are in memory. */
const isHeardOf = ({ positions, now }: Deps) => {
  const since = now().getTime() - FRESH_MS
  const ids = [...positions.all()].filter(({ at }) => at >= since).map(({ driverId }) => driverId)
  return sql<boolean>`(app_user.id = any(${ids}) or coalesce(driver_position.at >= ${new Date(since)}, false))`
}

const readDrivers = async (deps: Deps, actor: UserActor): Promise<Pick<Dashboard, 'drivers' | 'unapproved'>> => {
  const fresh = isHeardOf(deps)
  const row = await deps.db
    .selectFrom('appUser')
    .leftJoin('driverPosition', 'driverPosition.driverId', 'appUser.id')
    .select([
      sql<bigint>`count(*) filter (where driver_active_status and not queue and ${fresh})`.as('online'),
      sql<bigint>`count(*) filter (where queue)`.as('busy'),
      sql<bigint>`count(*) filter (where not queue and driver_active_status and not ${fresh})`.as('stale'),
      sql<bigint>`count(*) filter (where not queue and not driver_active_status)`.as('offline'),
      sql<bigint>`count(*) filter (where not approved and blocked_at is null)`.as('unapproved'),
    ])
    .where('userType', '=', 'driver')
    .where('removedAt', 'is', null)
    .where(isOfFleet(actor))
    .executeTakeFirstOrThrow()
  const drivers = {
    online: Number(row.online),
    busy: Number(row.busy),
    stale: Number(row.stale),
    offline: Number(row.offline),
  }
  return { drivers, unapproved: Number(row.unapproved) }
}

/** What waits for an admin's hand, and is nobody else's business. */
const readDuties = async ({ db }: Deps): Promise<Pick<Dashboard, 'withdraws' | 'troubles'>> => {
  const count = sql<bigint>`count(*)`.as('count')
  const [open, wrong, failed] = await Promise.all([
    db.selectFrom('withdraw').select(count).where('processed', '=', false).where('endedAs', 'is', null).executeTakeFirstOrThrow(),
    db
      .selectFrom('payment')
      .select(count)
      .where('problem', 'is not', null)
      // it comes back by itself
      .where('problem', '<>', 'provider_unavailable')
      .executeTakeFirstOrThrow(),
    db.selectFrom('refund').select(count).where('state', '=', 'failed').executeTakeFirstOrThrow(),
  ])
  return { withdraws: Number(open.count), troubles: Number(wrong.count) + Number(failed.count) }
}

export const getDashboard = async (deps: Deps, actor: UserActor): Promise<Dashboard> => {
  const [revenue, bookings, drivers, duties] = await Promise.all([
    readRevenue(deps, actor),
    readActive(deps, actor),
    readDrivers(deps, actor),
    actor.role === 'admin' ? readDuties(deps) : { withdraws: null, troubles: null },
  ])
  const dayEndsAt = computeNextCityTime(deps.now().getTime(), '00:00', deps.settings().timeZone)
  return { revenue, ...bookings, ...drivers, ...duties, dayEndsAt }
}
