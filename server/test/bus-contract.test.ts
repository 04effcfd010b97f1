// The contract of the bus, for each kind: what one process publishes, its own listeners hear at once, and those of the others soon.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeLocalBus } from '../src/adapters/bus-local.ts'
import { makeNatsBus } from '../src/adapters/bus-nats.ts'
import type { Bus } from '../src/adapters/ports.ts'
import { makePostgresBus } from '../src/db/bus-postgres.ts'
import { cloneDatabase } from './database.ts'
import { makeTestLog } from './log.ts'
import { hasNats, startNats } from './nats.ts'

const clone = await cloneDatabase()
const nats = hasNats ? await startNats() : null
const { log } = makeTestLog()
const failures: [unknown, string][] = []
const onError = (error: unknown, subject: string): void => void failures.push([error, subject])
const buses: Bus[] = []
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close()
  failures.length = 0
})
afterAll(async () => {
  await nats?.stop()
  await clone.drop()
})

const kinds = {
  'within one process': async () => makeLocalBus(onError),
  'over PostgreSQL': () => makePostgresBus({ url: clone.url, log, local: makeLocalBus(onError), onError }),
  'over NATS': () => makeNatsBus({ urls: [nats?.url ?? ''], prefix: 'contract', onError, onState: () => {} }),
} satisfies Record<string, () => Promise<Bus>>

type Kind = keyof typeof kinds

const open = async (kind: Kind): Promise<Bus> => {
  const bus = await kinds[kind]()
  buses.push(bus)
  return bus
}

const hear = (bus: Bus, subject: string) => {
  const heard: [unknown, string][] = []
  const end = bus.subscribe(subject, (message, of) => void heard.push([message, of]))
  return { heard, end }
}

/** Until what `from` says reaches the others: a subscription is known to the server a moment after it is made. */
const waitUntilHeard = async (from: Bus, ...others: readonly Bus[]): Promise<void> => {
  const ready = others.map((bus) => hear(bus, 'ready'))
  await expect
    .poll(() => {
      from.publish('ready', randomUUID())
      return ready.every(({ heard }) => heard.length > 0)
    })
    .toBe(true)
  for (const { end } of ready) end()
}

const describeKind = (kind: Kind) =>
  kind === 'over NATS'
    ? describe.skipIf(!hasNats)(`a bus ${kind} (skipped without nats-server)`, test(kind))
    : describe(`a bus ${kind}`, test(kind))

const test = (kind: Kind) => () => {
  it('tells its own listeners before publish returns, by subject or by its beginning', async () => {
    const bus = await open(kind)
    const [exact, all, other] = [hear(bus, 'booking.A'), hear(bus, 'booking.*'), hear(bus, 'user.*')]
    bus.publish('booking.A', { lat: 57.7 })
    bus.publish('booking.B', { lat: 57.8 })
    expect(exact.heard).toEqual([[{ lat: 57.7 }, 'booking.A']])
    expect(all.heard).toEqual([
      [{ lat: 57.7 }, 'booking.A'],
      [{ lat: 57.8 }, 'booking.B'],
    ])
    expect(other.heard).toEqual([])
  })

  it('tells nobody who has ended the subscription, and everybody else when one listener fails', async () => {
    const bus = await open(kind)
    bus.subscribe('events', () => {
      throw new Error('a listener of a test')
    })
    const [gone, there] = [hear(bus, 'events'), hear(bus, 'events')]
    gone.end()
    bus.publish('events', {})
    expect(gone.heard).toEqual([])
    expect(there.heard).toHaveLength(1)
    expect(failures.map(([, subject]) => subject)).toEqual(['events'])
  })

  if (kind === 'within one process') return

  it('tells the other processes each message once and in order, and its own not twice', async () => {
    const [one, two, three] = [await open(kind), await open(kind), await open(kind)]
    const heard = [one, two, three].map((bus) => hear(bus, 'n.*').heard)
    await waitUntilHeard(one, two, three)
    const sent = Array.from({ length: 500 }, (_, i): [unknown, string] => [{ i, name: 'Åsa 車 🚕' }, `n.${i % 7}`])
    for (const [message, subject] of sent) one.publish(subject, message)
    expect(heard[0]).toEqual(sent)
    await expect.poll(() => heard[1]?.length).toBe(500)
    await expect.poll(() => heard[2]?.length).toBe(500)
    expect(heard[1]).toEqual(sent)
    expect(heard[2]).toEqual(sent)
    two.publish('n.back', 'yes')
    await expect.poll(() => heard[0]?.at(-1)).toEqual(['yes', 'n.back'])
    expect(heard[0]).toHaveLength(501)
  })

  it('tells another process once per listener, whoever listens for the subject and whoever for its beginning', async () => {
    const [one, two] = [await open(kind), await open(kind)]
    const all = [hear(two, 'booking.A'), hear(two, 'booking.A'), hear(two, 'booking.*'), hear(two, '*')]
    await waitUntilHeard(one, two)
    all[1]?.end()
    one.publish('booking.A', 'last')
    await expect.poll(() => all[3]?.heard.at(-1)).toEqual(['last', 'booking.A'])
    for (const at of [0, 2, 3]) {
      await expect.poll(() => all[at]?.heard.at(-1)?.[0]).toBe('last')
      expect(all[at]?.heard.filter(([message]) => message === 'last')).toHaveLength(1)
    }
    expect(all[1]?.heard.some(([message]) => message === 'last')).toBe(false)
  })
}

for (const kind of Object.keys(kinds) as Kind[]) describeKind(kind)
