import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reassignBooking } from '@wayfare/contract/bookings-desk'
import type { DomainEvent } from '@wayfare/core/events'
import { asId, type UserId } from '@wayfare/core/ids'
import type { ServerFrame } from '@wayfare/contract/live'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { openFakeLink, openFakeLinkOf } from '../../test/fake-link.ts'
import { makeGate } from '../../test/held.ts'
import { makeConnect } from '../../test/live.ts'
import type { TestUser } from '../../test/make.ts'
import { makeTrips } from '../../test/trips.ts'
import { inTx } from '../db/tx.ts'
import { makeLocalBus } from '../adapters/bus-local.ts'
import type { Bus } from '../adapters/ports.ts'
import { emitEvent, readLatestCursor } from '../events.ts'
import { makeViews } from '../views.ts'
import type { Db, Deps, Tx } from '../deps.ts'
import type { Views } from './fanout.ts'
import { startGateway } from './gateway.ts'
import { findSubscription, makeHub, type Link } from './hub.ts'
import { makeRelay } from './relay.ts'

const app = await startApp()
const { deps, make, call } = app
const trips = makeTrips(app)
const admin = await make.admin()
let url = ''
const { connect } = makeConnect(() => url)
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

const recheck = async () => {}

/** A socket of this user, of which only what was sent is looked at. */
const listen = async (userId: UserId, views: Views, given: Partial<Deps> = {}) => {
  const hub = makeHub()
  const relay = makeRelay({ ...deps, ...given }, { hub, views, start: '1:0', recheck })
  const frames: ServerFrame[] = []
  const codes: (number | undefined)[] = []
  const hear = (texts: readonly string[]) => void frames.push(...texts.map((text) => JSON.parse(text) as ServerFrame))
  const end = (code?: number) => void codes.push(code)
  const link = openFakeLinkOf(hub, { kind: 'user', id: userId, role: 'rider' }, { hear, end })
  await relay.subscribe(link, 'me', { from: relay.now() })
  const cursors = () => frames.flatMap((frame) => (frame.type === 'event' ? [frame.cursor] : []))
  return { relay, cursors, hub, link, frames, codes }
}

it('tells a person every event in order while the work on one of them waits for what came before', async () => {
  const rider = await make.rider()
  const gate = makeGate()
  const real = makeViews(deps)
  const first = await listen(rider.id, { ...real, me: async (id) => gate.opened.then(() => real.me(id)) })
  const changed: DomainEvent = { type: 'UserChanged', userId: rider.id }
  const asked: DomainEvent = { type: 'WithdrawChanged', withdrawId: 'W1', userId: rider.id, state: 'waiting' }
  const other: DomainEvent = {
    type: 'ChatRead',
    bookingId: asId('B1'),
    driver: asId('D1'),
    by: rider.id,
    upTo: 1,
  }
  // the second waits for the first, which is about the same person; the third is about a booking
  await first.relay.handle(changed, '2:1')
  await first.relay.handle(asked, '2:2')
  await first.relay.handle(other, '2:3')
  gate.open()
  await expect.poll(first.cursors).toEqual(['2:1', '2:2', '2:3'])
  first.relay.stop()
})

it('has a page read for itself, or come again, where what an event means could not be looked up', async () => {
  const rider = await make.rider()
  const real = makeViews(deps)
  let code: string | null = '57014'
  const me: Views['me'] = async (id) => {
    if (code !== null) throw Object.assign(new Error('no answer'), { code })
    return real.me(id)
  }
  const { relay, frames, codes, cursors } = await listen(rider.id, { ...real, me })
  const changed: DomainEvent = { type: 'UserChanged', userId: rider.id }
  await relay.handle(changed, '2:1')
  await expect.poll(() => frames.at(-1)).toEqual({ type: 'resync', topic: 'me', cursor: '2:1' })
  code = 'ECONNRESET'
  await relay.handle(changed, '2:2')
  await expect.poll(() => codes).toEqual([1012])
  code = null
  // what comes after it must not be heard without it
  await relay.handle(changed, '2:3')
  expect(cursors()).toEqual([])
  relay.stop()
})

