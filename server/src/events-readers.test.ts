import type { DomainEvent } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp } from '../test/harness.ts'
import { inTx } from './db/tx.ts'
import type { Db, Deps } from './deps.ts'
import { emitAll, readLatestCursor } from './events.ts'
import { makeWakeReaders, startReader, type EventReader } from './events-readers.ts'
import { makeLocalBus } from './adapters/bus-local.ts'

const app = await startApp()
const readers: EventReader[] = []
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.stop()))
})

const nameOf = (event: DomainEvent): string => (event.type === 'WalletPosted' ? event.txRef : '')
const write = (...names: string[]): Promise<void> =>
  inTx(app.deps, (tx) =>
    emitAll(
      tx,
      names.map((txRef) => ({ type: 'WalletPosted', userId: asId('nobody'), txRef, amountMinor: '0', currency: 'SEK' }) as const),
    ),
  )

/**
 * A process of its own: with a bus of its own, and a count of the looks at the table. A look that met events behind an open transaction,
 * of another test's database as well, is followed by others soon: only what came of it counts.
 */
const startProcess = () => {
  let looks = 0
  let turns = 0
  const counting: Db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      if (text.includes('from event where')) looks += 1
      if (text.includes('pg_try_advisory_xact_lock')) turns += 1
      return node
    },
    transformResult: async ({ result }) => {
      if (result.rows.some(({ settled }) => settled === false)) looks -= 1
      return result
    },
  })
  const bus = makeLocalBus((error) => {
    throw error
  })
  const deps: Pick<Deps, 'db' | 'bus' | 'log'> = { ...app.deps, db: counting, bus }
  return { deps, wake: () => bus.publish('events', {}), looks: () => looks, turns: () => turns }
}

type Listening = { mark: string; name?: string; durable?: boolean; from?: string; before?: (name: string) => Promise<void> }
const listen = async (
  deps: Pick<Deps, 'db' | 'bus' | 'log'>,
  { mark, from, name = 'tried', durable = false, before = async () => {} }: Listening,
) => {
  const heard: string[] = []
  const handle = async (event: DomainEvent): Promise<void> => {
    const about = nameOf(event)
    if (!about.startsWith(mark)) return
    await before(about)
    heard.push(about)
  }
  const reader = await startReader({ deps, name, durable, handle, ...(from === undefined ? {} : { from }) })
  readers.push(reader)
  return { heard, reader }
}

describe('live readers of one process', () => {
  it('miss nothing that the database was not there for when it was to be handled', async () => {
    const { deps, wake } = startProcess()
    let failures = 2
    const before = async (): Promise<void> => {
      if (failures-- > 0) throw Object.assign(new Error('no connection'), { code: '53300' })
    }
    const { heard } = await listen(deps, { mark: 'kept', before })
    await write('kept 1', 'kept 2')
    wake()
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['kept 1', 'kept 2'])
    expect(app.takeErrors()).toEqual([])
  })

  it('look at the table once for all of them', async () => {
    const { deps, wake, looks } = startProcess()
    const all = await Promise.all(Array.from({ length: 5 }, () => listen(deps, { mark: 'one-look' })))
    await expect.poll(looks).toBeGreaterThan(0)
    const before = looks()
    await write('one-look 1')
    wake()
    await expect.poll(() => all.map(({ heard }) => heard)).toEqual(all.map(() => ['one-look 1']))
    expect(looks() - before).toBeLessThan(5)
  })

  it('do not wait for one among them that is slow, and it misses nothing', async () => {
    const { deps, wake } = startProcess()
    const gate: { open?: () => void } = {}
    const opened = new Promise<void>((resolve) => (gate.open = resolve))
    const slow = await listen(deps, { mark: 'slow', before: () => opened })
    const quick = await listen(deps, { mark: 'slow' })
    const names = Array.from({ length: 700 }, (_, i) => `slow ${i}`)
    await write(...names)
    wake()
    await expect.poll(() => quick.heard).toEqual(names)
    expect(slow.heard).toEqual([])
    gate.open?.()
    await expect.poll(() => slow.heard).toEqual(names)
    expect(quick.heard).toEqual(names)
  })

  it('each begin at a place of its own, though others have read on', async () => {
    const { deps, wake } = startProcess()
    const from = await readLatestCursor(app.db)
    const early = await listen(deps, { mark: 'places' })
    await write('places 1', 'places 2')
    wake()
    await expect.poll(() => early.heard).toEqual(['places 1', 'places 2'])
    const late = await listen(deps, { mark: 'places', from })
    await write('places 3')
    wake()
    await expect.poll(() => late.heard).toEqual(['places 1', 'places 2', 'places 3'])
    expect(early.heard).toEqual(['places 1', 'places 2', 'places 3'])
    expect(late.reader.position()).toBe(early.reader.position())
  })

  it('go on when the first of them stops, and begin again when all have stopped', async () => {
    const { deps, wake } = startProcess()
    const first = await listen(deps, { mark: 'stops' })
    const second = await listen(deps, { mark: 'stops' })
    await first.reader.stop()
    await write('stops 1')
    wake()
    await expect.poll(() => second.heard).toEqual(['stops 1'])
    await second.reader.stop()
    const third = await listen(deps, { mark: 'stops' })
    await write('stops 2')
    wake()
    await expect.poll(() => third.heard).toEqual(['stops 2'])
    expect([first.heard, second.heard]).toEqual([[], ['stops 1']])
  })
})

