// What a client that comes back costs while memory reaches back to where it was: news are kept by topic, against looking through
// all.
import type { DomainEvent } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import type { Topic } from '@wayfare/contract/live'
import { makeLocalBus } from '@wayfare/server/adapters/bus-local'
import type { Deps } from '@wayfare/server/deps'
import { listDeliveries, type Views } from '@wayfare/server/realtime/fanout'
import { makeHub } from '@wayfare/server/realtime/hub'
import { makeRelay } from '@wayfare/server/realtime/relay'
import { quietLog } from './database.ts'
import type { Row } from './measure.ts'

/** Close to the maximum that a process keeps in memory; the client has missed all of them. */
const events = 3900
const topics: readonly Topic[] = ['me', 'tasks', 'bookings', 'settings', 'carTypes', 'languages', 'cancelReasons']

const makeEvent = (i: number): DomainEvent => ({
  type: 'DriversRequested',
  bookingId: asId<'booking'>(`B${i % 700}`),
  drivers: [asId<'user'>(`D${i % 300}`)],
  audience: {
    customer: asId<'user'>(`C${i % 500}`),
    driver: null,
    fleetAdmin: null,
    requestedDrivers: [asId<'user'>(`D${i % 300}`)],
  },
})

/** Returns the processor time of each of `count` calls (ms). */
const cost = async (count: number, work: (i: number) => Promise<void> | void): Promise<number> => {
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) await work(i)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

/** No event concerns the returning clients, so that only the search is measured. */
export const measureReturning = async (): Promise<Row[]> => {
  const views = new Proxy({} as Views, { get: () => () => Promise.resolve(null) })
  const deps = { bus: makeLocalBus(() => {}), log: quietLog } as unknown as Deps
  const [hub, happened] = [makeHub(), Array.from({ length: events }, (_, i) => makeEvent(i))]
  const relay = makeRelay(deps, { hub, views, start: '1:0', recheck: () => Promise.resolve() })
  for (const [i, event] of happened.entries()) await relay.handle(event, `${i + 2}:1`)
  const socket = { send: () => {}, bufferedAmount: 0, close: () => {}, terminate: () => {} }
  const stream = { cork: () => {}, uncork: () => {} }
  const comeBack = async (i: number): Promise<void> => {
    const link = hub.open(socket, stream, `N${i}`)
    hub.signIn(link, {
      actor: { kind: 'user', id: asId<'user'>(`X${i}`), role: 'driver' },
      sessionId: null,
      proof: { authorization: undefined, cookie: undefined },
    })
    for (const topic of topics) await relay.subscribe(link, topic, { from: relay.now(), since: '1:0' })
    hub.end(link)
  }
  const actor = { kind: 'user', id: asId<'user'>('X'), role: 'driver' } as const
  const lookThrough = (): void => {
    for (const topic of topics)
      happened.filter((event) => listDeliveries(event, views).some((one) => one.topic === topic && one.isFor(actor)))
  }
  const ours = await cost(1000, comeBack)
  const peer = await cost(20, lookThrough)
  relay.stop()
  hub.closeAll()
  const measure = `coming back to ${topics.length} topics after ${events} events`
  return [
    { figure: 'session', measure, unit: 'ms', ours, peer, peerName: 'looking through all', ratio: peer / ours, isKept: true },
  ]
}
