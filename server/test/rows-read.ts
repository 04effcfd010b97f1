// What a query read, by the plan that PostgreSQL reports of it.
import type { CompiledQuery } from 'kysely'
import type { Db } from '../src/deps.ts'

export type Plan = Record<string, unknown> & { Plans?: Plan[] }

/** Rows of tables that `explain (analyze, format json)` has read, those that did not fit included. */
export const countRead = (plan: Plan): number => {
  const of = (name: string): number => Number(plan[name] ?? 0)
  const rows = of('Actual Rows') + of('Rows Removed by Filter') + of('Rows Removed by Index Recheck')
  const own = 'Relation Name' in plan ? rows * of('Actual Loops') : 0
  return own + (plan.Plans ?? []).reduce((sum, below) => sum + countRead(below), 0)
}

/** Runs the query, and gives the plan by which it was answered. */
export const readPlan = async (db: Db, query: CompiledQuery): Promise<Plan> => {
  const explain = { ...query, sql: `explain (analyze, format json) ${query.sql}` }
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan was told')
  return plan
}
