import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reassignBooking } from '@wayfare/contract/bookings-desk'
import type { DomainEvent } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import type { ServerFrame } from '@wayfare/contract/live'
import { afterEach, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { makeGate } from '../../test/held.ts'
import { makeConnect } from '../../test/live.ts'
import { makeTrips } from '../../test/trips.ts'
import { makeViews } from '../views.ts'
import type { Views } from './fanout.ts'
import { startGateway } from './gateway.ts'
import { makeHub } from './hub.ts'
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

/** A socket of this user, of which only what was sent is looked at. */
const listen = async (userId: UserId, views: Views) => {
  const hub = makeHub()
  const relay = makeRelay(deps, { hub, views, start: '1:0' })
  const frames: ServerFrame[] = []
  const write = (texts: readonly string[]) => frames.push(...texts.map((text) => JSON.parse(text) as ServerFrame))
  const transport = { write, buffered: () => 0, close: () => {}, terminate: () => {} }
  const link = hub.open(transport, async () => {})
  hub.signIn(link, { kind: 'user', id: userId, role: 'rider' }, null)
  await relay.subscribe(link, 'me', relay.now())
  const cursors = () => frames.flatMap((frame) => (frame.type === 'event' ? [frame.cursor] : []))
  return { relay, cursors }
}

it('tells a person every event in order while the work on one of them waits for what came before', async () => {
  const rider = await make.rider()
  const gate = makeGate()
  const real = makeViews(deps)
  const first = await listen(rider.id, { ...real, me: async (id) => gate.opened.then(() => real.me(id)) })
  const changed: DomainEvent = { type: 'UserChanged', userId: rider.id }
  const asked: DomainEvent = { type: 'WithdrawChanged', withdrawId: 'W1', userId: rider.id, processed: false }
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
