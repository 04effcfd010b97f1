import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { hasNats, startNats } from '../../test/nats.ts'
import { makeNatsBus } from './bus-nats.ts'
import { busResumed, type Bus } from './ports.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const failures: [unknown, string][] = []
const onError = (error: unknown, subject: string): void => void failures.push([error, subject])
const open = async (url: string, prefix = 'town') => {
  const states: string[] = []
  const bus = await makeNatsBus({ urls: [url], prefix, onError, onState: (state) => void states.push(state) })
  ends.push(() => bus.close())
  return { bus, states }
}
const start = async (account?: Parameters<typeof startNats>[0]) => {
  const nats = await startNats(account)
  ends.push(nats.stop)
  return nats
}
const hear = (bus: Bus, subject: string): unknown[] => {
  const heard: unknown[] = []
  bus.subscribe(subject, (message) => void heard.push(message))
  return heard
}
/** What is said until it is heard. */
const reach = (from: Bus, heard: unknown[], message: unknown): Promise<void> =>
  expect
    .poll(
      () => {
        from.publish('said', message)
        return heard.includes(message)
      },
      { timeout: 20_000 },
    )
    .toBe(true)

describe.skipIf(!hasNats)('a bus over NATS (skipped without nats-server)', () => {
  it('of two towns on one server hears its own only', async () => {
    const { url } = await start()
    const [own, same, other] = [await open(url), await open(url), await open(url, 'other')]
    const [heard, strange] = [hear(same.bus, 'said'), hear(other.bus, '*')]
    await reach(own.bus, heard, 1)
    expect(strange).toEqual([])
  })

  it('asks the server for nothing that nobody here listens for', async () => {
    const { url, listSubjects } = await start()
    const [one, two] = [await open(url), await open(url)]
    const heard = hear(two.bus, 'said')
    const [a, b] = [two.bus.subscribe('booking.A', () => {}), two.bus.subscribe('booking.A', () => {})]
    await reach(one.bus, heard, 1)
    expect(await listSubjects()).toEqual(['town.booking.A', 'town.said'])
    a()
    b()
    await expect.poll(listSubjects).toEqual(['town.said'])
    const c = two.bus.subscribe('booking.A', () => {})
    await expect.poll(listSubjects).toEqual(['town.booking.A', 'town.said'])
    c()
  })

  it('goes on by itself while the server is away, says so once, and hears again when it is back', async () => {
    const nats = await start()
    const [one, two] = [await open(nats.url), await open(nats.url)]
    const [heard, events, resumed] = [hear(two.bus, 'said'), hear(two.bus, 'events'), hear(two.bus, busResumed)]
    await reach(one.bus, heard, 'before')
    await nats.stop()
    await expect.poll(() => [one.states, two.states]).toEqual([['lost'], ['lost']])
    const own = hear(one.bus, 'said')
    one.bus.publish('said', 'meanwhile')
    expect(own).toEqual(['meanwhile'])
    // what the others would have said is read from tables meanwhile, again and again
    await expect.poll(() => resumed.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(one.states).toEqual(['lost'])
    await nats.start()
    await expect
      .poll(() => [one.states, two.states], { timeout: 20_000 })
      .toEqual([
        ['lost', 'back'],
        ['lost', 'back'],
      ])
    await reach(one.bus, heard, 'after')
    const before = resumed.length
    expect(before).toBeGreaterThan(1)
    await pause(6000)
    expect(resumed).toHaveLength(before)
    expect(events.length).toBeGreaterThan(0)
    // what nobody could hear is not told late
    expect(heard).not.toContain('meanwhile')
  })

  it('finds out that the server has fallen silent', { timeout: 60_000 }, async () => {
    const nats = await start()
    const { bus, states } = await open(nats.url)
    nats.hang()
    await expect.poll(() => states, { timeout: 40_000, interval: 200 }).toEqual(['lost'])
    nats.wake()
    await expect.poll(() => states, { timeout: 20_000, interval: 200 }).toEqual(['lost', 'back'])
    const other = await open(nats.url)
    await reach(bus, hear(other.bus, 'said'), 1)
  })

  it('takes name and password from the address, and says why it is refused', async () => {
    const account = { user: 'way fare', pass: 'p@ss/word' }
    const { url } = await start(account)
    const withAccount = url.replace('//', `//${encodeURIComponent(account.user)}:${encodeURIComponent(account.pass)}@`)
    const [one, two] = [await open(withAccount), await open(withAccount)]
    await reach(one.bus, hear(two.bus, 'said'), 1)
    await expect(open(url)).rejects.toThrow(/authorization/i)
    await expect(open('nats://127.0.0.1:9')).rejects.toThrow(/refused/i)
  })

  it('is refused with an account that may not say or hear what it needs, and needs no more than what is documented', async () => {
    const { url } = await start({ user: 'taxi', pass: 'secret', mayUse: 'wayfare.>' })
    const account = url.replace('//', '//taxi:secret@')
    const [one, two] = [await open(account, 'wayfare.ab12'), await open(account, 'wayfare.ab12')]
    await reach(one.bus, hear(two.bus, 'said'), 1)
    await expect(open(account, 'elsewhere')).rejects.toThrow(/permissions violation/i)
  })

  it('is not ended by a subscription that is refused while it runs', async () => {
    const { url } = await start({ user: 'taxi', pass: 'secret', mayUse: 'town.>', mayNotHear: 'town.locked' })
    const account = url.replace('//', '//taxi:secret@')
    const [one, two] = [await open(account), await open(account)]
    hear(two.bus, 'locked')
    await expect.poll(() => failures.map(([error]) => String(error)).join(' ')).toMatch(/permissions violation/i)
    failures.length = 0
    await reach(one.bus, hear(two.bus, 'said'), 1)
    expect(two.states).toEqual([])
  })

  it('is not disturbed by what others say', async () => {
    const { url } = await start()
    const [one, two] = [await open(url), await open(url)]
    const heard = hear(two.bus, 'said')
    await reach(one.bus, heard, 1)
    const { connect } = await import('@nats-io/transport-node')
    const stranger = await connect({ servers: url })
    stranger.publish('town.said', 'no JSON')
    stranger.publish('said', '"without the prefix"')
    await stranger.drain()
    await expect.poll(() => failures.map(([, subject]) => subject)).toEqual(['said'])
    await reach(one.bus, heard, 2)
    expect(new Set(heard)).toEqual(new Set([1, 2]))
  })
})
