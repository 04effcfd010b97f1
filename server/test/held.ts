// A database whose answers can be held back: what was read grows old before it is handed over.
import type { KyselyPlugin, QueryId } from 'kysely'
import type { Db } from '../src/deps.ts'

/** Holds who waits for `opened` until it is opened. */
export const makeGate = () => {
  const gate: { open?: () => void } = {}
  const opened = new Promise<void>((resolve) => (gate.open = resolve))
  return { opened, open: () => gate.open?.() }
}

type Catch = { table: string; read: () => void; open: Promise<void> }

/** `hold(table)` catches the answer to the next question about a table, named as in the code: `read` when it lies there, handed over by `release`. */
export const makeHeld = (given: Db) => {
  let next: Catch | null = null
  const caught = new WeakMap<QueryId, Catch>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (next && JSON.stringify(node).includes(`"name":"${next.table}"`)) {
        caught.set(queryId, next)
        next = null
      }
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const held = caught.get(queryId)
      held?.read()
      await held?.open
      return result
    },
  }
  const hold = (table: string) => {
    const gate = makeGate()
    const read = new Promise<void>((resolve) => (next = { table, read: resolve, open: gate.opened }))
    return { read, release: gate.open }
  }
  return { db: given.withPlugin(plugin), hold }
}
