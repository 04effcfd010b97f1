// Counts jobs that are due but not taken up, separately for our own and for those that wait for outside services.
import { sql } from 'kysely'
import type { Db } from '../deps.ts'
import { outsideJobs } from './queue.ts'

type Side = { waiting: number; oldestS: number }
/** `outside`: messages and requests to payment providers, which may be slow without delaying a trip. */
export type Backlog = { inside: Side; outside: Side }

/** A failed job is due again at its next try; one that has used up its tries is never due. */
export const readBacklog = async (db: Db): Promise<Backlog> => {
  const { rows } = await sql<{ outside: boolean; waiting: number; oldestS: number }>`
    select t.identifier = any(${[...outsideJobs]}::text[]) as outside, count(*)::int as waiting,
      greatest(0, extract(epoch from now() - min(j.run_at)))::float8 as "oldestS"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.is_available and j.run_at <= now() group by 1`.execute(db)
  const sideOf = (outside: boolean): Side => {
    const row = rows.find((one) => one.outside === outside)
    return { waiting: row?.waiting ?? 0, oldestS: row?.oldestS ?? 0 }
  }
  return { inside: sideOf(false), outside: sideOf(true) }
}
