import { sendChat } from '@wayfare/contract/chat'
import { registerDevice } from '@wayfare/contract/messages-push'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import type { UserId } from '@wayfare/core/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePushStub } from '../../../test/stubs/push.ts'
import { makeBrowser } from '../../../test/stubs/push-service.ts'
import { makeTrips } from '../../../test/trips.ts'
import { seedDatabase } from '../../db/seed.ts'
import { orderPush, prunePushes, sendPush } from './commands-push.ts'

const stub = makePushStub()
const app = await startApp({ services: { push: stub.push } })
const { call, make, db, deps } = app
const trips = makeTrips(app)
await trips.addReason()
await seedDatabase(db, { demo: false })

let count = 0
const { keys } = makeBrowser('')
/** Registers a device and returns its token. */
const withDevice = async (as: TestUser, kind: 'web' | 'fcm' | 'expo' = 'web'): Promise<string> => {
  count += 1
  const tokens = {
    web: `https://fcm.googleapis.com/fcm/send/${count}`,
    fcm: `${'f'.repeat(30)}${count}`,
    expo: `ExpoPushToken[${'e'.repeat(12)}${count}]`,
  }
  const token = tokens[kind]
  await call(registerDevice, kind === 'web' ? { kind, token, keys } : { kind, token, platform: 'ANDROID' }, { as })
  return token
}
const isRegistered = async (token: string): Promise<boolean> =>
  (await db.selectFrom('pushDevice').select('id').where('token', '=', token).executeTakeFirst()) !== undefined

const jobsLeft = async (): Promise<number> =>
  Number(
    (await app.database.directPool.query<{ count: string }>('select count(*) from graphile_worker._private_jobs')).rows[0]?.count,
  )
beforeEach(async () => {
  // earlier steps of the trips have notices of their own
  await app.settle()
  stub.handed.length = 0
  await app.database.directPool.query('delete from graphile_worker._private_jobs')
})

const orderFor = (userId: UserId, id: string) => ({
  userId,
  id,
  at: deps.now().getTime(),
  screen: 'BookedCab' as const,
  params: { bookingId: 'B1' },
  collapse: 'B1:notice_driver_near',
  words: { key: 'notice_driver_near' },
})

