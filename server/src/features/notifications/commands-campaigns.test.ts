import * as campaigns from '@wayfare/contract/messages-campaigns'
import type { InputOf } from '@wayfare/contract/endpoint'
import { registerDevice } from '@wayfare/contract/messages-push'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePushStub } from '../../../test/stubs/push.ts'
import { makeBrowser } from '../../../test/stubs/push-service.ts'

const stub = makePushStub()
const app = await startApp({ services: { push: stub.push } })
const { call, refusal, make, db } = app
const admin = await make.admin()
const as = admin

let count = 0
const { keys } = makeBrowser('')
const withDevice = async (person: TestUser, platform: 'ANDROID' | 'IOS' | 'WEB'): Promise<string> => {
  count += 1
  const web = `https://fcm.googleapis.com/fcm/send/${count}`
  const token = platform === 'WEB' ? web : `${'f'.repeat(30)}${count}`
  const kind = platform === 'WEB' ? 'web' : 'fcm'
  await call(registerDevice, { kind, token, platform, ...(kind === 'web' ? { keys } : {}) }, { as: person })
  return token
}

type Fields = InputOf<typeof campaigns.addCampaign>
const fields = (part: Partial<Fields> = {}): Fields => ({
  deviceType: 'All',
  userType: 'All',
  title: 'Half price tonight',
  body: 'Every ride after 22:00 costs half.',
  ...part,
})
const draft = (part?: Partial<Fields>) => call(campaigns.addCampaign, fields(part), { as })
const find = async (id: string) =>
  (await call(campaigns.listCampaigns, { limit: 100 }, { as })).campaigns.find((one) => one.id === id)

const audience = (deviceType: Fields['deviceType'], userType: Fields['userType']) =>
  call(campaigns.countAudience, { deviceType, userType }, { as })

test('before anybody has a device nobody matches, and nothing is kept as sent', async () => {
  expect(await audience('All', 'All')).toEqual({ recipients: 0, devices: { ANDROID: 0, IOS: 0, WEB: 0 } })
  const { id } = await draft()
  expect(await refusal(campaigns.sendCampaign, { id }, { as })).toMatchObject({ key: 'no_user_match', status: 422 })
  expect(await find(id)).toMatchObject({ state: 'draft', sentAt: null, recipients: 0, devices: 0 })
  expect(await call(campaigns.removeCampaign, { id }, { as })).toEqual({ done: true })
})

describe('whom it would reach', () => {
  test('people by role, their devices by platform; browsers belong to all devices alone', async () => {
    const [rider, both, driver] = [await make.rider(), await make.rider(), await make.driver()]
    await withDevice(rider, 'ANDROID')
    await withDevice(both, 'IOS')
    await withDevice(both, 'WEB')
    await withDevice(driver, 'IOS')
    expect(await audience('All', 'All')).toEqual({ recipients: 3, devices: { ANDROID: 1, IOS: 2, WEB: 1 } })
    expect(await audience('All', 'rider')).toEqual({ recipients: 2, devices: { ANDROID: 1, IOS: 1, WEB: 1 } })
    expect(await audience('IOS', 'All')).toEqual({ recipients: 2, devices: { ANDROID: 0, IOS: 2, WEB: 0 } })
    expect(await audience('ANDROID', 'driver')).toEqual({ recipients: 0, devices: { ANDROID: 0, IOS: 0, WEB: 0 } })
    await db.deleteFrom('pushDevice').execute()
  })

  test('neither the desk, nor whoever is not approved, removed or signed out', async () => {
    const people = [await make.rider(), await make.driver(), await make.rider()] as const
    for (const person of [...people, admin, await make.fleetAdmin()]) await withDevice(person, 'WEB')
    expect((await audience('All', 'All')).recipients).toBe(3)
    const [gone, waiting, away] = people
    await db.updateTable('appUser').set({ removedAt: new Date() }).where('id', '=', gone.id).execute()
    await db.updateTable('appUser').set({ approved: false }).where('id', '=', waiting.id).execute()
    await db
      .updateTable('authSession')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', away.sessionId)
      .execute()
    expect((await audience('All', 'All')).recipients).toBe(0)
    await db.deleteFrom('pushDevice').execute()
  })
})

