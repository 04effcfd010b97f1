import { asId } from '@wayfare/core/ids'
import { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { makeGate } from '../test/held.ts'
import { startApp } from '../test/harness.ts'
import { inTx } from './db/tx.ts'
import { startLagWatch } from './events-lag.ts'
import { startReader, type EventReader } from './events-readers.ts'
import { emitEvent } from './events.ts'

const app = await startApp()
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

const emit = (txRef: string) =>
  inTx(app.deps, (tx) =>
    emitEvent(tx, { type: 'WalletPosted', userId: asId('nobody'), txRef, amountMinor: '0', currency: 'SEK' }),
  )

/** A reader of its own and a watch over it alone, with what the log says of it. */
const watch = async (name: string, handle: Parameters<typeof startReader>[0]['handle'] = async () => {}) => {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = []
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields: { ...fields }, message })
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const reader: EventReader = await startReader({ deps: app.deps, name, durable: name === 'durable', handle })
  const lag = startLagWatch({ deps: { db: app.db, log }, readers: [reader] })
  stops.push(reader.stop, lag.stop)
  return { lines, lag }
}

const holdWrite = async (database?: string): Promise<Client> => {
  const url = new URL(String(app.deps.config.databaseUrl))
  if (database) url.pathname = `/${database}`
  const client = new Client({ connectionString: url.toString(), application_name: 'nightly import' })
  await client.connect()
  stops.push(() => client.end())
  await client.query(`begin; select pg_current_xact_id(), 'Zebulonia'`)
  return client
}

it.each(['live', 'durable'])(
  'says once which transaction keeps news of a %s reader back, and once that it is over',
  async (name) => {
    const { lines, lag } = await watch(name)
    const early = await holdWrite()
    const { rows } = await early.query<{ pid: number }>('select pg_backend_pid() as pid')
    // one that came later waits behind it, and is not to blame
    const later = await holdWrite()
    await emit(`held-${name}`)
    await expect.poll(() => lines.length).toBe(1)
    const cause = expect.stringMatching(
      new RegExp(
        `^a transaction that has written, of process ${rows[0]?.pid} \\(nightly import, idle in transaction\\), open for [2-9] s$`,
      ),
    )
    expect(lines).toEqual([{ level: 'warn', message: 'live news is late', fields: { cause, lagS: expect.any(Number) } }])
    expect(lines[0]?.fields['lagS']).toBeGreaterThan(2)
    const before = lag.current().lagS ?? 0
    expect(lag.current()).toEqual({ cause, lagS: before })
    await expect.poll(() => lag.current().lagS).toBeGreaterThan(before)
    expect(lines).toHaveLength(1)
    await Promise.all([early.query('commit'), later.query('commit')])
    await expect.poll(() => lines.length).toBe(2)
    expect(lines[1]).toMatchObject({ level: 'info', message: 'live news is in time again' })
    expect(lag.current()).toEqual({ lagS: 0, cause: null })
  },
)

it('names the reader that stands still, while another database may write as long as it likes', async () => {
  await holdWrite('postgres')
  const gate = makeGate()
  const { lines } = await watch('sleepy', () => gate.opened)
  stops.push(async () => gate.open())
  await emit('slow')
  await expect.poll(() => lines.map(({ fields }) => fields['cause'])).toEqual(['the reader sleepy does not keep up'])
})

it('does not call late what a long transaction wrote itself and is told as soon as it ends', async () => {
  const { lines, lag } = await watch('quick')
  const long = await holdWrite()
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(3000)
  const payload = { userId: 'nobody', txRef: 'own', amountMinor: '0', currency: 'SEK' }
  await long.query(`insert into event (type, payload) values ('WalletPosted', $1)`, [JSON.stringify(payload)])
  await long.query('commit')
  await expect.poll(() => performance.now() - since).toBeGreaterThan(5000)
  expect([lines, lag.current().lagS]).toEqual([[], 0])
})
