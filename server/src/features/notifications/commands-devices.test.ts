import { removeUser } from '@wayfare/contract/people-edit'
import { signOut, endSession } from '@wayfare/contract/sign-in'
import type { InputOf } from '@wayfare/contract/endpoint'
import { getPush, registerDevice, removeDevice } from '@wayfare/contract/messages-push'
import { mostDevices } from '@wayfare/core/push'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePushStub } from '../../../test/stubs/push.ts'
import { makeBrowser } from '../../../test/stubs/push-service.ts'
import { makeSecrets } from '../../secrets.ts'
import { getPushKeys } from './commands-push-keys.ts'

const stub = makePushStub()
const app = await startApp({ services: { push: stub.push } })
const { call, refusal, make, db } = app

let count = 0
const { keys } = makeBrowser('')
const newAddress = (): string => `https://fcm.googleapis.com/fcm/send/${(count += 1)}`
type Given = InputOf<typeof registerDevice>
const web = (token = newAddress()): Given => ({ kind: 'web', token, keys })
const register = (as: TestUser, given: Given = web()) => call(registerDevice, given, { as })
const tokensOf = async ({ id }: TestUser): Promise<string[]> =>
  (await db.selectFrom('pushDevice').select('token').where('userId', '=', id).orderBy('lastSeen').orderBy('id').execute()).map(
    ({ token }) => token,
  )
/** Another sign-in of the same person. */
const again = async (user: TestUser): Promise<TestUser> => {
  const { id, token } = await make.session(user.id)
  return { ...user, sessionId: id, token }
}

test('a browser is told the key of this server, which stays the same', async () => {
  const rider = await make.rider()
  const { publicKey, kinds } = await call(getPush, {}, { as: rider })
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  expect(kinds).toEqual(['web', 'fcm', 'expo'])
  const all = await Promise.all(Array.from({ length: 5 }, () => call(getPush, {}, { as: rider })))
  expect(new Set(all.map((answer) => answer.publicKey))).toEqual(new Set([publicKey]))
  const row = await db.selectFrom('pushKey').selectAll().executeTakeFirstOrThrow()
  const { privateKey } = await getPushKeys(app.deps)
  expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32)
  expect(row.sealedPrivateKey).not.toContain(privateKey)
})

test('processes that start at once make one pair of keys', async () => {
  const other = await startApp()
  const made = await Promise.all(Array.from({ length: 6 }, () => getPushKeys(other.deps)))
  expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(1)
  await other.close()
})

test('keys that another secret sealed are made anew, and browsers that subscribed with them are forgotten', async () => {
  const other = await startApp()
  const rider = await other.make.rider()
  const before = await getPushKeys(other.deps)
  await other.call(registerDevice, web(), { as: rider })
  const moved = { ...other.deps, secrets: makeSecrets('another secret of thirty-two characters') }
  const after = await getPushKeys(moved)
  expect(after.publicKey).not.toBe(before.publicKey)
  expect(await getPushKeys(moved)).toEqual(after)
  expect(await other.db.selectFrom('pushDevice').select('id').execute()).toEqual([])
  await other.close()
})

test('a device that registers again is seen again, and with new keys has those', async () => {
  const rider = await make.rider()
  const first = web()
  await register(rider, first)
  const fresh = makeBrowser('').keys
  app.advance(60_000)
  await register(rider, { ...first, keys: fresh })
  const rows = await db.selectFrom('pushDevice').selectAll().where('userId', '=', rider.id).execute()
  expect(rows).toMatchObject([
    { kind: 'web', platform: 'WEB', token: first.token, p256dh: fresh.p256dh, auth: fresh.auth, sessionId: rider.sessionId },
  ])
  expect(rows[0]!.lastSeen.getTime() - rows[0]!.createdAt.getTime()).toBeGreaterThanOrEqual(60_000)
})

test('apps register what their service gave, with the platform it cannot tell', async () => {
  const driver = await make.driver()
  const fcm = `f${'c'.repeat(30)}:APA91b`
  await register(driver, { kind: 'fcm', token: fcm, platform: 'ANDROID' })
  await register(driver, { kind: 'expo', token: 'ExponentPushToken[abcdefghijklmnop]', platform: 'IOS' })
  const rows = await db
    .selectFrom('pushDevice')
    .select(['kind', 'platform'])
    .where('userId', '=', driver.id)
    .orderBy('kind')
    .execute()
  expect(rows).toEqual([
    { kind: 'expo', platform: 'IOS' },
    { kind: 'fcm', platform: 'ANDROID' },
  ])
})

