// Promise: a statement that is sent again and again is read and planned once by each connection, where it has only one plan.
import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'

type Query = (...args: unknown[]) => unknown

/** So often it is sent before it has a name: what only the desk does now and then is planned each time. */
const hotAfter = 10
/** A connection keeps the plans of so many at most. */
const mostNames = 120
const mostCounted = 2000

/** A column that is added meanwhile would change its result, which a plan that is kept must not. */
const takesAllColumns = /\b(?:select|returning)\s+(?:"?\w+"?\.)?\*/i
/** How many are asked for, which partial index serves them or what is joined first is decided anew each time. */
const mayBePlannedOtherwise = /\bin\s*\(\s*\$|\bjoin\b|\bor\b|\border by\b(?! place)|\blimit\b/i
const byKey = /\bwhere (?:"\w+"\.)?"(?:id|quote_id|booking_id|actor)" = (?:\$\d+|any\(\$\d+\))/i

/** It writes new rows, looks at rows by their key, or calls a function. @internal */
export const hasOnePlan = (text: string): boolean => {
  if (takesAllColumns.test(text) || mayBePlannedOtherwise.test(text)) return false
  if (/\bwhere\b/i.test(text.replaceAll(/on conflict \("\w+"\) where[^)]*do nothing/gi, ''))) return byKey.test(text)
  return /^\s*(?:insert into|with \w+ as \(insert into|with "\w+" as \(insert into|select \w+\(|select \(select count\(\*\) from graphile_worker)/i.test(
    text,
  )
}

const makeNames = () => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text: string): string | null => {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames) return known ?? null
    const count = (counts.get(text) ?? (hasOnePlan(text) ? 0 : -Infinity)) + 1
    if (counts.size >= mostCounted) counts.clear()
    counts.set(text, count)
    if (count < hotAfter) return null
    const name = `w${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    names.set(text, name)
    counts.delete(text)
    return name
  }
}

/** Of a pool: from now on a client that is given names what is hot, each text alike in all of them. */
export const makeNaming = (): ((client: PoolClient) => void) => {
  const nameOf = makeNames()
  return (client) => {
    const send: Query = client.query.bind(client)
    const query: Query = (...args) => {
      const [text, values, ...rest] = args
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(...args)
      const name = nameOf(text)
      return name === null ? send(...args) : send({ name, text, values }, ...rest)
    }
    client.query = query as PoolClient['query']
  }
}
