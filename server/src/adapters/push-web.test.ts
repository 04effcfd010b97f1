import { createECDH } from 'node:crypto'
import { pushHosts } from '@wayfare/core/push'
import { afterEach, expect, test } from 'vitest'
import { checkVapid, makeBrowser, startPushService, type Taken } from '../../test/stubs/push-service.ts'
import type { PushNotice } from './ports.ts'
import { makeWebPush } from './push-web.ts'

type WebPushOptions = Parameters<typeof makeWebPush>[0]

const ecdh = createECDH('prime256v1')
const publicKey = ecdh.generateKeys('base64url')
const keys = { publicKey, privateKey: ecdh.getPrivateKey('base64url') }

const notice: PushNotice = {
  title: 'Göteborgs Taxi',
  msg: 'سائقك هنا – your driver is here.',
  screen: 'BookedCab',
  params: { bookingId: 'B1' },
  collapse: 'B1:notice_driver_near',
  urgency: 'high',
  stays: false,
  locale: 'ar',
  direction: 'rtl',
  ttlS: 1800,
}
const browser = makeBrowser('https://fcm.googleapis.com/fcm/send/abc:APA91b')
const device = { token: browser.endpoint, keys: browser.keys }

const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

const start = async (answer: (taken: Taken) => number | null, options: Partial<WebPushOptions> = {}) => {
  const service = await startPushService(answer)
  closes.push(service.close)
  const given = { keys: async () => keys, contact: 'mailto:ops@taxi.example', hosts: pushHosts, timeoutMs: 60_000 }
  return { ...service, push: makeWebPush({ ...given, origin: service.origin, ...options }) }
}

test('the browser can open what its service was handed, signed by our key for that service', async () => {
  const { push, taken } = await start(() => 201)
  expect(await push.send(device, notice)).toEqual({ state: 'taken' })
  expect(taken).toHaveLength(1)
  const { path, headers, body } = taken[0]!
  expect(path).toBe('/fcm/send/abc:APA91b')
  expect(headers).toMatchObject({ ttl: '1800', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(await checkVapid(headers)).toMatchObject({
    audience: 'https://fcm.googleapis.com',
    subject: 'mailto:ops@taxi.example',
    key: publicKey,
  })
  expect(JSON.parse(browser.open(body))).toEqual({
    title: 'Göteborgs Taxi',
    msg: 'سائقك هنا – your driver is here.',
    screen: 'BookedCab',
    params: { bookingId: 'B1' },
    tag: 'B1:notice_driver_near',
    stays: false,
    lang: 'ar',
    dir: 'rtl',
  })
  expect(body.includes('driver')).toBe(false)
  expect(() => makeBrowser(browser.endpoint).open(body)).toThrow()
})

test('the same event of one booking has one topic, which tells the service nothing', async () => {
  const { push, taken } = await start(() => 201)
  for (const collapse of ['B1:chat', 'B1:chat', 'B2:chat']) await push.send(device, { ...notice, collapse })
  const topics = taken.map(({ headers }) => headers['topic'])
  expect(topics[0]).toMatch(/^[\w-]{32}$/)
  expect([topics[1] === topics[0], topics[2] === topics[0]]).toEqual([true, false])
})

test('the longest notice still fits', async () => {
  const { push, taken } = await start(() => 201)
  const params = { bookingId: 'B'.repeat(40), text: '漢'.repeat(300) }
  await push.send(device, { ...notice, title: '漢'.repeat(500), msg: '漢'.repeat(5000), params })
  const { body } = taken[0]!
  expect(body.length).toBeLessThanOrEqual(4096)
  expect((JSON.parse(browser.open(body)) as { msg: string }).msg).toMatch(/^漢+…$/)
})

test.each([404, 410])('a service that answers %i has lost the browser', async (status) => {
  const { push } = await start(() => status)
  expect(await push.send(device, notice)).toEqual({ state: 'gone' })
})

test.each([
  [400, 'refused'],
  [413, 'refused'],
  [403, 'refused'],
  [429, 'quota'],
  [500, 'unavailable'],
  [307, 'unavailable'],
])('status %i is an outage: %s', async (status, outage) => {
  const { push } = await start(() => status)
  await expect(push.send(device, notice)).rejects.toMatchObject({ outage })
})

test('a service that hangs is given up in time', async () => {
  const { push } = await start(() => null, { timeoutMs: 150 })
  await expect(push.send(device, notice)).rejects.toMatchObject({ outage: 'unavailable' })
})

test('a host that is not on the list is never asked, and its address is forgotten', async () => {
  const { push, taken } = await start(() => 201)
  for (const token of ['https://evil.example/a', 'http://fcm.googleapis.com/a', 'https://127.0.0.1/a', 'nonsense'])
    expect(await push.send({ ...device, token }, notice)).toEqual({ state: 'gone' })
  expect(taken).toEqual([])
})

test('a browser whose key is no point of the curve is forgotten: nothing can be encrypted for it', async () => {
  const { push, taken } = await start(() => 201)
  const p256dh = Buffer.from(Uint8Array.from({ length: 65 }, (_, at) => (at === 0 ? 4 : at))).toString('base64url')
  expect(await push.send({ ...device, keys: { p256dh, auth: browser.keys.auth } }, notice)).toEqual({ state: 'gone' })
  expect(taken).toEqual([])
})

test('words that people wrote say that no page shows them', async () => {
  const { push, taken } = await start(() => 201)
  await push.send(device, { ...notice, alone: true })
  await push.send(device, notice)
  const shown = taken.map(({ body }) => (JSON.parse(browser.open(body)) as { alone?: boolean }).alone)
  expect(shown).toEqual([true, undefined])
})

test('a listed name that leads into the own network is refused by the connection', async () => {
  const asked: string[] = []
  const { origin: _origin, ...service } = await start(() => 201)
  const push = makeWebPush({
    keys: async () => keys,
    contact: 'mailto:ops@taxi.example',
    hosts: ['push.example'],
    timeoutMs: 2000,
    resolve: (host, _options, done) => {
      asked.push(host)
      done(null, [{ address: '169.254.169.254', family: 4 }])
    },
  })
  await expect(push.send({ ...device, token: 'https://push.example/a' }, notice)).rejects.toMatchObject({ outage: 'refused' })
  expect([asked, service.taken]).toEqual([['push.example'], []])
})
