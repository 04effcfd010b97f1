// Promise: what a transaction tells others, its events, its jobs and its answer under an idempotency key, is written by one statement at its end.
import type { JobName } from '@wayfare/core/events'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import { writeAnswer, type Answer } from './answers.ts'

/** What follows the commit: jobs that may begin, and news for whoever reads events. */
export type Sent = { due: readonly JobName[]; isNews: boolean }

/** Parts of one statement: writes to tables, and calls of functions. */
export type Parts = { tables?: readonly RawBuilder<unknown>[]; calls?: readonly RawBuilder<unknown>[] } & Partial<Sent>

/** How the rows of one kind are written; events and jobs have one each. `isQuiet`: who waits for them is woken after the commit. */
type Writer<Row> = (rows: readonly Row[], isQuiet: boolean) => Parts

type Outbox = Map<Writer<never>, unknown[]>

const open = new WeakMap<Tx | Db, Outbox>()

const send = async (db: Tx | Db, parts: readonly Parts[]): Promise<void> => {
  const tables = parts.flatMap((part) => part.tables ?? [])
  const calls = parts.flatMap((part) => part.calls ?? [])
  const [first] = tables
  if (!first && calls.length === 0) return
  if (first && tables.length + calls.length === 1) return void (await first.execute(db))
  const named = tables.map((table, at) => sql`${sql.raw(`part${at}`)} as (${table})`)
  const written = named.length > 0 ? sql`with ${sql.join(named)}` : sql``
  await sql`${written} select ${calls.length > 0 ? sql.join(calls) : sql``}`.execute(db)
}

/** From now on what this transaction tells is kept until `sendOutbox`. */
export const openOutbox = (tx: Tx): void => void open.set(tx, new Map())

/** Writes what was kept, and the answer. */
export const sendOutbox = async (tx: Tx, answer: Answer | null): Promise<Sent> => {
  const kept = [...(open.get(tx) ?? [])].map(([writer, rows]) => writer(rows as never[], true))
  open.delete(tx)
  await send(tx, answer ? [...kept, { tables: [writeAnswer(answer)] }] : kept)
  return { due: kept.flatMap(({ due }) => due ?? []), isNews: kept.some(({ isNews }) => isNews) }
}

/** In their order among those of one writer; at once where no transaction of ours keeps them. */
export const putRows = async <Row>(db: Tx | Db, writer: Writer<Row>, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  const kept = open.get(db)
  if (!kept) return send(db, [writer(rows, false)])
  const before = kept.get(writer)
  if (before) for (const row of rows) before.push(row)
  else kept.set(writer, [...rows])
}