test.each<[string, Given]>([
  ['a host that is not on the list', web('https://evil.example/a')],
  ['the metadata of a cloud', web('https://169.254.169.254/latest')],
  ['plain http', web('http://fcm.googleapis.com/a')],
  ['a browser without keys', { kind: 'web', token: newAddress() }],
  ['an app with keys', { kind: 'fcm', token: 'f'.repeat(30), platform: 'ANDROID', keys }],
  ['an app without its platform', { kind: 'fcm', token: 'f'.repeat(30) }],
  ['an app that is a browser', { kind: 'expo', token: 'ExpoPushToken[abcdefghijkl]', platform: 'WEB' }],
  ['a token of another kind', { kind: 'expo', token: newAddress(), platform: 'IOS' }],
  ['a key that is none', { kind: 'web', token: newAddress(), keys: { ...keys, auth: 'short' } }],
])('%s is refused', async (_why, given) => {
  const rider = await make.rider()
  expect(await refusal(registerDevice, given, { as: rider })).toMatchObject({ status: 400, key: 'bad_request' })
  expect(await tokensOf(rider)).toEqual([])
})

test('a kind that is not set up is refused, and so is who is not signed in', async () => {
  const apns: Given = { kind: 'apns', token: '0a'.repeat(32) }
  expect(await refusal(registerDevice, apns, { as: await make.rider() })).toMatchObject({ key: 'not_configured' })
  for (const asking of [refusal(registerDevice, web()), refusal(getPush, {}), refusal(removeDevice, { token: 'x'.repeat(20) })])
    expect(await asking).toMatchObject({ status: 401 })
})

test('of more than ten devices the ones seen last stay, also when they come at once', async () => {
  const rider = await make.rider()
  const tokens = Array.from({ length: mostDevices + 2 }, newAddress)
  for (const token of tokens.slice(0, mostDevices)) {
    await register(rider, web(token))
    app.advance(1000)
  }
  await register(rider, web(tokens[0]))
  app.advance(1000)
  await Promise.all(tokens.slice(mostDevices).map((token) => register(rider, web(token))))
  const kept = await tokensOf(rider)
  expect(kept).toHaveLength(mostDevices)
  expect([kept.includes(tokens[0]!), kept.includes(tokens[1]!), kept.includes(tokens[2]!)]).toEqual([true, false, false])
})

test('a device that changes hands has one person, the last', async () => {
  const [rider, driver] = [await make.rider(), await make.driver()]
  const shared = web()
  await register(rider, shared)
  await register(driver, shared)
  expect([await tokensOf(rider), await tokensOf(driver)]).toEqual([[], [shared.token]])
})

test('one takes off one’s own devices and nobody else’s', async () => {
  const [rider, stranger] = [await make.rider(), await make.rider()]
  const own = web()
  await register(rider, own)
  expect(await call(removeDevice, { token: own.token }, { as: stranger })).toEqual({ done: true })
  expect(await tokensOf(rider)).toEqual([own.token])
  for (let tries = 0; tries < 2; tries++)
    expect(await call(removeDevice, { token: own.token }, { as: rider })).toEqual({ done: true })
  expect(await tokensOf(rider)).toEqual([])
})

test('a device goes with its session: signed out here, ended from elsewhere, or with the account', async () => {
  const rider = await make.rider()
  const [phone, tablet, desk] = [await again(rider), await again(rider), await again(rider)]
  const [a, b, c] = [web(), web(), web()]
  await register(phone, a)
  await register(tablet, b)
  await register(desk, c)
  await call(signOut, {}, { as: phone })
  expect((await tokensOf(rider)).toSorted()).toEqual([b.token, c.token].toSorted())
  await call(endSession, { id: tablet.sessionId }, { as: desk })
  expect(await tokensOf(rider)).toEqual([c.token])
  await call(removeUser, { id: rider.id }, { as: await make.admin() })
  expect(await tokensOf(rider)).toEqual([])
})
