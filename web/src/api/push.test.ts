import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePushBrowser, otherKey } from './fake-push-browser.ts'
import { markPush, readPushMark } from './push-mark.ts'
import { dropPush, readPush, renewPush, turnOffPush, turnOnPush } from './push.ts'

let given: ReturnType<typeof makePushBrowser>
beforeEach(() => {
  localStorage.clear()
  given = makePushBrowser()
})
afterEach(() => vi.unstubAllGlobals())

test('a browser that lacks a part of it is unsupported, and is not asked for leave', async () => {
  vi.stubGlobal('isSecureContext', false)
  expect([await readPush('rita'), await turnOnPush('rita')]).toEqual(['unsupported', 'unsupported'])
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {})
  expect(await readPush('rita')).toBe('unsupported')
  expect([given.browser.prompts, given.asked]).toEqual([0, []])
})

test('reading the state asks nobody anything', async () => {
  expect(await readPush('rita')).toBe('off')
  given.browser.permission = 'denied'
  expect(await readPush('rita')).toBe('denied')
  expect([given.browser.prompts, given.browser.registered, given.asked]).toEqual([0, false, []])
})

test('turning them on asks the person, subscribes with the server’s key and registers', async () => {
  expect(await turnOnPush('rita')).toBe('on')
  expect(given.browser.prompts).toBe(1)
  expect(given.asked).toEqual([
    { url: '/api/push', body: null },
    {
      url: '/api/push/devices',
      body: { kind: 'web', token: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } },
    },
  ])
  const key = new Uint8Array(given.browser.current?.options.applicationServerKey ?? new ArrayBuffer(0))
  expect([key.length, key[0]]).toEqual([65, 4])
  expect(await readPush('rita')).toBe('on')
})

test('a no is taken as one, and a prompt that was put aside leaves them off', async () => {
  given.browser.answer = 'default'
  expect(await turnOnPush('rita')).toBe('off')
  given.browser.answer = 'denied'
  expect(await turnOnPush('rita')).toBe('denied')
  expect([given.browser.subscriptions, given.asked, readPushMark()]).toEqual([0, [], null])
})

test('when the server cannot be reached they stay off', async () => {
  given.browser.isServerDown = true
  await expect(turnOnPush('rita')).rejects.toMatchObject({ key: 'fetch_call_error' })
  expect(await readPush('rita')).toBe('off')
  given.browser.isServerDown = false
  expect(await turnOnPush('rita')).toBe('on')
})

test('turning them off tells the server and ends the subscription', async () => {
  await turnOnPush('rita')
  given.asked.length = 0
  expect(await turnOffPush()).toBe('off')
  expect(given.asked).toEqual([{ url: '/api/push/devices/remove', body: { token: 'https://push.example/1' } }])
  expect([given.browser.current, await readPush('rita')]).toEqual([null, 'off'])
})

test('what was shown is taken from the list of notices with them', async () => {
  await turnOnPush('rita')
  given.browser.shown.push('Dan: I am at the gate', 'Your driver is here')
  await dropPush()
  expect(given.browser.shown).toEqual([])
})

test('another person at the same browser has them off until he turns them on himself', async () => {
  await turnOnPush('rita')
  expect(await readPush('dan')).toBe('off')
  given.asked.length = 0
  await renewPush('dan')
  expect(given.asked).toEqual([])
  expect(await turnOnPush('dan')).toBe('on')
  expect([await readPush('rita'), await readPush('dan')]).toEqual(['off', 'on'])
})

test('each visit registers again where they are on, and nowhere else', async () => {
  await renewPush('rita')
  expect(given.asked).toEqual([])
  await turnOnPush('rita')
  given.asked.length = 0
  await renewPush('rita')
  expect(given.asked.map(({ url }) => url)).toEqual(['/api/push', '/api/push/devices'])
  expect([given.browser.subscriptions, given.browser.prompts]).toEqual([1, 1])
})

test('a server with other keys is subscribed to anew', async () => {
  await turnOnPush('rita')
  given.browser.serverKey = otherKey
  await renewPush('rita')
  expect(given.browser.subscriptions).toBe(2)
  expect(given.asked.at(-1)?.body).toMatchObject({ token: 'https://push.example/2' })
})

test('whoever signs out leaves no subscription behind', async () => {
  await turnOnPush('rita')
  await dropPush()
  expect([given.browser.current, readPushMark()]).toEqual([null, null])
})

test('leave that was taken back in the browser’s settings ends it', async () => {
  await turnOnPush('rita')
  given.browser.permission = 'default'
  expect(await readPush('rita')).toBe('off')
  markPush('rita')
  given.browser.permission = 'denied'
  expect(await readPush('rita')).toBe('denied')
})
