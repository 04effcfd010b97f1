import { removeUser } from '@wayfare/contract/people-edit'
import { signOut } from '@wayfare/contract/sign-in'
import { asId } from '@wayfare/core/ids'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startApp } from '../../test/harness.ts'
import type { TestUser } from '../../test/make.ts'
import { makeConnect } from '../../test/live.ts'
import { makeTrips } from '../../test/trips.ts'
import { inTx } from '../db/tx.ts'
import { compareCursors } from '../cursors.ts'
import { emitEvent } from '../events.ts'

const app = await startApp()
const { make, call } = app
const trips = makeTrips(app)
let url = ''
let earlyRider: TestUser
beforeAll(async () => {
  earlyRider = await make.rider()
  for (let i = 0; i < 20; i++) await fact(earlyRider.id, `early ${i}`)
  url = (await app.listen()).replace('http', 'ws')
})

const { connect, opened } = makeConnect(() => url)

const refusedHandshake = (headers: Record<string, string>, path = '/api/live'): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url}${path}`, { headers })
    opened.push(socket)
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => resolve(101))
    socket.on('error', () => {})
  })

const writeSome = async (userId: string): Promise<void> => {
  for (const name of ['one', 'two', 'three']) await fact(userId, name)
}

const fact = (userId: string, name: string) =>
  inTx(app.deps, (tx) =>
    emitEvent(tx, { type: 'WalletPosted', userId: asId(userId), txRef: name, amountMinor: '0', currency: 'SEK' }),
  )

describe('the handshake', () => {
  it('is refused to a page of a foreign origin and to a bad bearer token', async () => {
    const rider = await make.rider()
    const authorization = `Bearer ${rider.token}`
    expect(await refusedHandshake({ authorization, origin: 'https://evil.example' })).toBe(403)
    expect(await refusedHandshake({ origin: 'null' })).toBe(403)
    expect(await refusedHandshake({ authorization: 'Bearer made.up' })).toBe(401)
    expect(await refusedHandshake({}, '/api/other')).toBe(404)
    expect(await refusedHandshake({}, '//')).toBe(404)
    expect(await refusedHandshake({ authorization, origin: url.replace('ws', 'http') })).toBe(101)
  })

  it('tells who one is, also when the token comes as the first frame', async () => {
    const rider = await make.rider()
    expect((await (await connect(rider)).next('hello')).userId).toBe(rider.id)
    const client = await connect(null)
    expect((await client.next('hello')).userId).toBeNull()
    client.send({ type: 'authenticate', token: 'made.up' })
    expect(await client.next('refused')).toMatchObject({ key: 'unauthorized' })
    // the subscription right behind the token must not overtake it
    client.send({ type: 'authenticate', token: rider.token })
    client.send({ type: 'subscribe', topic: 'me' })
    expect((await client.next('hello', 1)).userId).toBe(rider.id)
    expect((await client.next('subscribed')).topic).toBe('me')
  })
})

const refusals = async (as: TestUser | null): Promise<string[]> => {
  const client = await connect(as)
  const topics = [
    'settings',
    'carTypes',
    'languages',
    'cancelReasons',
    'me',
    'bookings',
    'tasks',
    'drivers',
    'driverAccounts',
    'promos',
  ] as const
  for (const topic of topics) client.send({ type: 'subscribe', topic })
  await expect.poll(() => client.ofType('subscribed').length + client.ofType('refused').length).toBe(topics.length)
  expect(client.broken).toEqual([])
  return client.ofType('refused').map(({ topic, key }) => `${topic} ${key}`)
}

describe('topics', () => {
  it('are open by role: visitors hear the public ones, drivers their tasks, the desk the drivers', async () => {
    expect(await refusals(null)).toEqual(
      ['cancelReasons', 'me', 'bookings', 'tasks', 'drivers', 'driverAccounts', 'promos'].map((topic) => `${topic} unauthorized`),
    )
    expect(await refusals(await make.rider())).toEqual([
      'tasks forbidden',
      'drivers forbidden',
      'driverAccounts forbidden',
      'promos forbidden',
    ])
    expect(await refusals(await make.driver())).toEqual(['drivers forbidden', 'driverAccounts forbidden', 'promos forbidden'])
    expect(await refusals(await make.fleetAdmin())).toEqual(['tasks forbidden', 'promos forbidden'])
    expect(await refusals(await make.admin())).toEqual(['tasks forbidden'])
  })

  it('of a booking are closed to those it does not concern, as if it did not exist', async () => {
    const { rider, driver, id } = await trips.trip('ACCEPTED')
    for (const stranger of [await make.rider(), await make.driver(), await make.fleetAdmin()]) {
      const client = await connect(stranger)
      client.send({ type: 'subscribe', topic: `booking:${id}` })
      client.send({ type: 'subscribe', topic: 'booking:NOSUCHBOOKING' })
      await client.next('refused', 1)
      expect(client.ofType('refused').map(({ key }) => key)).toEqual(['not_found', 'not_found'])
    }
    for (const party of [rider, driver, await make.admin()]) await (await connect(party)).subscribe(`booking:${id}`)
  })
})

describe('events', () => {
  it('tell rider, driver and desk each step of a booking, as each may see it', async () => {
    const { rider, driver, id, booking } = await trips.trip('NEW')
    await app.settle()
    const [atRider, atDriver, atDesk] = [await connect(rider), await connect(driver), await connect(await make.admin())]
    await Promise.all([
      atRider.subscribe(`booking:${id}`),
      atDriver.subscribe('bookings'),
      atDriver.subscribe('tasks'),
      atDesk.subscribe('bookings'),
    ])
    await trips.accept(driver, id)
    await trips.arrive(driver, id)
    await trips.start(driver, id, booking.otp)
    const bookingsOf = (client: typeof atRider) =>
      client.ofType('event').flatMap(({ event }) => (event.name === 'booking' && event.booking.id === id ? [event.booking] : []))
    for (const client of [atRider, atDriver, atDesk]) {
      await expect.poll(() => bookingsOf(client).at(-1)?.status).toBe('STARTED')
      expect(client.broken).toEqual([])
    }
    expect(bookingsOf(atRider).at(-1)).toMatchObject({ otp: booking.otp, driver: driver.id })
    expect(bookingsOf(atDriver).every(({ otp }) => otp === null)).toBe(true)
    const versions = bookingsOf(atRider).map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  })

  it('give a driver his task and take it away when it is cancelled', async () => {
    const { rider, driver, carType } = await trips.cast()
    const client = await connect(driver)
    await client.subscribe('tasks')
    const { id } = await trips.book(rider, carType)
    await app.settle()
    await expect.poll(() => client.ofType('event').map(({ event }) => event.name)).toContain('task')
    await trips.addReason()
    await trips.cancel(rider, id)
    await expect
      .poll(() => client.ofType('event').at(-1)?.event)
      .toEqual({ name: 'taskGone', bookingId: id, reason: 'cancelled' })
    expect(client.broken).toEqual([])
  })

  it('miss nothing and repeat nothing when a client comes back with its last cursor again and again', async () => {
    const rider = await make.rider()
    const first = await connect(rider)
    let { cursor } = await first.subscribe('me')
    first.socket.terminate()
    const seen: string[] = []
    const times = 100
    const writings: Promise<void>[] = []
    for (let round = 0; round < times; round++) {
      writings.push(writeSome(rider.id))
      const client = await connect(rider)
      client.send({ type: 'subscribe', topic: 'me', since: cursor })
      await new Promise((resolve) => setTimeout(resolve, round % 7))
      const known = () => seen.length + client.ofType('event').length
      // now and then one stays until it knows what there is, or the same is missed again and again until it is too much
      if (round % 3 === 0) await Promise.all(writings)
      if (round % 3 === 0) await expect.poll(known, { interval: 5 }).toBe(3 * (round + 1))
      const events = client.ofType('event')
      expect(client.ofType('resync')).toEqual([])
      seen.push(...events.map((event) => event.cursor))
      cursor = events.at(-1)?.cursor ?? cursor
      client.socket.terminate()
    }
    expect(seen).toHaveLength(3 * times)
    expect(new Set(seen).size).toBe(3 * times)
  })

  it('are told from the table when they happened before this process began to keep them', async () => {
    const client = await connect(earlyRider)
    // far back, but within reach
    await client.subscribe('me', '1:0')
    await fact(earlyRider.id, 'late')
    await expect.poll(() => client.ofType('event').length).toBe(21)
    const cursors = client.ofType('event').map(({ cursor }) => cursor)
    expect(cursors).toEqual(cursors.toSorted(compareCursors))
  })

  it('that are too many are not replayed: the client is told to read afresh', async () => {
    const rider = await make.rider()
    const first = await connect(rider)
    const { cursor } = await first.subscribe('me')
    first.send({ type: 'unsubscribe', topic: 'me' })
    await inTx(app.deps, async (tx) => {
      for (let i = 0; i < 501; i++)
        await emitEvent(tx, { type: 'WalletPosted', userId: rider.id, txRef: `many ${i}`, amountMinor: '0', currency: 'SEK' })
    })
    await app.readAll()
    const marker = await make.rider()
    const other = await connect(marker)
    await other.subscribe('me')
    await fact(marker.id, 'marker')
    await other.next('event')
    const client = await connect(rider)
    await client.subscribe('me', cursor)
    await client.next('resync')
    expect(client.ofType('event')).toEqual([])
    await fact(rider.id, 'after')
    await client.next('event')
    const confused = await connect(rider)
    const noPlaces = ['no cursor', '18446744073709551616:1', '1:9223372036854775808', `${'9'.repeat(20)}:1`]
    for (const since of noPlaces) await confused.subscribe('me', since)
    await confused.next('resync', noPlaces.length - 1)
  })

  it('of what everybody reads are read afresh from where memory does not reach, one’s own are told', async () => {
    const rider = await make.rider()
    const client = await connect(rider)
    for (const topic of ['settings', 'carTypes', 'languages', 'cancelReasons'] as const) await client.subscribe(topic, '1:1')
    await client.next('resync', 3)
    await client.subscribe('me', '1:1')
    await fact(rider.id, 'mine')
    await client.next('event')
    expect(client.ofType('resync').map(({ topic }) => topic)).not.toContain('me')
  })

  it('carry notices to the person they are for', async () => {
    const [rider, other] = [await make.rider(), await make.rider()]
    const [client, stranger] = [await connect(rider), await connect(other)]
    await client.subscribe('me')
    await stranger.subscribe('me')
    const notice = { id: 'N1', key: 'success', params: {}, screen: 'BookedCab', bookingId: null, at: Date.now() }
    app.deps.bus.publish(`user.${rider.id}`, { kind: 'notice', notice })
    expect((await client.next('event')).event).toEqual({ name: 'notice', notice })
    expect(stranger.ofType('event')).toEqual([])
  })
})

describe('the end of a session', () => {
  it('closes its sockets within a second, and no others', async () => {
    const rider = await make.rider()
    const other = { ...rider, token: (await make.session(rider.id)).token }
    const [client, elsewhere] = [await connect(rider), await connect(other)]
    await client.subscribe('me')
    const started = Date.now()
    await call(signOut, {}, { as: rider })
    await expect.poll(() => client.closed(), { interval: 5 }).toBe(4001)
    if (process.env['FIGURES']) console.log(`signed out after ${Date.now() - started} ms`)
    expect(client.frames.at(-1)).toEqual({ type: 'signedOut' })
    expect(elsewhere.closed()).toBeNull()
  })

  it('comes to all sockets of a user who is removed or loses the approval', async () => {
    const [removed, unapproved] = [await make.rider(), await make.driver()]
    const [first, second] = [await connect(removed), await connect(unapproved)]
    await call(removeUser, { id: removed.id }, { as: await make.admin() })
    await expect.poll(() => first.closed(), { interval: 5 }).toBe(4001)
    await inTx(app.deps, async (tx) => {
      await tx.updateTable('appUser').set({ approved: false }).where('id', '=', unapproved.id).execute()
      await emitEvent(tx, { type: 'UserChanged', userId: unapproved.id })
    })
    await expect.poll(() => second.closed(), { interval: 5 }).toBe(4001)
  })
})

describe('frames', () => {
  it('that are wrong are refused, and too many of them end the socket', async () => {
    const client = await connect(await make.rider())
    const deep = `{"type":"subscribe","topic":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    for (const text of ['', '{', '[]', '{"type":"subscribe","topic":"secrets"}', '{"type":"ping","extra":1}', deep])
      client.socket.send(text)
    await client.next('refused', 5)
    expect(new Set(client.ofType('refused').map(({ key }) => key))).toEqual(new Set(['bad_request']))
    client.send({ type: 'ping' })
    await client.next('pong')
    for (let i = 0; i < 10; i++) client.socket.send('nonsense')
    await expect.poll(() => client.closed()).toBe(1008)
  })

  it('that are too many or too big end the socket', async () => {
    const [eager, calm, heavy] = [await connect(null), await connect(null), await connect(null)]
    for (let i = 0; i < 200; i++) eager.send({ type: 'ping' })
    await expect.poll(() => eager.closed()).toBe(1008)
    // each is measured by itself
    for (let i = 0; i < 40; i++) calm.send({ type: 'ping' })
    await calm.next('pong', 39)
    heavy.socket.send(JSON.stringify({ type: 'authenticate', token: 'x'.repeat(70_000) }))
    await expect.poll(() => heavy.closed()).toBe(1009)
  })
})
