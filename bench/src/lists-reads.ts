// Counts the rows that a list reads for those it shows: its statements are recorded and repeated with EXPLAIN ANALYZE.
import { Client } from 'pg'

type Statement = { text: string; values: readonly unknown[] }
type Given = string | { text: string; values?: readonly unknown[] }

const statementOf = (given: Given, values: unknown): Statement =>
  typeof given === 'string'
    ? { text: given, values: Array.isArray(values) ? values : [] }
    : { text: given.text, values: given.values ?? (Array.isArray(values) ? values : []) }

let taken: Statement[] | null = null

/** Patched before any connection is made, since each keeps the function it was created with. */
const ask = Client.prototype.query as (...given: unknown[]) => unknown
Object.assign(Client.prototype, {
  query(this: unknown, ...given: unknown[]): unknown {
    taken?.push(statementOf(given[0] as Given, given[1]))
    return ask.apply(this, given)
  },
})

/** Records every statement that this process sends to any database during the work. */
const takeDown = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const mine: Statement[] = []
  taken = mine
  try {
    await work()
  } finally {
    taken = null
  }
  return mine
}

type Plan = Record<string, unknown> & { Plans?: Plan[] }

/** Counts the rows that table scans read, including those they discarded. */
const countRead = (plan: Plan): number => {
  const of = (name: string): number => Number(plan[name] ?? 0)
  const inEach = of('Actual Rows') + of('Rows Removed by Filter') + of('Rows Removed by Index Recheck')
  const own = 'Relation Name' in plan ? inEach * of('Actual Loops') : 0
  return own + (plan.Plans ?? []).reduce((sum, below) => sum + countRead(below), 0)
}

const isRead = ({ text }: Statement): boolean => /^\s*(select|with)\b/i.test(text) && !text.includes('set_config')
/** True for statements that look up the session, which every request needs. */
const isOfSession = ({ text }: Statement): boolean => /auth_session|"setting"/.test(text)
/** Settings of a transaction are repeated, so that the plan is the same; they end with the transaction. */
const isSetting = ({ text }: Statement): boolean => text.includes('set_config')
const isEnd = ({ text }: Statement): boolean => /^\s*(commit|rollback)\b/i.test(text)

export const countRowsRead = async (url: string, work: () => Promise<unknown>): Promise<number> => {
  const taken = (await takeDown(work)).filter((statement) => !isOfSession(statement))
  const client = new Client({ connectionString: url })
  await client.connect()
  let read = 0
  await client.query('begin')
  for (const statement of taken) {
    if (isSetting(statement)) await client.query(statement.text, [...statement.values])
    if (isEnd(statement)) await client.query('rollback and chain')
    if (!isRead(statement)) continue
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${statement.text}`,
      [...statement.values],
    )
    const rowsRead = countRead(rows[0]?.['QUERY PLAN'][0].Plan ?? {})
    if (process.env['BENCH_STATEMENTS']) console.log(`${rowsRead} ${statement.text.slice(0, 400)}`)
    read += rowsRead
  }
  await client.query('rollback')
  await client.end()
  return read
}