describe('a draft', () => {
  test('is kept as written, without signs that nobody sees, and says who wrote it', async () => {
    const made = await draft({ title: ' Tonight\u0007 \n only ', body: 'First line\r\nSecond line' })
    expect(made).toMatchObject({
      title: 'Tonight   only',
      body: 'First line\nSecond line',
      state: 'draft',
      version: 1,
      createdBy: `${admin.firstName} Testsson`,
    })
    expect(await find(made.id)).toEqual(made)
    expect(await call(campaigns.getCampaign, { id: made.id }, { as })).toEqual(made)
  })

  test.each([
    ['no title', { title: ' ' }],
    ['a title of invisible signs', { title: '\u0007\u0008' }],
    ['no text', { body: '' }],
    ['a title that is too long', { title: 'x'.repeat(101) }],
    ['a text that is too long', { body: 'x'.repeat(501) }],
    ['a device that is none', { deviceType: 'WEB' as 'All' }],
    ['people that are not told', { userType: 'admin' as 'All' }],
  ])('with %s is refused', async (_name, part) => {
    expect((await refusal(campaigns.addCampaign, fields(part), { as })).key).toBe('bad_request')
  })

  test('is changed, but not over what another admin saved meanwhile', async () => {
    const { id, version } = await draft()
    const changed = await call(campaigns.changeCampaign, { id, version, ...fields({ title: 'Other words' }) }, { as })
    expect(changed).toMatchObject({ title: 'Other words', version: 2 })
    const late = { id, version, ...fields({ title: 'Mine' }) }
    expect((await refusal(campaigns.changeCampaign, late, { as })).key).toBe('row_changed')
    expect((await refusal(campaigns.sendCampaign, { id, version }, { as })).key).toBe('row_changed')
    expect(await find(id)).toMatchObject({ title: 'Other words', state: 'draft' })
  })

  test('is removed for good', async () => {
    const { id } = await draft()
    await call(campaigns.removeCampaign, { id }, { as })
    expect(await find(id)).toBeUndefined()
    for (const endpoint of [campaigns.removeCampaign, campaigns.sendCampaign, campaigns.stopCampaign] as const)
      expect((await refusal(endpoint, { id }, { as })).key).toBe('not_found')
    expect((await refusal(campaigns.changeCampaign, { id, ...fields() }, { as })).key).toBe('not_found')
  })
})

