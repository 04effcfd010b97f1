import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import type { PushNotice } from './ports.ts'
import { makeApnsPush } from './push-apns.ts'

const notice: PushNotice = {
  title: 'Göteborgs Taxi',
  msg: 'You have a new task.',
  screen: 'BookingCab',
  params: { bookingId: 'B1' },
  collapse: 'B1:notice_new_task',
  urgency: 'high',
  stays: true,
  locale: 'en',
  direction: 'ltr',
  ttlS: 900,
}
const device = (token: string) => ({ token, keys: null })

const closes: (() => void)[] = []
afterEach(() => {
  for (const close of closes.splice(0)) close()
})

const reply = (stream: ServerHttp2Stream, status: number, reason?: string): void => {
  stream.respond({ ':status': status })
  stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const clock = { ms: Date.parse('2026-11-22T12:00:00Z') }
const token = '0a'.repeat(32)

type Call = { headers: IncomingHttpHeaders; body: string }

/** A real HTTP/2 server that checks our token as Apple does; null: it never answers. */
const apple = async (answer: (call: Call) => { status: number; reason?: string } | null) => {
  const calls: Call[] = []
  const sessions = new Set<ServerHttp2Session>()
  let connections = 0
  const handle = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const call = { headers, body: (await buffer(stream)).toString() }
    calls.push(call)
    const bearer = String(headers.authorization).replace(/^bearer /, '')
    const age = { currentDate: new Date(clock.ms), maxTokenAge: '1 hour', issuer: 'TEAM123456', algorithms: ['ES256'] }
    const proof = await jwtVerify(bearer, publicKey, age).catch(() => null)
    if (proof?.protectedHeader.kid !== 'KEY1234567') return reply(stream, 403, 'InvalidProviderToken')
    const given = answer(call)
    if (given) reply(stream, given.status, given.reason)
  }
  const server = createServer()
  server.on('session', (session) => {
    connections += 1
    sessions.add(session)
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    void handle(stream, headers)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const session of sessions) session.destroy()
    sessions.clear()
  }
  closes.push(() => {
    drop()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    connections: () => connections,
    drop,
    sessions,
  }
}
const make = (origin: string, timeoutMs = 60_000) =>
  makeApnsPush({
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    privateKey: pem,
    topic: 'example.taxi.driver',
    sandbox: false,
    now: () => new Date(clock.ms),
    origin,
    timeoutMs,
  })

test('takes alerts for the app over one connection, with one token of ours', async () => {
  const { origin, calls, connections } = await apple(() => ({ status: 200 }))
  const push = make(origin)
  const answers = await Promise.all([push.send(device(token), notice), push.send(device(token), notice)])
  expect(answers).toEqual([{ state: 'taken' }, { state: 'taken' }])
  expect(connections()).toBe(1)
  const { headers, body } = calls[0]!
  expect(calls[1]?.headers.authorization).toBe(headers.authorization)
  expect(headers).toMatchObject({
    ':path': `/3/device/${token}`,
    'apns-topic': 'example.taxi.driver',
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-collapse-id': 'B1:notice_new_task',
    'apns-expiration': String(clock.ms / 1000 + 900),
  })
  expect(JSON.parse(body)).toMatchObject({
    aps: { alert: { title: 'Göteborgs Taxi', body: 'You have a new task.' }, 'thread-id': 'B1' },
    screen: 'BookingCab',
    params: { bookingId: 'B1' },
  })
})

test('has the same token for a while, and a new one before an hour is over', async () => {
  const { origin, calls } = await apple(() => ({ status: 200 }))
  const push = make(origin)
  for (const passesMs of [0, 20 * 60_000, 45 * 60_000]) {
    clock.ms += passesMs
    expect(await push.send(device(token), notice)).toEqual({ state: 'taken' })
  }
  const tokens = calls.map(({ headers }) => headers.authorization)
  expect([tokens[1] === tokens[0], tokens[2] === tokens[0]]).toEqual([true, false])
})

test('is connected to anew after the connection broke or was asked to end', async () => {
  const { origin, connections, drop, sessions } = await apple(() => ({ status: 200 }))
  const push = make(origin)
  await push.send(device(token), notice)
  drop()
  await expect.poll(() => push.send(device(token), notice).catch(() => null)).toEqual({ state: 'taken' })
  for (const session of sessions) session.goaway()
  await expect.poll(() => push.send(device(token), notice).catch(() => null)).toEqual({ state: 'taken' })
  expect(connections()).toBeGreaterThanOrEqual(2)
})

test.each([
  [410, 'Unregistered'],
  [400, 'BadDeviceToken'],
  [400, 'DeviceTokenNotForTopic'],
])('answers %i %s for a device that is gone', async (status, reason) => {
  const { origin } = await apple(() => ({ status, reason }))
  expect(await make(origin).send(device(token), notice)).toEqual({ state: 'gone' })
})

test.each([
  [{ status: 400, reason: 'PayloadEmpty' }, 'refused'],
  [{ status: 413, reason: 'PayloadTooLarge' }, 'refused'],
  [{ status: 403, reason: 'ExpiredProviderToken' }, 'unavailable'],
  [{ status: 429, reason: 'TooManyRequests' }, 'quota'],
  [{ status: 503, reason: 'Shutdown' }, 'unavailable'],
  [null, 'unavailable'],
])('%j is an outage: %s', async (answer, outage) => {
  const { origin } = await apple(() => answer)
  await expect(make(origin, answer ? 5000 : 300).send(device(token), notice)).rejects.toMatchObject({ outage })
})

test('that cannot be reached is an outage, and the next try connects again', async () => {
  const push = make('http://127.0.0.1:9')
  for (let count = 0; count < 2; count++)
    await expect(push.send(device(token), notice)).rejects.toMatchObject({ outage: 'unavailable' })
})
