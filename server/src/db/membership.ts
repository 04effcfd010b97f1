// Promise: a server works on a database alone, or knows that it does not. What only one of several may do is done by whoever holds its
// lease; a lease ends with the connection that holds it, so that one that was killed leaves nothing behind.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { isStartError, makeStartError } from '../process.ts'
import { makeTrouble } from './open.ts'

// any numbers that nobody else uses
const [membershipKey, leaseKey] = [7_341_904, 7_341_905]

/** A server that is on its way out, or was killed on a machine that is gone, is waited for (ms). */
const usualWaitMs = 15_000
const tryEveryMs = 1000
const askWithinMs = 5000

// A machine that is gone says no goodbye: PostgreSQL ends its connection, and with it what it held, after some 10 s.
const keepalive = '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000'

const holder = `
select string_agg(format('connection %s%s, since %s', a.pid, ' from ' || host(a.client_addr), to_char(a.backend_start at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"')), '; ') as who
from pg_locks l join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
  and l.database = (select oid from pg_database where datname = current_database())`

export type Membership = {
  /** whether this process is the one that does what only one may do */
  isLeader: () => boolean
  /** the same, and as long as the database is away whoever led last: for what had better be done twice than never */
  ledLast: () => boolean
  /** runs what no other server may meet; throws one clear sentence where one works on the database */
  whileAlone: (work: () => Promise<void>) => Promise<void>
  leave: () => Promise<void>
}

/** `onTaken`: another server works on the database alone, so that this one must not go on. `waitMs`: in tests. */
type Options = Pick<Config, 'bus' | 'roles' | 'dbPrepare' | 'databaseDirectUrl'> & {
  url: string
  log: Log
  onTaken: (reason: Error) => void
  waitMs?: number
}

/** A connection as PostgreSQL knows it: numbers are given again, starts are not. */
type Backend = { pid: number; start: string }
type Held = { client: Client; backend: Backend; lost: Promise<void> }

const readBackend = async (client: Client): Promise<Backend> => {
  const { rows } = await client.query<Backend>(
    'select pid, backend_start::text as start from pg_stat_activity where pid = pg_backend_pid()',
  )
  return rows[0] ?? { pid: 0, start: '' }
}

/** Says to others on the database how this server hears of them. */
const nameOf = (bus: Options['bus']): string => (bus === 'local' ? 'wayfare server' : `wayfare server, bus ${bus}`)

