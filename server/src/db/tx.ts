// Promise: rows, events, jobs and the answer under an idempotency key commit together, or not at all.
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@wayfare/core/errors'
import { sql } from 'kysely'
import type { Deps, OnceKey, Tx } from '../deps.ts'
import { getErrorCode } from '../process.ts'
import type { Secrets } from '../secrets.ts'
import { findAnswer } from './answers.ts'
import { timeouts } from './open.ts'
import { openOutbox, sendOutbox, type Sent } from './outbox.ts'

/** Thrown instead of doing the work again: what was answered under this idempotency key. */
type Replay = Error & { readonly replayed: { status: number; body: unknown } }

export const isReplay = (error: unknown): error is Replay => error instanceof Error && 'replayed' in error

const makeReplay = (status: number, body: unknown): Replay =>
  Object.assign(new Error('answered before'), { replayed: { status, body } })

const takeKey = async (tx: Tx, once: OnceKey): Promise<void> => {
  const name = JSON.stringify([once.actor, once.verb, once.key])
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(
    tx,
  )
  if (!rows[0]?.taken) throw new Refusal('request_in_flight')
  const kept = await findAnswer(tx, once)
  if (!kept) return
  if (kept.requestHash !== once.requestHash) throw new Refusal('idempotency_key_reused')
  throw makeReplay(kept.status, kept.body)
}

/** Serialization failure and deadlock: PostgreSQL gave up on us, another try may do. */
const isWorthRetrying = (error: unknown): boolean => ['40001', '40P01'].includes(getErrorCode(error))

const attempts = 3

/** Who is behind a transaction, for the audit log: the visitor's address (null for jobs) and the moment. */
type Origin = { secrets: Secrets; ip: string | null; at: Date }

const origins = new WeakMap<Tx, Origin>()

export const readOrigin = (tx: Tx): Origin => {
  const origin = origins.get(tx)
  if (!origin) throw new Error('this transaction was not opened by inTx')
  return origin
}

type Done<T> = { answer: T; sent: Sent }

const runOnce = <T>(deps: Deps, work: (tx: Tx) => Promise<T>): Promise<Done<T>> =>
  deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      origins.set(tx, { secrets: deps.secrets, ip: deps.ip ?? null, at: deps.now() })
      // where start-up options may not be sent (see open), the limits go with each transaction
      if (!deps.config.dbPrepare) {
        await sql`select set_config('statement_timeout', ${timeouts.statement_timeout}, true), set_config('lock_timeout', ${timeouts.lock_timeout}, true),
          set_config('idle_in_transaction_session_timeout', ${timeouts.idle_in_transaction_session_timeout}, true)`.execute(tx)
      }
      if (deps.once) await takeKey(tx, deps.once)
      openOutbox(tx)
      const answer = await work(tx)
      const sent = await sendOutbox(tx, deps.once ? { ...deps.once, body: JSON.stringify(answer ?? null) } : null)
      return { answer, sent }
    })

/** Runs `work` in a transaction. With `deps.once` its return value must be the reply's body: it is stored and replayed. */
export const inTx = async <T>(deps: Deps, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const { answer, sent } = await runOnce(deps, work)
      const { due, isNews } = sent
      if (isNews) deps.wakeReaders()
      if (due.length > 0) deps.wakeWorkers(due)
      return answer
    } catch (error) {
      if (attempt >= attempts || !isWorthRetrying(error)) throw error
      await pause(Math.random() * 20 * attempt)
    }
  }
}
