import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { startApp } from '../test/harness.ts'
import { inTx } from './db/tx.ts'
import { startReader, type EventReader } from './events-readers.ts'
import { emitEvent, readEventsAfter, readLatestCursor } from './events.ts'

const app = await startApp()
const readers: EventReader[] = []
const clients: Client[] = []
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.stop()))
  await Promise.all(clients.splice(0).map((client) => client.end()))
})

const emit = (txRef: string, pauseS = 0) =>
  inTx(app.deps, async (tx) => {
    await emitEvent(tx, { type: 'WalletPosted', userId: asId('nobody'), txRef, amountMinor: '0', currency: 'SEK' })
    if (pauseS > 0) await sql`select pg_sleep(${pauseS})`.execute(tx)
  })

/** A transaction that has written and stays open, in this database or in another one of the cluster. */
const holdWrite = async (database?: string): Promise<Client> => {
  const url = new URL(String(app.deps.config.databaseUrl))
  if (database) url.pathname = `/${database}`
  const client = new Client({ connectionString: url.toString() })
  clients.push(client)
  await client.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return client
}

/** What readers of both kinds hear of events whose mark this is. */
const listen = async (mark: string) => {
  const heard: Record<'live' | 'durable', string[]> = { live: [], durable: [] }
  for (const name of ['live', 'durable'] as const) {
    const handle: Parameters<typeof startReader>[0]['handle'] = async (event) => {
      if (event.type === 'WalletPosted' && event.txRef.startsWith(mark)) heard[name].push(event.txRef)
    }
    readers.push(await startReader({ deps: app.deps, name: `${mark}-${name}`, durable: name === 'durable', handle }))
  }
  return heard
}

it('is not held back by a write that is held open in another database of the cluster, and loses none of eight writers', async () => {
  await holdWrite('postgres')
  const heard = await listen('A')
  const since = performance.now()
  await emit('A-first')
  await expect.poll(() => [heard.live, heard.durable], { timeout: 3000 }).toEqual([['A-first'], ['A-first']])
  expect(performance.now() - since).toBeLessThan(3000)
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let i = 0; i < 40; i++) await emit(`A-${writer}-${i}`, i % 7 === writer % 7 ? 0.003 : 0)
  })
  await Promise.all(writers)
  await expect.poll(() => [heard.live.length, heard.durable.length], { timeout: 10_000 }).toEqual([321, 321])
  expect(new Set(heard.live).size).toBe(321)
  expect(heard.durable).toEqual(heard.live)
})

it('waits for a transaction of this database that began before, and tells what it wrote first', async () => {
  const from = await readLatestCursor(app.db)
  const early = await holdWrite()
  const heard = await listen('B')
  await emit('B-late')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(heard).toEqual({ live: [], durable: [] })
  const payload = { userId: 'nobody', txRef: 'B-early', amountMinor: '0', currency: 'SEK' }
  await early.query(`insert into event (type, payload) values ('WalletPosted', $1)`, [JSON.stringify(payload)])
  await early.query('commit')
  await expect.poll(() => heard, { timeout: 5000 }).toEqual({ live: ['B-early', 'B-late'], durable: ['B-early', 'B-late'] })
  const read = await readEventsAfter(app.db, from, 1000)
  const own = read.flatMap(({ event }) => (event.type === 'WalletPosted' && event.txRef.startsWith('B') ? [event.txRef] : []))
  expect(own).toEqual(['B-early', 'B-late'])
})

it('begins now, also while another database holds a write open: nothing is told again', async () => {
  await holdWrite('postgres')
  await emit('C-before')
  const from = await readLatestCursor(app.db)
  await emit('C-after')
  const read = await readEventsAfter(app.db, from, 1000)
  const own = read.flatMap(({ event }) => (event.type === 'WalletPosted' && event.txRef.startsWith('C') ? [event.txRef] : []))
  expect(own).toEqual(['C-after'])
})
