// Promise: each statement within a traced piece of work is a span of its own, told by what it does to which table, never by its values.
import { AsyncResource } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import type { SpanFacts, Traces } from '../deps.ts'
import { getErrorCode } from '../process.ts'

type Query = (...args: unknown[]) => unknown
type Statement = { text: string; name: string | null }

const statementOf = (first: unknown): Statement => {
  if (typeof first === 'string') return { text: first, name: null }
  if (typeof first !== 'object' || first === null) return { text: '', name: null }
  const name = 'name' in first && typeof first.name === 'string' ? first.name : null
  return { text: 'text' in first ? String(first.text) : '', name }
}

/** Enough to find the first table. */
const mostRead = 4000

const identifier = String.raw`"?([a-z_][a-z0-9_]*)"?`
/** What is called, such as `from unnest(…)`, is no table. */
const ofTable = new RegExp(
  String.raw`\b(?:from|into|update|join)\s+(?:only\s+)?${identifier}(?:\.${identifier})?(?![(.\w"])`,
  'i',
)

/** Of a statement that writes to several tables, the first. */
const firstVerb = /^\s*(?:with\s+"?\w+"?\s+as\s+(?:materialized\s+)?\(\s*(?=insert|update|delete))?([a-z]+)\b/i

/** What a statement does, and to which table first: `SELECT booking`. Constants are left out before anything is read. @internal */
export const describeStatement = (sql: string): { operation: string; table: string | null } => {
  const text = sql
    .slice(0, mostRead)
    .replaceAll(/'(?:[^']|'')*(?:'|$)/g, "''")
    .replaceAll(/\bdistinct\s+from\b|\b(?:extract|trim|substring)\s*\(\s*\w+\s+from\b/gi, '')
  const operation = (firstVerb.exec(text)?.[1] ?? 'QUERY').toUpperCase()
  const [, first, second] = ofTable.exec(text) ?? []
  return { operation, table: second ?? first ?? null }
}

const system = { 'db.system.name': 'postgresql' }

const factsOf = ({ text, name }: Statement): { name: string; facts: SpanFacts } => {
  const { operation, table } = describeStatement(text)
  const summary = table === null ? operation : `${operation} ${table}`
  const facts = { ...system, 'db.operation.name': operation, 'db.query.summary': summary }
  return {
    name: name ?? summary,
    facts: table === null ? facts : { ...facts, 'db.collection.name': table },
  }
}

const traceClient = (client: PoolClient, traces: Traces): void => {
  const send: Query = client.query.bind(client)
  const begin = (first: unknown): ((error?: unknown) => void) => {
    const span = traces.begin({ ...factsOf(statementOf(first)), kind: 'client' })
    return (error) => {
      if (!error) return span.end()
      const code = getErrorCode(error)
      const isState = /^[0-9A-Z]{5}$/.test(code)
      span.end({ failure: error, facts: isState ? { 'db.response.status_code': code } : {} })
    }
  }
  const query: Query = (...args) => {
    // what nobody asked for within a span, such as looks for news once a second, would be a trace each
    if (!traces.isWithin()) return send(...args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const end = begin(args[0])
      return send(...args.slice(0, -1), (...results: unknown[]) => {
        end(results[0])
        callback(...results)
      })
    }
    const answer = send(...args)
    if (!(answer instanceof Promise)) return answer
    const end = begin(args[0])
    answer.then(() => end(), end)
    return answer
  }
  client.query = query as PoolClient['query']
}

/** Traces what a pool is asked. */
export const tracePool = (pool: Pool, traces: Traces): void => {
  pool.on('connect', (client) => traceClient(client, traces))
  const connect = pool.connect.bind(pool) as (callback?: (...results: unknown[]) => void) => unknown
  // who waited for a connection is called by whoever gives it back: the statement belongs to whoever waited
  const connectTraced = (callback?: (...results: unknown[]) => void): unknown =>
    callback ? connect(AsyncResource.bind(callback)) : connect()
  pool.connect = connectTraced as Pool['connect']
}