it('tells an event once, however often it is handed over', async () => {
  const rider = await make.rider()
  const { relay, cursors, hub, link } = await listen(rider.id, makeViews(deps))
  const changed: DomainEvent = { type: 'UserChanged', userId: rider.id }
  await relay.handle(changed, '2:1')
  await relay.handle(changed, '2:1')
  await relay.handle(changed, '2:2')
  await expect.poll(cursors).toEqual(['2:1', '2:2'])
  // whoever subscribes again from the last event has heard it
  hub.unsubscribe(link, 'me')
  await relay.subscribe(link, 'me', { from: relay.now() })
  await relay.handle(changed, '2:3')
  await expect.poll(() => cursors().at(-1)).toBe('2:3')
  expect(cursors()).toEqual(['2:1', '2:2', '2:3'])
  relay.stop()
})

it('closes a socket whose session cannot be asked for, and keeps the others', async () => {
  const [changed, other] = [await make.rider(), await make.rider()]
  const hub = makeHub()
  const open = (who: TestUser) => {
    const ends: (number | undefined)[] = []
    return { ends, link: openFakeLinkOf(hub, who.actor, { end: (code) => void ends.push(code) }) }
  }
  const [failing, good, strange] = [open(changed), open(changed), open(other)]
  const recheckFew = async (link: Link) => {
    if (link !== good.link) throw new Error('the database does not answer')
  }
  const relay = makeRelay(deps, { hub, views: makeViews(deps), start: '1:0', recheck: recheckFew })
  await relay.handle({ type: 'UserChanged', userId: changed.id }, '2:1')
  await expect.poll(() => failing.ends).toEqual([1012])
  expect([good.ends, strange.ends]).toEqual([[], []])
  relay.stop()
})

