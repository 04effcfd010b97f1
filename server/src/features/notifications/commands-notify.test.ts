import type { InputOf } from '@wayfare/contract/endpoint'
import { registerDevice, sendNotification } from '@wayfare/contract/messages-push'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePushStub } from '../../../test/stubs/push.ts'
import { makeBrowser } from '../../../test/stubs/push-service.ts'
import { makeTrips } from '../../../test/trips.ts'

const stub = makePushStub()
const app = await startApp({ services: { push: stub.push } })
const { call, refusal, make, db } = app
const trips = makeTrips(app)
await trips.addReason()

let count = 0
const { keys } = makeBrowser('')
const withDevice = async (as: TestUser): Promise<string> => {
  const token = `https://fcm.googleapis.com/fcm/send/${(count += 1)}`
  await call(registerDevice, { kind: 'web', token, keys }, { as })
  return token
}

const countWritten = `select count(*) from graphile_worker._private_jobs where payload->>'id' like 'written:%'`
const jobsLeft = async (): Promise<number> =>
  Number((await app.database.directPool.query<{ count: string }>(countWritten)).rows[0]?.count)

beforeEach(async () => {
  // earlier steps of the trips have notices of their own
  await app.settle()
  stub.handed.length = 0
  await app.database.directPool.query('delete from graphile_worker._private_jobs')
})

const written = { title: 'On my way', msg: 'I am at the door', screen: 'BookedCab' as const, params: { bookingId: 'B1' } }
const write = (as: TestUser, token: string, fields: Partial<InputOf<typeof sendNotification>> = {}) =>
  call(sendNotification, { ...written, ...fields, token }, { as })
const refusedFor = async (as: TestUser, token: string) => {
  const { status, key, details } = await refusal(sendNotification, { ...written, token }, { as })
  return { status, key, details }
}

test('goes to the device with the token, with the name of who wrote it in front', async () => {
  const { rider, driver } = await trips.trip('ARRIVED')
  // notices about the trip itself are not tested here
  await app.settle()
  const [phone, other] = [await withDevice(rider), await withDevice(rider)]
  expect(await write(driver, phone, { msg: 'I am\nat the\u202E door' })).toEqual({ done: true })
  await app.runJobs()
  expect(
    stub.handed.map(({ device, notice: { title, msg, screen, params } }) => [device.token, title, msg, screen, params]),
  ).toEqual([[phone, `${driver.firstName}: On my way`, 'I am at the door', 'BookedCab', { bookingId: 'B1' }]])
  expect(stub.takeTexts(other)).toEqual([])
})

test('reaches the other side while the booking goes on, a fleet’s own drivers, and everyone from the desk', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  const [fleetAdmin, admin, stranger] = [await make.fleetAdmin(), await make.admin(), await make.rider()]
  await db.updateTable('appUser').set({ fleetAdminId: fleetAdmin.id }).where('id', '=', driver.id).execute()
  const [phone, console, own] = [await withDevice(rider), await withDevice(driver), await withDevice(stranger)]
  const allowed: [TestUser, string][] = [
    [rider, console],
    [driver, phone],
    [fleetAdmin, console],
    [admin, phone],
    [admin, console],
    [stranger, own],
  ]
  for (const [who, token] of allowed) expect(await write(who, token)).toEqual({ done: true })
  const nothing = await refusedFor(admin, `https://fcm.googleapis.com/fcm/send/nobody`)
  expect(nothing).toEqual({ status: 404, key: 'not_found', details: undefined })
  const refused: [TestUser, string][] = [
    [stranger, phone],
    [stranger, console],
    [fleetAdmin, phone],
    [await make.fleetAdmin(), console],
    [await make.driver(), phone],
  ]
  for (const [who, token] of refused) expect(await refusedFor(who, token)).toEqual(nothing)
  await trips.cancel(rider, id)
  expect(await refusedFor(driver, phone)).toEqual(nothing)
  expect(await refusedFor(rider, console)).toEqual(nothing)
})

test('needs a session, words and a screen that there is, and not too much of anything', async () => {
  const admin = await make.admin()
  const token = await withDevice(await make.rider())
  expect(await refusal(sendNotification, { ...written, token })).toMatchObject({ status: 401 })
  const wrong: Partial<Record<string, unknown>>[] = [
    { title: ' ' },
    { msg: '\u202E\u0007' },
    { msg: 'x'.repeat(501) },
    { title: 'x'.repeat(101) },
    { screen: 'Settings' },
    { params: { bookingId: 'x'.repeat(201) } },
    { params: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p${n}`, 'x'.repeat(60)])) },
    { params: { 'a b': 'x' } },
    { userId: 'somebody' },
  ]
  for (const fields of wrong) {
    const given = { ...written, token, ...fields } as InputOf<typeof sendNotification>
    expect(await refusal(sendNotification, given, { as: admin })).toMatchObject({ status: 400, key: 'bad_request' })
  }
  expect(await jobsLeft()).toBe(0)
})

test('is sent once for one idempotency key', async () => {
  const admin = await make.admin()
  const token = await withDevice(await make.rider())
  for (let tries = 0; tries < 3; tries++)
    await call(sendNotification, { ...written, token }, { as: admin, once: 'the-same-key-1' })
  await app.runJobs()
  expect(stub.handed).toHaveLength(1)
})

test('is limited to twenty a minute for each who writes', async () => {
  const other = await startApp({ limitFactor: 1 })
  const admin = await other.make.admin()
  const answers: number[] = []
  for (let tries = 0; tries < 22; tries++) {
    const { statusCode } = await other.raw(sendNotification, { ...written, token: 'unknown-token' }, { as: admin })
    answers.push(statusCode)
  }
  expect([answers.filter((status) => status === 404).length, answers.filter((status) => status === 429).length]).toEqual([20, 2])
  await other.close()
})
