// What only the bus over PostgreSQL does: gather, cut to size, and come back. What all buses promise is in test/bus-contract.test.ts.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Client } from 'pg'
import { cloneDatabase } from '../../test/database.ts'
import { makeTestLog } from '../../test/log.ts'
import { startProxy } from '../../test/proxy.ts'
import { makeLocalBus } from '../adapters/bus-local.ts'
import { makePostgresBus, packMessages } from './bus-postgres.ts'
import { busResumed, type Bus } from '../adapters/ports.ts'

const clone = await cloneDatabase()
const { log } = makeTestLog()
const failures: [unknown, string][] = []
const onError = (error: unknown, subject: string): void => void failures.push([error, subject])
const buses: Bus[] = []
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close()
  failures.length = 0
})
afterAll(() => clone.drop())

const kept = <T extends Bus>(bus: T): T => {
  buses.push(bus)
  return bus
}
const openOne = async (url = clone.url): Promise<Bus> =>
  kept(await makePostgresBus({ url, log, local: makeLocalBus(onError), onError }))

const hear = (bus: Bus, subject: string) => {
  const heard: [unknown, string][] = []
  const end = bus.subscribe(subject, (message, of) => void heard.push([message, of]))
  return { heard, end }
}

describe('several processes on one PostgreSQL', () => {
  it('hear where each car is at last, gathered for longer than news, and along with news that comes meanwhile', async () => {
    const [one, two] = [await openOne(), await openOne()]
    const { heard } = hear(two, '*')
    for (let i = 1; i <= 6; i++) {
      one.publish('booking.A', i)
      one.publish('booking.B', i)
      await pause(30)
    }
    await expect.poll(() => heard.at(-1)).toEqual([6, 'booking.B'])
    expect(heard.length).toBeLessThan(6)
    heard.length = 0
    one.publish('booking.A', 7)
    one.publish('user.C', 'news')
    await expect.poll(() => heard.length, { interval: 5 }).toBeGreaterThan(0)
    expect(heard).toEqual([
      ['news', 'user.C'],
      [7, 'booking.A'],
    ])
  })

  it('take a message that is longer than a notification may be', async () => {
    const [one, two] = [await openOne(), await openOne()]
    const { heard } = hear(two, 'long')
    // nothing that would shrink
    const long = Array.from({ length: 20_000 }, () => Math.random())
    expect(packMessages('x', [['long', long]]).length).toBeGreaterThan(10)
    one.publish('long', long)
    await expect.poll(() => heard.length).toBe(1)
    expect(heard[0]).toEqual([long, 'long'])
  })

  it('are not disturbed by what others say on the channel', async () => {
    const [one, two] = [await openOne(), await openOne()]
    const { heard } = hear(two, 'n')
    const stranger = new Client({ connectionString: clone.url })
    await stranger.connect()
    const [, second = ''] = packMessages('cut', [['n', Array.from({ length: 5000 }, () => Math.random())]])
    for (const payload of ['', 'hello', 'a:1/1:!!!', second])
      await stranger.query(`select pg_notify('wayfare_bus', $1)`, [payload])
    await stranger.end()
    one.publish('n', 1)
    await expect.poll(() => heard).toEqual([[1, 'n']])
  })

  it('hear one another again after the connection broke, are told so, and hear what waited meanwhile', async () => {
    const [one, two] = [await openOne(), await openOne()]
    const [events, resumed, said] = [hear(two, 'events').heard, hear(two, busResumed).heard, hear(two, 'n').heard]
    const admin = new Client({ connectionString: clone.url })
    await admin.connect()
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wayfare bus'`)
    await admin.end()
    await expect.poll(() => resumed.length).toBe(1)
    expect(events).toHaveLength(1)
    // the other one may still be on its way back: what it says meanwhile waits
    one.publish('n', 'while away')
    await expect.poll(() => said, { timeout: 10_000 }).toEqual([['while away', 'n']])
  })

  it(
    'find out by themselves that the database has fallen silent, and come back when it answers',
    { timeout: 60_000 },
    async () => {
      const proxy = await startProxy(clone.url)
      const [near, far] = [await openOne(), await openOne(proxy.url)]
      const [resumed, said] = [hear(far, busResumed).heard, hear(far, 'n').heard]
      proxy.hang()
      // the connections that are open stay as they are: nobody but the bus itself can find out
      proxy.answerOthers()
      await expect.poll(() => resumed.length, { timeout: 20_000 }).toBe(1)
      near.publish('n', 'again')
      await expect.poll(() => said.at(-1)).toEqual(['again', 'n'])
      await far.close()
      proxy.close()
    },
  )
})
