// Promise: what is asked in here is found by an index, however many rows the planner thinks there are.
import { sql } from 'kysely'
import type { Deps, Tx } from '../deps.ts'

/** Enough memory to keep in mind which rows an index named, too. */
export const byIndex = <T>({ db }: Pick<Deps, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true)`.execute(tx)
    return work(tx)
  })
