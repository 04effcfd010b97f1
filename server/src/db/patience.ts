// Promise: a database that hangs keeps nobody waiting for ever: a connection whose answer is overdue is cut, and its queries fail
// like those of any broken connection. The server's own statement_timeout comes first; this is for a server that says nothing.
import type { Client, PoolClient } from 'pg'

type Query = (...args: unknown[]) => unknown

const textOf = (first: unknown): string => {
  if (typeof first === 'string') return first
  return typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : ''
}

/** Cuts the connection when a query has no answer within so many ms. Who raises statement_timeout in a transaction is waited for. */
export const limitPatience = (client: PoolClient, withinMs: number): void => {
  // a pool hides that its clients can end
  const whole = client as unknown as Client
  const send: Query = client.query.bind(client)
  let isPatient = false
  let isCut = false
  const cut = (): void => {
    isCut = true
    // with a query under way this breaks the socket instead of saying goodbye
    void whole.end()
  }
  /** What to call when the answer, or the error, is there. */
  const watch = (): ((error?: unknown) => void) => {
    const timer = isPatient ? undefined : setTimeout(cut, withinMs)
    return (error) => {
      clearTimeout(timer)
      // so that whoever tries again by the error's code, as the job runner does, takes it for what it is
      if (isCut && error instanceof Error) Object.assign(error, { code: 'ETIMEDOUT' })
    }
  }
  const query: Query = (...args) => {
    const text = textOf(args[0])
    if (text.includes('statement_timeout')) isPatient = true
    else if (/^\s*(commit|rollback)\b/i.test(text)) isPatient = false
    const callback = args.at(-1)
    if (typeof callback !== 'function') {
      const answer = send(...args)
      if (!(answer instanceof Promise)) return answer
      const answered = watch()
      answer.then(() => answered(), answered)
      return answer
    }
    const answered = watch()
    return send(...args.slice(0, -1), (...results: unknown[]) => {
      answered(results[0])
      callback(...results)
    })
  }
  client.query = query as PoolClient['query']
}
