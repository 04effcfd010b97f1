// Daily and monthly sums as two series without gaps.
import type { OutputOf } from '@wayfare/contract/endpoint'
import { trendDays, trendMonths, type getTrends as trendsEndpoint } from '@wayfare/contract/reports-trends'
import type { UserActor } from '@wayfare/core/accounts'
import { toCityTime } from '@wayfare/core/city-time'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'

type Span = { unit: 'day' | 'month'; from: string; format: string }

/** From the daily sums, even for months: they count all paid bookings, with or without a known driver. */
const readSums = async (deps: Deps, actor: UserActor, { unit, from, format }: Span) => {
  const rows = await deps.db
    .selectFrom('earningDay')
    .select(sql<string>`to_char(day, ${sql.lit(format)})`.as('at'))
    .select(sql<bigint>`sum(convenience_fees_minor)::bigint`.as('revenue'))
    .select(sql<bigint>`sum(rides)::bigint`.as('rides'))
    .where('currency', '=', deps.settings().code)
    .where(sql<boolean>`day >= ${from}::date`)
    .where(isOfFleet(actor))
    .groupBy(sql`date_trunc(${sql.lit(unit)}, day), 1`)
    .execute()
  return new Map(rows.map(({ at, ...figures }) => [at, figures]))
}

const daysUntil = (today: string): string[] => {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  return Array.from({ length: trendDays }, (_none, back) =>
    new Date(Date.UTC(year, month - 1, day - (trendDays - 1 - back))).toISOString().slice(0, 10),
  )
}

const monthsUntil = (today: string): string[] => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: trendMonths }, (_none, back) =>
    new Date(Date.UTC(year, month - 1 - (trendMonths - 1 - back), 1)).toISOString().slice(0, 7),
  )
}

export const getTrends = async (deps: Deps, actor: UserActor): Promise<OutputOf<typeof trendsEndpoint>> => {
  const { code, timeZone } = deps.settings()
  const today = toCityTime(deps.now().getTime(), timeZone).slice(0, 10)
  const [days, months] = [daysUntil(today), monthsUntil(today)]
  const [byDay, byMonth] = await Promise.all([
    readSums(deps, actor, { unit: 'day', from: days[0] ?? today, format: 'YYYY-MM-DD' }),
    readSums(deps, actor, { unit: 'month', from: `${months[0]}-01`, format: 'YYYY-MM' }),
  ])
  const figures = (row: { revenue: bigint; rides: bigint } | undefined) => ({
    revenue: toDecimal(row?.revenue ?? 0n, code),
    rides: Number(row?.rides ?? 0n),
  })
  return {
    days: days.map((day) => ({ day, ...figures(byDay.get(day)) })),
    months: months.map((month) => ({ month, ...figures(byMonth.get(month)) })),
  }
}