describe('what happens on a trip', () => {
  test('reaches the devices of rider and driver, each step once and in their language', async () => {
    const { rider, driver, carType } = await trips.cast()
    await db.updateTable('appUser').set({ language: 'sv' }).where('id', '=', rider.id).execute()
    const [phone, tablet, console] = [await withDevice(rider), await withDevice(rider, 'fcm'), await withDevice(driver, 'expo')]
    const booking = await trips.book(rider, carType)
    await trips.run(booking, { rider, driver }, 'COMPLETE')
    await app.settle()
    const done = await trips.get(rider, booking.id)
    const toRider = [
      `${done.driverName} är på väg. ABC 12D`,
      'Din förare är här.',
      'Din resa har börjat.',
      `Du är framme. Betala ${Number(done.payableAmount)}\u00a0kr.`,
    ]
    const seen = stub.takeTexts(phone)
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(expect.arrayContaining(toRider))
    expect(stub.takeTexts(tablet).toSorted()).toEqual(seen.toSorted())
    expect(stub.takeTexts(console).toSorted()).toEqual(
      [
        'You have a new task.',
        'The rider gave you 5 of 5 stars.',
        `${Number(done.driverShare)}\u00a0kr paid for ${booking.id}`,
      ].toSorted(),
    )
    await app.settle()
    expect(stub.handed).toEqual([])
  })

  test('opens the driver’s task or the rider’s booking, and names booking and event', async () => {
    const { rider, driver, carType } = await trips.cast()
    const [phone, console] = [await withDevice(rider), await withDevice(driver)]
    const { id } = await trips.book(rider, carType)
    await trips.offer(id)
    await trips.accept(driver, id)
    await app.settle()
    const noticeOf = (token: string) => stub.handed.find(({ device }) => device.token === token)?.notice
    expect(noticeOf(console)).toMatchObject({
      title: 'Wayfare',
      screen: 'BookingCab',
      params: { bookingId: id },
      collapse: `${id}:notice_new_task`,
      urgency: 'high',
      stays: true,
    })
    expect(noticeOf(phone)).toMatchObject({ screen: 'BookedCab', params: { bookingId: id }, stays: false, locale: 'en' })
    expect(stub.handed.find(({ device }) => device.token === phone)?.device.keys).toEqual(keys)
  })

  test('of two sums that came into a wallet neither takes the place of the other', async () => {
    const rider = await make.rider()
    await withDevice(rider)
    for (const amount of ['50', '7']) await call(addToWallet, { user: rider.id, amount, note: '' }, { as: await make.admin() })
    await app.settle()
    const tags = stub.handed.map(({ notice }) => notice.collapse)
    expect([tags.length, new Set(tags).size]).toEqual([2, 2])
  })

  test('a chat message goes to the other side, and opens the chat', async () => {
    const { rider, driver, id } = await trips.trip('ACCEPTED')
    const [phone, console] = [await withDevice(rider), await withDevice(driver)]
    await app.settle()
    stub.handed.length = 0
    await call(sendChat, { id, message: 'I stand at\nthe kiosk', clientKey: 'client-key-1' }, { as: rider })
    await app.settle()
    expect(stub.handed).toMatchObject([
      {
        device: { token: console },
        notice: {
          msg: `${rider.firstName}: I stand at the kiosk`,
          screen: 'onlineChat',
          params: { bookingId: id },
          collapse: `${id}:notice_chat_message`,
        },
      },
    ])
    expect(stub.takeTexts(phone)).toEqual([])
  })

  test('without a device nothing is queued', async () => {
    await trips.trip('ACCEPTED')
    await app.readAll()
    const { rows } = await app.database.directPool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'notifications.send'`,
    )
    expect(rows).toEqual([])
  })

  test('words of people keep their direction in a sentence of the other one', async () => {
    const { rider, driver, carType } = await trips.cast()
    await db.updateTable('appUser').set({ language: 'ar' }).where('id', '=', rider.id).execute()
    const phone = await withDevice(rider)
    const { id } = await trips.book(rider, carType)
    await trips.offer(id)
    await trips.accept(driver, id)
    await app.settle()
    const { notice } = stub.handed.find(({ device }) => device.token === phone) ?? {}
    expect(notice).toMatchObject({ direction: 'rtl', locale: 'ar' })
    expect(notice?.msg).toContain('\u2068ABC 12D\u2069')
  })
})

describe('once, however often a job runs', () => {
  test('a notice that is worked on again, or queued again, is not sent again', async () => {
    const rider = await make.rider()
    await withDevice(rider)
    const order = orderFor(rider.id, '1:1:a')
    await sendPush(deps, order)
    await sendPush(deps, order)
    await orderPush(deps, order)
    await orderPush(deps, order)
    expect(await jobsLeft()).toBe(1)
    await app.runJobs()
    expect(stub.handed).toHaveLength(1)
    await sendPush(deps, orderFor(rider.id, '1:1:b'))
    expect(stub.handed).toHaveLength(2)
  })

  test('when one device cannot be reached, only that one is tried again', async () => {
    const rider = await make.rider()
    const [good, bad] = [await withDevice(rider), await withDevice(rider, 'fcm')]
    stub.feel(bad, 'unavailable', 'quota')
    const order = orderFor(rider.id, '2:1')
    for (const outage of ['unavailable', 'quota']) await expect(sendPush(deps, order)).rejects.toMatchObject({ outage })
    await sendPush(deps, order)
    expect(stub.handed.map(({ device }) => device.token).toSorted()).toEqual([good, bad, bad, bad].toSorted())
  })

  test('a device that is gone is forgotten and not tried again', async () => {
    const rider = await make.rider()
    const [good, lost] = [await withDevice(rider), await withDevice(rider)]
    stub.feel(lost, 'gone')
    await sendPush(deps, orderFor(rider.id, '3:1'))
    await sendPush(deps, orderFor(rider.id, '3:2'))
    expect([await isRegistered(good), await isRegistered(lost)]).toEqual([true, false])
    expect(stub.handed.filter(({ device }) => device.token === lost)).toHaveLength(1)
  })

  test('what is refused for good is dropped with a warning that names nobody', async () => {
    const rider = await make.rider()
    const token = await withDevice(rider)
    stub.feel(token, 'refused')
    const before = app.lines.length
    await sendPush(deps, orderFor(rider.id, '4:1'))
    await sendPush(deps, orderFor(rider.id, '4:1'))
    expect(stub.handed).toHaveLength(1)
    const told = app.lines.slice(before).filter(({ message }) => message.includes('refused for good'))
    expect(told).toHaveLength(1)
    expect(JSON.stringify(told)).not.toContain(token)
  })

  test('an hour later it is of no use and is not sent; before that it says how long it still is', async () => {
    const rider = await make.rider()
    await withDevice(rider)
    const order = orderFor(rider.id, '5:1')
    app.advance(59 * 60_000)
    // a test session lasts an hour
    await db
      .updateTable('authSession')
      .set({ expiresAt: new Date('2100-01-01') })
      .execute()
    await sendPush(deps, order)
    expect(stub.handed[0]?.notice.ttlS).toBeLessThanOrEqual(60)
    app.advance(60_000)
    await sendPush(deps, { ...order, id: '5:2' })
    expect(stub.handed).toHaveLength(1)
  })

  test('a session that is over gets no notice', async () => {
    const rider = await make.rider()
    await withDevice(rider)
    await db.updateTable('authSession').set({ expiresAt: deps.now() }).where('id', '=', rider.sessionId).execute()
    await sendPush(deps, orderFor(rider.id, '6:1'))
    expect(stub.handed).toEqual([])
  })

  test('receipts are asked for a quarter of an hour later, and say that a device is gone', async () => {
    const rider = await make.rider()
    const [good, lost] = [await withDevice(rider, 'expo'), await withDevice(rider, 'expo')]
    await sendPush(deps, orderFor(rider.id, '7:1'))
    stub.lose(`receipt of ${lost}`)
    await prunePushes(deps)
    expect(await isRegistered(lost)).toBe(true)
    app.advance(16 * 60_000)
    await prunePushes(deps)
    expect([await isRegistered(good), await isRegistered(lost)]).toEqual([true, false])
    const rows = await db.selectFrom('pushSent').select('receipt').where('noticeId', '=', '7:1').execute()
    expect(rows).toEqual([{ receipt: null }])
    app.advance(9 * 86_400_000)
    await prunePushes(deps)
    expect(await db.selectFrom('pushSent').selectAll().execute()).toEqual([])
  })
})

test('a person who was removed gets no notice', async () => {
  const rider = await make.rider()
  await withDevice(rider)
  await db.updateTable('appUser').set({ removedAt: deps.now() }).where('id', '=', rider.id).execute()
  await sendPush(deps, orderFor(rider.id, '9:1'))
  expect(stub.handed).toEqual([])
})
