// What a query read, by the plan that PostgreSQL reports of it.
export type Plan = Record<string, unknown> & { Plans?: Plan[] }

/** Rows of tables that `explain (analyze, format json)` has read, those that did not fit included. */
export const countRead = (plan: Plan): number => {
  const of = (name: string): number => Number(plan[name] ?? 0)
  const rows = of('Actual Rows') + of('Rows Removed by Filter') + of('Rows Removed by Index Recheck')
  const own = 'Relation Name' in plan ? rows * of('Actual Loops') : 0
  return own + (plan.Plans ?? []).reduce((sum, below) => sum + countRead(below), 0)
}