describe('sending', () => {
  test('happens once, however often the button is pressed; then nothing of it can be changed', async () => {
    const token = await withDevice(await make.rider(), 'ANDROID')
    const { id } = await draft({ deviceType: 'ANDROID' })
    const presses = ['first', 'first', 'first', 'second', 'third'].map(async (once) => {
      const answer = await call(campaigns.sendCampaign, { id }, { as, once }).catch(() => null)
      return answer === null ? [] : [once]
    })
    const [won = ''] = (await Promise.all(presses)).flat()
    expect(won).not.toBe('')
    await app.runJobs()
    expect(stub.takeTexts(token)).toEqual(['Every ride after 22:00 costs half.'])
    expect(await find(id)).toMatchObject({ state: 'sent', recipients: 1, devices: 1, delivered: 1, failed: 0, pending: 0 })
    expect((await refusal(campaigns.sendCampaign, { id }, { as, once: null })).key).toBe('idempotency_key_required')
    expect(await refusal(campaigns.sendCampaign, { id }, { as })).toMatchObject({ key: 'notification_sent', status: 409 })
    expect((await refusal(campaigns.changeCampaign, { id, ...fields() }, { as })).key).toBe('notification_sent')
    expect((await refusal(campaigns.removeCampaign, { id }, { as })).key).toBe('notification_sent')
    expect((await refusal(campaigns.stopCampaign, { id }, { as })).key).toBe('notification_not_running')
    expect(await call(campaigns.sendCampaign, { id }, { as, once: won })).toMatchObject({ id, state: 'sending' })
    await app.runJobs()
    expect(stub.takeTexts(token)).toEqual([])
  })

  test('is locked with critical edits, the test too; drafts are not', async () => {
    await withDevice(await make.driver(), 'WEB')
    await app.settings({ allowCriticalEditsAdmin: false })
    const { id } = await draft()
    expect(await refusal(campaigns.sendCampaign, { id }, { as })).toMatchObject({ key: 'demo_mode', status: 403 })
    expect((await refusal(campaigns.testCampaign, { title: 'a', body: 'b' }, { as })).key).toBe('demo_mode')
    expect((await refusal(campaigns.exportCampaigns, { format: 'csv' }, { as })).key).toBe('demo_mode')
    expect(await find(id)).toMatchObject({ state: 'draft' })
    await call(campaigns.removeCampaign, { id }, { as })
    await app.settings({ allowCriticalEditsAdmin: true })
  })

  test('a test goes to the devices of whoever asks, and to nobody else', async () => {
    const other = await withDevice(await make.rider(), 'WEB')
    const words = { title: 'مرحبا', body: 'A test' }
    const tester = await make.admin()
    expect(await refusal(campaigns.testCampaign, words, { as: tester })).toMatchObject({ key: 'no_own_device', status: 422 })
    const [phone, browser] = [await withDevice(tester, 'IOS'), await withDevice(tester, 'WEB')]
    expect(await call(campaigns.testCampaign, words, { as: tester })).toEqual({ devices: 2 })
    await app.runJobs()
    expect(stub.handed.find(({ device }) => device.token === browser)?.notice).toMatchObject({
      title: 'مرحبا',
      screen: 'home',
      direction: 'rtl',
      alone: true,
    })
    expect([phone, browser, other].map((token) => stub.takeTexts(token))).toEqual([['A test'], ['A test'], []])
  })
})

test('what was done is in the audit log, with the words and how many it was for', async () => {
  await withDevice(await make.rider(), 'IOS')
  const { id } = await draft({ deviceType: 'IOS', title: 'Audited' })
  await call(campaigns.changeCampaign, { id, ...fields({ deviceType: 'IOS', title: 'Audited twice' }) }, { as })
  await call(campaigns.sendCampaign, { id }, { as })
  await call(campaigns.stopCampaign, { id }, { as })
  const rows = await db.selectFrom('auditEntry').selectAll().where('objectId', '=', id).orderBy('id').execute()
  expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual(
    ['addCampaign', 'changeCampaign', 'sendCampaign', 'stopCampaign'].map((verb) => [`messages.${verb}`, admin.id]),
  )
  const [, changed, sent] = rows.map(({ before, after }) => ({ before, after }))
  expect(JSON.stringify(changed)).toContain('Audited twice')
  expect(JSON.stringify(sent)).toMatch(/"?devices\\?"?:/)
})

test('only an admin comes near any of it', async () => {
  const id = 'none'
  const asked = [
    [campaigns.listCampaigns, {}],
    [campaigns.exportCampaigns, { format: 'csv' }],
    [campaigns.countAudience, { deviceType: 'All', userType: 'All' }],
    [campaigns.getCampaign, { id }],
    [campaigns.addCampaign, fields()],
    [campaigns.changeCampaign, { id, ...fields() }],
    [campaigns.removeCampaign, { id }],
    [campaigns.sendCampaign, { id }],
    [campaigns.stopCampaign, { id }],
    [campaigns.testCampaign, { title: 'a', body: 'b' }],
  ] as const
  const before = await db.selectFrom('campaign').select('id').execute()
  for (const person of [await make.rider(), await make.driver(), await make.fleetAdmin()]) {
    for (const [endpoint, input] of asked)
      expect((await refusal(endpoint, input as never, { as: person })).status, `${person.userType} ${endpoint.verb}`).toBe(403)
  }
  for (const [endpoint, input] of asked) expect((await refusal(endpoint, input as never, {})).status, endpoint.verb).toBe(401)
  expect(await db.selectFrom('campaign').select('id').execute()).toEqual(before)
})
