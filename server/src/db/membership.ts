// Promise: a server works on a database alone, or knows that it does not. What only one of several may do is done by whoever holds its
// lease; a lease ends with the connection that holds it, so that one that was killed leaves nothing behind.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { isStartError, makeStartError } from '../process.ts'

// any numbers that nobody else uses
const [membershipKey, leaseKey] = [7_341_904, 7_341_905]

/** A server that is on its way out, or was killed on a machine that is gone, is waited for (ms). */
const usualWaitMs = 15_000
const tryEveryMs = 1000
const askWithinMs = 5000

// A machine that is gone says no goodbye: PostgreSQL ends its connection, and with it what it held, after some 10 s.
const keepalive = '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

const holder = `
select string_agg(format('connection %s%s, since %s', a.pid, ' from ' || host(a.client_addr), to_char(a.backend_start at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"')), '; ') as who
from pg_locks l join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
  and l.database = (select oid from pg_database where datname = current_database())`

export type Membership = {
  /** whether this process is the one that does what only one may do; asks for it where nobody does */
  isLeader: () => boolean
  leave: () => Promise<void>
}

/** `onTaken`: another server works on the database alone, so that this one must not go on. `waitMs`: in tests. */
type Options = Pick<Config, 'bus' | 'dbPrepare' | 'databaseDirectUrl'> & {
  url: string
  log: Log
  onTaken: (reason: Error) => void
  waitMs?: number
}

type Held = { client: Client; lost: Promise<void> }

const connect = async ({ url, databaseDirectUrl, dbPrepare }: Options): Promise<Held> => {
  const client = new Client({
    connectionString: databaseDirectUrl ?? url,
    application_name: 'wayfare server',
    connectionTimeoutMillis: askWithinMs,
    query_timeout: askWithinMs,
    keepAlive: true,
    ...(dbPrepare ? { options: keepalive } : {}),
  })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  await client.connect()
  return { client, lost }
}

const tryLock = async (client: Client, isShared: boolean, key: number): Promise<boolean> => {
  const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ mine: boolean }>(`select ${lock}($1) as mine`, [key])
  return rows[0]?.mine ?? false
}

const explain = async (client: Client, isShared: boolean): Promise<Error> => {
  const { rows } = await client.query<{ who: string | null }>(holder, [membershipKey])
  const who = rows[0]?.who ?? 'gone by now'
  return makeStartError(
    isShared
      ? `Another Wayfare server works on this database and does not know of others (${who}). Stop it, or start it with WAYFARE_BUS=postgres, too.`
      : `Another Wayfare server works on this database already (${who}). Stop it first; several at a time need WAYFARE_BUS=postgres, each of them.`,
  )
}

type Life = { hasLeft: boolean; isLeader: boolean }

const takeMembership = async ({ client }: Held, { bus, log, waitMs = usualWaitMs }: Options, life: Life): Promise<void> => {
  const isShared = bus !== 'local'
  const deadline = performance.now() + waitMs
  for (let attempt = 0; !(await tryLock(client, isShared, membershipKey)); attempt++) {
    if (life.hasLeft || performance.now() >= deadline) throw await explain(client, isShared)
    if (attempt === 0) log.info({}, 'another server works on this database: waiting until it has ended')
    await pause(Math.min(tryEveryMs, waitMs))
  }
}

/** Throws one clear sentence where another server works on the database, unless each of them says that it is one of several. */
export const joinDatabase = async (options: Options): Promise<Membership> => {
  const { log, onTaken } = options
  const life: Life = { hasLeft: false, isLeader: false }
  const join = async (): Promise<Held> => {
    const held = await connect(options)
    try {
      await takeMembership(held, options, life)
      return held
    } catch (error) {
      await held.client.end().catch(() => {})
      throw error
    }
  }
  let held = await join()

  const tryToLead = async (): Promise<void> => {
    life.isLeader ||= await tryLock(held.client, false, leaseKey)
    // a connection that says nothing more holds nothing for sure
    if (life.isLeader) await held.client.query('select 1')
  }
  const joinAgain = async (): Promise<void> => {
    while (!life.hasLeft) {
      try {
        held = await join()
        return
      } catch (error) {
        if (life.hasLeft) return
        if (isStartError(error)) return onTaken(error)
        await pause(tryEveryMs, undefined, { ref: false })
      }
    }
  }
  const ending = new AbortController()
  const keep = async (): Promise<void> => {
    while (!life.hasLeft) {
      await tryToLead().catch(() => void held.client.connection.stream.destroy())
      const turn = pause(tryEveryMs, false, { signal: ending.signal, ref: false }).catch(() => false)
      const isLost = await Promise.race([held.lost.then(() => true), turn])
      if (!isLost || life.hasLeft) continue
      life.isLeader = false
      log.warn({}, 'the connection that says that this server works here broke')
      await joinAgain()
    }
  }
  await tryToLead()
  const keeping = keep()
  return {
    isLeader: () => life.isLeader,
    leave: async () => {
      life.hasLeft = true
      life.isLeader = false
      ending.abort()
      await keeping
      await held.client.end().catch(() => {})
    },
  }
}