/** Buses of several processes, of which each hears the others. */
const connect = (...processes: ReturnType<typeof startProcess>[]): void => {
  for (const { deps } of processes) {
    const { publish } = deps.bus
    const others = processes.filter((other) => other.deps !== deps)
    const tellOthers = others.map((other) => other.deps.bus.publish)
    deps.bus.publish = (subject, message) => [publish, ...tellOthers].forEach((tell) => tell(subject, message))
  }
}

describe('a durable reader', () => {
  it('looks once for each news, and takes its turn at them only when there is something to read', async () => {
    const { deps, looks, turns } = startProcess()
    const { heard } = await listen(deps, { mark: 'told', name: 'of-one', durable: true })
    const wake = makeWakeReaders(deps.bus)
    const tell = async (name: string): Promise<void> => {
      await write(name)
      wake()
      await expect.poll(() => heard.at(-1), { interval: 2 }).toBe(name)
    }
    await tell('told before')
    const [before, startedAt] = [looks(), performance.now()]
    for (let i = 0; i < 20; i++) await tell(`told ${i}`)
    // and one each second without news
    expect(looks() - before).toBeLessThan(25 + (performance.now() - startedAt) / 1000)
    const [looked, taken] = [looks(), turns()]
    await expect.poll(looks, { timeout: 5000 }).toBeGreaterThan(looked + 1)
    expect(turns()).toBe(taken)
  })
})

describe('durable readers of several processes', () => {
  it('read what their own process wrote, and leave to each other what the others did', async () => {
    const [east, west] = [startProcess(), startProcess()]
    connect(east, west)
    const options = { mark: 'shared', name: 'of-several', durable: true }
    const [one, two] = [await listen(east.deps, options), await listen(west.deps, options)]
    const wakeEast = makeWakeReaders(east.deps.bus)
    await expect.poll(() => west.looks()).toBeGreaterThan(0)
    const [before, startedAt] = [west.looks(), performance.now()]
    for (let i = 0; i < 20; i++) {
      await write(`shared ${i}`)
      wakeEast()
      await expect.poll(() => one.heard.length + two.heard.length, { interval: 2 }).toBe(i + 1)
    }
    // who is not woken looks once a second
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeLessThan(10)
    expect(west.looks() - before).toBeLessThan(seconds + 5)
  })

  it('hear at once of what a process wrote that has none, and soon of what one did that is gone', async () => {
    const [worker, web, gone] = [startProcess(), startProcess(), startProcess()]
    connect(worker, web, gone)
    const options = { mark: 'handed', name: 'handed-on', durable: true }
    const { heard } = await listen(worker.deps, options)
    const wakeOfWeb = makeWakeReaders(web.deps.bus)
    const startedAt = performance.now()
    for (let i = 0; i < 10; i++) {
      await write(`handed ${i}`)
      wakeOfWeb()
      await expect.poll(() => heard.length, { interval: 2 }).toBe(i + 1)
    }
    // ten looks by the second would have taken twice as long
    expect(performance.now() - startedAt).toBeLessThan(5000)
    const dead = await listen(gone.deps, { ...options, name: 'of-the-dead' })
    const wakeOfDead = makeWakeReaders(gone.deps.bus)
    await write('handed by one that reads no more')
    wakeOfDead()
    await expect.poll(() => heard.at(-1)).toBe('handed by one that reads no more')
    await dead.reader.stop()
  })
})
