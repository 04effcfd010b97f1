// Which statements a piece of work sends, and how many transactions they are: of requests, reactions and jobs, each by its name.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { sql } from 'kysely'
import type { Db, NewSpan, Span, Traces } from '../src/deps.ts'

/** `cause`: the request, reaction or job that sent it; null: nobody's. `database`: the name of the one it went to. */
export type SentStatement = { cause: string | null; text: string; client: unknown; database: string | undefined }

type Query = (this: Client, ...args: unknown[]) => unknown

const textOf = (first: unknown): string => {
  const text = typeof first === 'string' ? first : (first as { text?: string }).text
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Hears every statement of this process from now on, and says whose it was by the spans that the server makes of its work. */
export const hearStatements = () => {
  const sent: SentStatement[] = []
  const causes = new AsyncLocalStorage<string>()
  const silent: Span = { end: () => {}, within: (work) => work() }
  const spanOf = ({ name }: NewSpan): Span => ({ end: () => {}, within: (work) => causes.run(name, work) })
  const traces: Traces = {
    begin: (span) => (span.kind === 'client' ? silent : spanOf(span)),
    run: ({ name }, work) => causes.run(name, work),
    isWithin: () => causes.getStore() !== undefined,
  }
  const query = Client.prototype.query as Query
  const heard: Query = function (...args) {
    sent.push({ cause: causes.getStore() ?? null, text: textOf(args[0]), client: this, database: this.database })
    return query.apply(this, args)
  }
  Client.prototype.query = heard as typeof Client.prototype.query
  return { traces, sent, stop: (): void => void (Client.prototype.query = query as typeof Client.prototype.query) }
}

/** Those of one application: each has a database of its own, and others may still be at work in this process. */
export const pickOwn = async (db: Db, sent: readonly SentStatement[]): Promise<SentStatement[]> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return sent.filter(({ database }) => database === rows[0]?.name)
}

const looks = /event_cursor|\bfrom event\b|graphile_worker|pg_snapshot/

/** Of what nobody caused, the looks for events and for jobs: they come with the time, not with a ride. */
const isLook = ({ cause, text }: SentStatement): boolean => cause === null && looks.test(text)

type Counted = { statements: number; commits: number }

/** Statements, and the transactions that they are: what is sent alone is one of its own. Looks for events and jobs are left out. */
export const countStatements = (sent: readonly SentStatement[]): Counted => {
  /** transactions under way, and whether anything but looks was done in them */
  const open = new Map<unknown, boolean>()
  const counted: Counted = { statements: 0, commits: 0 }
  for (const one of sent) {
    const { text, client, cause } = one
    if (/^(begin|start transaction)\b/i.test(text)) open.set(client, false)
    else if (/^(commit|rollback)\b/i.test(text)) {
      if (open.get(client)) counted.commits += 1
      open.delete(client)
    } else if (!isLook(one) && !(cause === null && text.includes('pg_try_advisory_xact_lock'))) {
      counted.statements += 1
      if (open.has(client)) open.set(client, true)
      else counted.commits += 1
    }
  }
  return counted
}

/** What was sent, by whom and how often, the most frequent first: for whoever looks for what to save. */
export const describeStatements = (sent: readonly SentStatement[]): string => {
  const counts = new Map<string, number>()
  for (const one of sent) {
    if (isLook(one)) continue
    const line = `${one.cause ?? '(nobody)'}: ${one.text.slice(0, 160)}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  const lines = [...counts].toSorted((a, b) => b[1] - a[1])
  return lines.map(([line, count]) => `${count} × ${line}`).join('\n')
}
