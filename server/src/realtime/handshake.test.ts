// One look at the session is enough for a socket, and what ends it meanwhile is not missed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { removeUser } from '@wayfare/contract/people-edit'
import { signOut } from '@wayfare/contract/sign-in'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { makeGate } from '../../test/held.ts'
import { makeConnect } from '../../test/live.ts'
import type { TestUser } from '../../test/make.ts'
import { inTx } from '../db/tx.ts'
import { emitEvent } from '../events.ts'
import { makeViews } from '../views.ts'
import { startGateway } from './gateway.ts'

const app = await startApp()
const { deps, make, call } = app
const { authenticate } = app.auth
let url = ''
const { connect } = makeConnect(() => url)
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

const takePositions = () => Promise.reject(new Error('nobody drives'))

/** A gateway that looks at sessions this way; gives what stops it. */
const listen = async (look: typeof authenticate): Promise<() => Promise<void>> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway = await startGateway({ deps, server, authenticate: look, views: makeViews(deps), takePositions })
  stops.push(() => server.close(), gateway.stop)
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gateway.stop
}

/** Either way to say who one is. */
const ways = {
  'with the handshake': (person: TestUser) => connect(person),
  'as the first frame': async (person: TestUser) => {
    const client = await connect(null)
    client.send({ type: 'authenticate', token: person.token })
    return client
  },
}

describe.each(Object.entries(ways))('a session that is told %s', (_name, enter) => {
  it('is looked for once', async () => {
    let looks = 0
    await listen((headers) => {
      looks += 1
      return authenticate(headers)
    })
    const client = await enter(await make.rider())
    await client.subscribe('me')
    expect(looks).toBe(1)
  })

  it.each([
    ['was signed out', (rider: TestUser) => call(signOut, {}, { as: rider })],
    ['is of somebody removed', async ({ id }: TestUser) => call(removeUser, { id }, { as: await make.admin() })],
  ])('ends the socket when it %s between the look and the answer', async (_why, end) => {
    const rider = await make.rider()
    const [looked, gate] = [makeGate(), makeGate()]
    let isFirst = true
    await listen(async (headers) => {
      const found = await authenticate(headers)
      if (!found || isFirst) return found
      looked.open()
      await gate.opened
      return found
    })
    const witness = await connect(rider)
    isFirst = false
    const entering = enter(rider)
    await looked.opened
    await end(rider)
    await expect.poll(() => witness.closed(), { interval: 5 }).toBe(4001)
    gate.open()
    const client = await entering
    await expect.poll(() => client.closed(), { interval: 5 }).toBe(4001)
  })
})

const byCookie = async (person: TestUser) => {
  const { cookies } = await app.auth.openSession(person.id, new Headers())
  return connect(null, { cookie: (cookies[0] ?? '').split(';')[0] ?? '' })
}

describe('a session that lives', () => {
  it.each(Object.entries({ ...ways, 'by a cookie': byCookie }))(
    'is found again when its user changed, told %s',
    async (_name, enter) => {
      let looks = 0
      await listen((headers) => {
        looks += 1
        return authenticate(headers)
      })
      const rider = await make.rider()
      const client = await enter(rider)
      await client.subscribe('me')
      await inTx(app.deps, (tx) => emitEvent(tx, { type: 'UserChanged', userId: rider.id }))
      await expect.poll(() => looks, { interval: 5 }).toBe(2)
      client.send({ type: 'ping' })
      await client.next('pong')
      expect(client.closed()).toBeNull()
    },
  )
})

describe('a gateway that stops', () => {
  it.each(Object.entries(ways))(
    'waits for a look at a session that is told %s, also when the socket has gone',
    async (_name, enter) => {
      const gate = makeGate()
      let looks = 0
      const stop = await listen(async (headers) => {
        looks += 1
        await gate.opened
        return authenticate(headers)
      })
      const entering = enter(await make.rider()).catch(() => null)
      await expect.poll(() => looks, { interval: 5 }).toBe(1)
      let hasStopped = false
      const stopping = stop().then(() => (hasStopped = true))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(hasStopped).toBe(false)
      gate.open()
      await stopping
      await entering
    },
  )

  it('looks nobody up whose frame waits for another one', async () => {
    const [looked, gate] = [makeGate(), makeGate()]
    let looks = 0
    const stop = await listen(async () => {
      looks += 1
      looked.open()
      await gate.opened
      return null
    })
    const client = await connect(null)
    for (const token of ['one', 'two', 'three']) client.send({ type: 'authenticate', token })
    await looked.opened
    // all three are there before it stops
    client.send({ type: 'ping' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const stopping = stop()
    gate.open()
    await stopping
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(looks).toBe(1)
  })

  it('looks nobody up whose frame came after its goodbye', async () => {
    let looks = 0
    const stop = await listen((headers) => {
      looks += 1
      return authenticate(headers)
    })
    const { token } = await make.rider()
    const client = await connect(null)
    const before = looks
    // it has not read the goodbye, and goes on asking
    client.socket.pause()
    await stop()
    client.send({ type: 'authenticate', token })
    client.socket.resume()
    await expect.poll(() => client.closed(), { interval: 5 }).toBe(1012)
    expect(looks).toBe(before)
  })
})
