import type { DomainEvent } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp } from '../test/harness.ts'
import { inTx } from './db/tx.ts'
import { compareCursors } from './cursors.ts'
import { canResumeFrom, emitEvent, pruneEvents, readEventsAfter, readLatestCursor } from './events.ts'
import { startReader, type EventReader } from './events-readers.ts'

const app = await startApp()
const readers: EventReader[] = []
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.stop()))
})

type Heard = { name: string; cursor: string }
const nameOf = (event: DomainEvent): string => (event.type === 'WalletPosted' ? event.txRef : '')
const fact = (name: string): DomainEvent => ({
  type: 'WalletPosted',
  userId: asId('nobody'),
  txRef: name,
  amountMinor: '0',
  currency: 'SEK',
})

type Listening = { durable: boolean; mark: string; heard: Heard[]; onEvent?: (heard: Heard) => Promise<void> }
const listen = async (name: string, { durable, mark, heard, onEvent = async () => {} }: Listening) => {
  const handle = async (event: DomainEvent, cursor: string) => {
    if (!nameOf(event).startsWith(mark)) return
    await onEvent({ name: nameOf(event), cursor })
    heard.push({ name: nameOf(event), cursor })
  }
  const reader = await startReader({ deps: app.deps, name, durable, handle })
  readers.push(reader)
  return reader
}

/** Eight writers whose transactions overlap and commit out of order. */
const writeAll = (mark: string, writers: number, each: number, from = 0) =>
  Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let i = from; i < each; i++) {
        await inTx(app.deps, async (tx) => {
          await emitEvent(tx, fact(`${mark}${writer}-${i}`))
          if (i % 7 === writer % 7) await sql`select pg_sleep(0.003)`.execute(tx)
        })
      }
    }),
  )

const checkWhole = (heard: readonly Heard[], writers: number, each: number, mark: string) => {
  expect(heard).toHaveLength(writers * each)
  expect(new Set(heard.map(({ name }) => name)).size).toBe(writers * each)
  for (let writer = 0; writer < writers; writer++) {
    const own = heard.filter(({ name }) => name.startsWith(`${mark}${writer}-`)).map(({ name }) => Number(name.split('-').at(-1)))
    expect(own).toEqual(Array.from({ length: each }, (_, i) => i))
  }
  for (let i = 1; i < heard.length; i++)
    expect(compareCursors(heard[i - 1]?.cursor ?? '', heard[i]?.cursor ?? '')).toBeLessThan(0)
}

describe('events', () => {
  it('reach a reader all of them and in order while eight writers commit 200 each', async () => {
    const heard: Heard[] = []
    await listen('in-memory', { durable: false, mark: 'A', heard })
    const started = performance.now()
    await writeAll('A', 8, 200)
    await expect.poll(() => heard.length).toBe(1600)
    if (process.env['FIGURES']) console.log(`1,600 events written and read in ${Math.round(performance.now() - started)} ms`)
    checkWhole(heard, 8, 200, 'A')
  })

  it('go on where a durable reader was stopped, and none is lost or told twice', async () => {
    const heard: Heard[] = []
    const first = await listen('restarted', { durable: true, mark: 'B', heard })
    const writing = writeAll('B', 4, 50)
    await expect.poll(() => heard.length).toBeGreaterThan(50)
    await first.stop()
    await listen('restarted', { durable: true, mark: 'B', heard })
    await writing
    await writeAll('B', 4, 100, 50)
    await expect.poll(() => heard.length).toBe(400)
    checkWhole(heard, 4, 100, 'B')
  })

  it('are told once although two processes run the same durable reader', async () => {
    const heard: Heard[] = []
    const one = await listen('shared', { durable: true, mark: 'C', heard })
    const two = await listen('shared', { durable: true, mark: 'C', heard })
    await writeAll('C', 2, 60)
    await expect.poll(() => heard.length).toBe(120)
    checkWhole(heard, 2, 60, 'C')
    // whoever had no turn stands where the other has read to
    await expect.poll(() => one.position() === two.position()).toBe(true)
  })

  it('wait for a transaction that began earlier and is still open', async () => {
    const heard: Heard[] = []
    await listen('patient', { durable: false, mark: 'D', heard })
    const gate: { finish?: () => void } = {}
    const open = inTx(app.deps, async (tx) => {
      await emitEvent(tx, fact('D-early'))
      // events are written at the end: its number, as with any row that it writes, is what comes first
      await sql`select pg_current_xact_id()`.execute(tx)
      await new Promise<void>((resolve) => (gate.finish = resolve))
    })
    await expect.poll(() => gate.finish).toBeDefined()
    await inTx(app.deps, (tx) => emitEvent(tx, fact('D-late')))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toEqual([])
    gate.finish?.()
    await open
    await expect.poll(() => heard.map(({ name }) => name)).toEqual(['D-early', 'D-late'])
  })

  it('are told to a reader from the place it is given, whatever came since', async () => {
    const heard: string[] = []
    const from = await readLatestCursor(app.db)
    await inTx(app.deps, (tx) => emitEvent(tx, fact('H-since')))
    const handle = async (event: DomainEvent) => void heard.push(nameOf(event))
    readers.push(await startReader({ deps: app.deps, name: 'placed', durable: false, from, handle }))
    await expect.poll(() => heard).toContain('H-since')
  })

  it('of a transaction that failed are never told', async () => {
    const heard: Heard[] = []
    await listen('truthful', { durable: false, mark: 'E', heard })
    const failing = inTx(app.deps, async (tx) => {
      await emitEvent(tx, fact('E-false'))
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    await inTx(app.deps, (tx) => emitEvent(tx, fact('E-true')))
    await expect.poll(() => heard.map(({ name }) => name)).toEqual(['E-true'])
  })

  it('are handled again after a failure, and one that always fails does not stop the others', async () => {
    const heard: Heard[] = []
    let tries = 0
    const onEvent = async ({ name }: Heard) => {
      if (name !== 'F-bad') return
      tries += 1
      throw new Error('on purpose')
    }
    await listen('stubborn', { durable: true, mark: 'F', heard, onEvent })
    for (const name of ['F-1', 'F-bad', 'F-2']) await inTx(app.deps, (tx) => emitEvent(tx, fact(name)))
    await expect.poll(() => heard.map(({ name }) => name)).toEqual(['F-1', 'F-2'])
    expect(tries).toBe(5)
    expect(app.takeErrors().map(({ message }) => message)).toEqual(['an event was given up'])
  })

  it('are forgotten after a week, and a cursor from before then cannot be resumed', async () => {
    const before = await readLatestCursor(app.db)
    await inTx(app.deps, (tx) => emitEvent(tx, fact('G-old')))
    await sql`update event set at = now() - interval '8 days' where payload->>'txRef' = 'G-old'`.execute(app.db)
    await app.readAll()
    await sql`delete from event_cursor where reader not in ('reactions', '#pruned')`.execute(app.db)
    expect(await canResumeFrom(app.db, before)).toBe(true)
    await pruneEvents(app.db)
    const left = await readEventsAfter(app.db, '0:0', 10_000)
    expect(left.some(({ event }) => nameOf(event) === 'G-old')).toBe(false)
    expect(await canResumeFrom(app.db, before)).toBe(false)
    expect(await canResumeFrom(app.db, await readLatestCursor(app.db))).toBe(true)
    expect(await canResumeFrom(app.db, '999999999999:0')).toBe(false)
  })
})