it('tells nobody of a booking who lost it between the look whether he may listen and the listening', async () => {
  const { driver, id } = await trips.trip('ACCEPTED')
  const real = makeViews(deps)
  const [looked, gate] = [makeGate(), makeGate()]
  const booking: Views['booking'] = async (of, actor) => {
    const view = await real.booking(of, actor)
    if (actor.id !== driver.id) return view
    looked.open()
    await gate.opened
    return view
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway = await startGateway({
    deps,
    server,
    authenticate: app.auth.authenticate,
    views: { ...real, booking },
    takePositions: () => Promise.reject(new Error('nobody drives')),
  })
  stops.push(async () => void server.close(), gateway.stop)
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = await connect(driver)
  const desk = await connect(admin)
  await desk.subscribe('bookings')
  client.send({ type: 'subscribe', topic: `booking:${id}` })
  await looked.opened
  await call(reassignBooking, { id }, { as: admin })
  await desk.next('event')
  gate.open()
  expect(await client.event('bookingGone')).toEqual({ name: 'bookingGone', bookingId: id })
  await expect.poll(() => gateway.hub.isWatched(`booking:${id}`)).toBe(false)
})

/** What a person missed, laid behind the first event that this process knows of. */
const readTransaction = async (db: Db | Tx): Promise<bigint> => {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  return BigInt(rows[0]?.now ?? 0)
}

const layMissed = async (userId: UserId, count: number) => {
  const before = await readTransaction(deps.db)
  const written = await inTx(deps, async (tx) => {
    for (let i = 0; i < count; i++)
      await emitEvent(tx, { type: 'WalletPosted', userId, txRef: `missed ${i}`, amountMinor: '0', currency: 'SEK' })
    return readTransaction(tx)
  })
  // events are read once no older transaction of the cluster is open, and other tests have theirs
  await expect.poll(async () => BigInt((await readLatestCursor(deps.db)).split(':')[0] ?? 0) > written).toBe(true)
  return { since: `${before}:0`, relayStart: await readLatestCursor(deps.db) }
}

it('does nothing more for a socket that has gone, however much it had asked for', async () => {
  const rider = await make.rider()
  const untouched = new Proxy({} as Deps['db'], { get: () => expect.unreachable('the database was asked') })
  const gone = await listen(rider.id, makeViews(deps), { db: untouched })
  gone.hub.end(gone.link)
  await Promise.all(Array.from({ length: 200 }, () => gone.relay.subscribe(gone.link, 'me', { from: '1:0', since: '0:1' })))
  expect(gone.hub.size()).toEqual({ links: 0, subscriptions: 0 })
})

it('stops telling what was missed when its socket goes', async () => {
  const rider = await make.rider()
  const { since, relayStart } = await layMissed(rider.id, 50)
  const real = makeViews(deps)
  let looks = 0
  const hub = makeHub()
  const me: Views['me'] = async (id) => {
    looks += 1
    if (looks === 3) hub.end(link)
    return real.me(id)
  }
  const relay = makeRelay(deps, { hub, views: { ...real, me }, start: relayStart, recheck })
  const link = openFakeLinkOf(hub, rider.actor)
  await relay.subscribe(link, 'me', { from: relay.now(), since })
  expect(looks).toBe(3)
})

it('tells who comes back again and again to read afresh, and nobody else', async () => {
  const [eager, other] = [await make.rider(), await make.rider()]
  const { since, relayStart } = await layMissed(eager.id, 1)
  const hub = makeHub()
  const relay = makeRelay(deps, { hub, views: makeViews(deps), start: relayStart, recheck })
  const open = (who: TestUser) => {
    const types: string[] = []
    const hear = (texts: readonly string[]) => void types.push(...texts.map((text) => (JSON.parse(text) as ServerFrame).type))
    const link = openFakeLinkOf(hub, who.actor, { hear })
    return { link, count: (type: string) => types.filter((one) => one === type).length }
  }
  const [first, second, third] = [open(eager), open(eager), open(other)]
  for (const { link } of [first, second])
    for (let i = 0; i < 50; i++) await relay.subscribe(link, 'me', { from: relay.now(), since })
  await relay.subscribe(third.link, 'me', { from: relay.now(), since })
  await expect.poll(() => first.count('event') + second.count('event') + second.count('resync')).toBe(100)
  // sixty at once for all sockets of a person; some come back with the time that the test takes
  expect(second.count('resync')).toBeGreaterThan(20)
  await expect.poll(() => third.count('subscribed')).toBe(1)
  expect(third.count('resync')).toBe(0)
})

it('keeps no more than it would tell of what happens while a socket is told what it missed', async () => {
  const rider = await make.rider()
  const { since, relayStart } = await layMissed(rider.id, 1)
  const gate = makeGate()
  const real = makeViews(deps)
  const hub = makeHub()
  const views = { ...real, me: async (id: UserId) => gate.opened.then(() => real.me(id)) }
  const relay = makeRelay(deps, { hub, views, start: relayStart, recheck })
  const frames: ServerFrame[] = []
  const hear = (all: readonly string[]) => void frames.push(...all.map((text) => JSON.parse(text) as ServerFrame))
  const link = openFakeLinkOf(hub, rider.actor, { hear })
  const coming = relay.subscribe(link, 'me', { from: relay.now(), since })
  const [transaction = '0'] = relayStart.split(':')
  for (let i = 1; i <= 1200; i++)
    await relay.handle({ type: 'UserChanged', userId: rider.id }, `${BigInt(transaction) + 1n}:${i}`)
  expect(findSubscription(link, 'me')?.backlog?.length).toBeLessThanOrEqual(501)
  gate.open()
  await coming
  await expect.poll(() => frames.at(-1)).toMatchObject({ type: 'resync', cursor: `${BigInt(transaction) + 1n}:1200` })
})

it('hears of cars only of the trips that somebody here watches, and no longer than that', async () => {
  const heardOf: string[] = []
  const bus = makeLocalBus((error) => {
    throw error
  })
  const counting: Bus = {
    ...bus,
    subscribe: (subject, listener) => {
      const end = bus.subscribe(subject, listener)
      heardOf.push(subject)
      return () => {
        heardOf.splice(heardOf.indexOf(subject), 1)
        end()
      }
    },
  }
  const hub = makeHub()
  const relay = makeRelay({ ...deps, bus: counting }, { hub, views: makeViews(deps), start: '1:0', recheck })
  const texts: string[] = []
  const hear = (all: readonly string[]): void => void texts.push(...all)
  const [rider, friend] = [openFakeLink(hub, { hear }), openFakeLink(hub, { hear })]
  expect(heardOf).toEqual(['user.*'])
  await relay.subscribe(rider, 'booking:A', { from: '1:0' })
  await relay.subscribe(rider, 'me', { from: '1:0' })
  await relay.subscribe(friend, 'shared:A', { from: '1:0' })
  await relay.subscribe(friend, 'booking:A', { from: '1:0' })
  await relay.subscribe(friend, 'booking:B', { from: '1:0' })
  expect(heardOf).toEqual(['user.*', 'booking.A', 'booking.B'])
  const position = { lat: 57.7, lng: 11.97, heading: null, at: 1 }
  bus.publish('booking.A', { position, etaS: 60, ahead: null })
  await expect.poll(() => texts.filter((text) => text.includes('"position"')).length).toBe(3)
  hub.unsubscribe(rider, 'booking:A')
  hub.end(friend)
  expect(heardOf).toEqual(['user.*'])
  relay.stop()
  expect(heardOf).toEqual([])
})
