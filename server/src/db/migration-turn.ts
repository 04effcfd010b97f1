// Promise: one process migrates at a time, for as long as it takes; what does not end (another's turn, a lock that somebody holds, a
// database that says nothing any more) is told in one sentence.
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Log } from '../deps.ts'
import { getErrorCode, makeStartError } from '../process.ts'
import { openPool } from './open.ts'

export type TurnLimits = {
  /** for another process that migrates */
  turnMs: number
  /** for a lock that one of the migration's statements needs */
  lockMs: number
  /** for a sign of life while it runs */
  silentMs: number
}

export const usualWaits: TurnLimits = { turnMs: 600_000, lockMs: 60_000, silentMs: 30_000 }

// any number that nobody else uses
const lock = 7_341_903

const holders = `
select string_agg(format('%s (%s, for %s s)', pid, coalesce(nullif(application_name, ''), usename), age), ', ') as who from (
  select a.pid, a.application_name, a.usename, extract(epoch from now() - a.xact_start)::integer as age
  from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
  order by a.xact_start limit 3) oldest`

const turnHolder = `
select string_agg(l.pid::text, ', ') as who from pg_locks l
where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.database = (select oid from pg_database where datname = current_database())`

const waitForTurn = async (client: ClientBase, log: Log, turnMs: number): Promise<void> => {
  const deadline = performance.now() + turnMs
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (rows[0]?.mine) return
    if (performance.now() > deadline) {
      const held = await client.query<{ who: string | null }>(turnHolder, [lock])
      throw makeStartError(
        `Another process has been bringing the database up to date for ${Math.ceil(turnMs / 60_000)} min (connection ${held.rows[0]?.who ?? 'gone'}). Wait for it, or end it, and start again.`,
      )
    }
    if (attempt === 0) log.info({}, 'another process brings the database up to date: waiting for it')
    await pause(Math.min(500, turnMs))
  }
}

/** What a statement waited for in vain: those whose transactions are open longest. */
const explainLock = async (client: ClientBase, error: unknown): Promise<unknown> => {
  if (getErrorCode(error) !== '55P03') return error
  const { rows } = await client.query<{ who: string | null }>(holders)
  const who = rows[0]?.who
  return makeStartError(
    `The database cannot be brought up to date: somebody else holds a table that must change. ${who ? `The longest open transactions: ${who}. ` : ''}Stop other servers on this database, or end these connections (select pg_terminate_backend(…)), and start again.`,
    error,
  )
}

/** Rejects once the database has said nothing for so long; work that takes its time says something on a connection of its own. */
const watch = (pool: Pool, log: Log, silentMs: number) => {
  const beside = openPool(
    { ...pool.options, max: 1, connectionTimeoutMillis: silentMs / 3, answerWithinMs: silentMs / 3 },
    { ...log, warn: () => {} },
  )
  let heardAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    const look = async (): Promise<void> => {
      const isThere = await beside.query('select 1').then(
        () => true,
        () => false,
      )
      if (isThere) heardAt = performance.now()
      if (performance.now() - heardAt < silentMs) timer = setTimeout(() => void look(), silentMs / 6)
      else
        reject(makeStartError('The database stopped answering while it was brought up to date. Look after it, and start again.'))
    }
    timer = setTimeout(() => void look(), silentMs / 6)
  })
  silence.catch(() => {})
  return {
    silence,
    stop: async (): Promise<void> => {
      clearTimeout(timer)
      await beside.end()
    },
  }
}

/** Runs `work` when it is this process's turn, with connections that may take their time and wait for no lock for ever. */
export const runInTurn = async (
  given: Pool,
  log: Log,
  work: (pool: Pool, client: ClientBase) => Promise<void>,
  { turnMs, lockMs, silentMs }: TurnLimits,
): Promise<void> => {
  const pool = openPool({ ...given.options, max: 4, answerWithinMs: null }, log)
  // said on each connection, since start-up options do not pass every pooler; queued before what is asked of it first
  pool.on('connect', (client) => void client.query(`set lock_timeout = ${Math.round(lockMs)}`).catch(() => {}))
  const watching = watch(given, log, silentMs)
  let isSilent = false
  const heard = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, watching.silence])
  watching.silence.catch(() => void (isSilent = true))
  const run = async (): Promise<void> => {
    const client = await pool.connect()
    try {
      await waitForTurn(client, log, turnMs)
      await work(pool, client).catch(async (error: unknown) => {
        throw await explainLock(client, error)
      })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
      client.release()
    }
  }
  try {
    await heard(run())
  } finally {
    await watching.stop()
    // of a database that says nothing no connection can be ended in good order: the start ends, and they with it
    if (!isSilent) await pool.end()
  }
}