const connect = async ({ url, databaseDirectUrl, dbPrepare, bus }: Options): Promise<Held> => {
  const client = new Client({
    connectionString: databaseDirectUrl ?? url,
    application_name: nameOf(bus),
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
  const [backend, again] = [await readBackend(client), await readBackend(client)]
  if (backend.pid !== again.pid) {
    await client.end().catch(() => {})
    throw makeStartError(
      'DATABASE_URL leads to a pooler that gives each statement another connection: set DATABASE_DIRECT_URL to the same database past it.',
    )
  }
  return { client, backend, lost }
}

const closeWithinMs = 1000

/** A database that is silent says no goodbye. */
const disconnect = async ({ client }: Pick<Held, 'client'>): Promise<void> => {
  const ended = client.end().catch(() => {})
  await Promise.race([ended, pause(closeWithinMs, undefined, { ref: false })])
  client.connection.stream.destroy()
}

/** What this process held before its connection broke: PostgreSQL may not have noticed yet. */
const endBackend = async (client: Client, { pid, start }: Backend): Promise<void> => {
  const own = `pid = $1 and backend_start = $2::timestamptz and application_name like 'wayfare server%'`
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${own}`, [pid, start])
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
      ? `Another Wayfare server works on this database and does not know of others (${who}). Stop it, or start it with WAYFARE_BUS=postgres or nats, too.`
      : `Another Wayfare server works on this database already (${who}). Stop it first; several at a time need WAYFARE_BUS=postgres or nats, each of them.`,
  )
}

/** How others hear of one another that would not hear of this one, nor it of them; null: there are none. */
const findOtherBus = async (client: Client, bus: Options['bus']): Promise<string | null> => {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and a.application_name <> $2
      and l.database = (select oid from pg_database where datname = current_database()) limit 1`,
    [membershipKey, nameOf(bus)],
  )
  // whoever shares the database without a word about it is of a version that knew no other way
  return rows[0] ? (/bus (\w+)$/.exec(rows[0].name)?.[1] ?? 'postgres') : null
}

type Life = { hasLeft: boolean; isLeader: boolean; ledLast: boolean }

/** One that is on its way out, or was on a machine that is gone, is waited for. */
const checkSameBus = async (client: Client, { bus, waitMs = usualWaitMs }: Options, life: Life): Promise<void> => {
  const deadline = performance.now() + waitMs
  for (;;) {
    const other = bus === 'local' ? null : await findOtherBus(client, bus)
    if (!other || other === bus) return
    if (life.hasLeft || performance.now() >= deadline)
      throw makeStartError(
        `Another server works on this database with WAYFARE_BUS=${other}, and this one has ${bus}: all need the same.`,
      )
    await pause(Math.min(tryEveryMs, waitMs))
  }
}

const othersWork =
  'The database has to be brought up to date, and other servers of an older version work on it. Stop them, start this one, and then the others.'

const takeMembership = async ({ client }: Held, { bus, log, waitMs = usualWaitMs }: Options, life: Life): Promise<void> => {
  const isShared = bus !== 'local'
  const deadline = performance.now() + waitMs
  for (let attempt = 0; !(await tryLock(client, isShared, membershipKey)); attempt++) {
    if (life.hasLeft || performance.now() >= deadline) throw await explain(client, isShared)
    if (attempt === 0) log.info({}, 'another server works on this database: waiting until it has ended')
    await pause(Math.min(tryEveryMs, waitMs))
  }
}

/** `before`: the connection that this process had, where it broke. */
const makeJoin =
  (options: Options, life: Life) =>
  async (before?: Backend): Promise<Held> => {
    const held = await connect(options)
    try {
      if (before) await endBackend(held.client, before)
      await takeMembership(held, options, life)
      await checkSameBus(held.client, options, life)
      return held
    } catch (error) {
      await disconnect(held)
      throw error
    }
  }

const runAlone = async (client: Client, work: () => Promise<void>): Promise<void> => {
  // whoever shares it alone may have it whole
  if (!(await tryLock(client, false, membershipKey))) throw makeStartError(othersWork)
  try {
    await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [membershipKey]).catch(() => {})
  }
}

/** Throws one clear sentence where another server works on the database, unless each of them says that it is one of several. */
export const joinDatabase = async (options: Options): Promise<Membership> => {
  const { log, roles, onTaken } = options
  const life: Life = { hasLeft: false, isLeader: false, ledLast: false }
  const join = makeJoin(options, life)
  let held = await join()

  const tryToLead = async (): Promise<void> => {
    // who does none of it would keep others from it
    if (roles.has('worker')) life.isLeader ||= await tryLock(held.client, false, leaseKey)
    // a connection that says nothing more holds nothing for sure
    await held.client.query('select 1')
    life.ledLast = life.isLeader
  }
  const joinAgain = async (): Promise<void> => {
    while (!life.hasLeft) {
      try {
        held = await join(held.backend)
        return
      } catch (error) {
        if (life.hasLeft) return
        if (isStartError(error)) {
          life.hasLeft = true
          return onTaken(error)
        }
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
      log.warn({ err: makeTrouble() }, 'the connection that says that this server works here broke')
      await joinAgain()
    }
  }
  await tryToLead()
  const keeping = keep()
  return {
    isLeader: () => life.isLeader,
    ledLast: () => life.ledLast,
    whileAlone: (work) => runAlone(held.client, work),
    leave: async () => {
      life.hasLeft = true
      life.isLeader = false
      life.ledLast = false
      ending.abort()
      await keeping
      await disconnect(held)
    },
  }
}

type Stoppable = { stop: () => Promise<void> }

/** What only one of several processes does: begun when this one leads, ended when it leads no more. */
export const whileLeading = (
  { isLeader }: Pick<Membership, 'isLeader'>,
  begin: () => Stoppable,
  lookEveryMs = tryEveryMs,
): Stoppable => {
  const ending = new AbortController()
  let running: Stoppable | null = null
  const keep = async (): Promise<void> => {
    do {
      if (isLeader()) running ??= begin()
      else {
        await running?.stop()
        running = null
      }
    } while (await pause(lookEveryMs, true, { signal: ending.signal, ref: false }).catch(() => false))
    await running?.stop()
  }
  const keeping = keep()
  return {
    stop: async (): Promise<void> => {
      ending.abort()
      await keeping
    },
  }
}
