import type { Notice } from '@wayfare/contract/live'
import type { Posting } from '@wayfare/core/ledger'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { completeWithdraw } from '@wayfare/contract/wallet-admin'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import { writePosting } from '../wallet/post.ts'

const app = await startApp()
const trips = makeTrips(app)
await trips.addReason()

/** Collects the keys of a person's notices from now on. */
const listen = (user: TestUser) => {
  const notices: Notice[] = []
  app.deps.bus.subscribe(`user.${user.id}`, (message) => {
    const { kind, notice } = message as { kind: string; notice: Notice }
    if (kind === 'notice') notices.push(notice)
  })
  return { notices, keys: () => notices.map(({ key }) => key) }
}

test('rider and driver are told of every step of theirs, once', async () => {
  const { rider, driver, carType } = await trips.cast()
  const [toRider, toDriver] = [listen(rider), listen(driver)]
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, 'COMPLETE')
  await app.settle()
  expect(toRider.keys()).toEqual([
    'notice_driver_found',
    'notice_driver_near',
    'notice_trip_started',
    'notice_trip_reached',
    'notice_booking_paid_rider',
  ])
  expect(toDriver.keys()).toEqual(['notice_booking_paid_driver', 'notice_rated'])
  const done = await trips.get(rider, booking.id)
  expect(toRider.notices[0]).toMatchObject({
    params: { driver: done.driverName, plate: 'ABC 12D' },
    screen: 'BookedCab',
    bookingId: booking.id,
  })
  expect(toRider.notices[3]?.params).toMatchObject({ amount: done.payableAmount, currency: 'SEK' })
  expect(toDriver.notices[0]?.params).toMatchObject({ amount: done.driverShare, currency: 'SEK' })
  expect(toDriver.notices[1]).toMatchObject({ params: { stars: '5' }, screen: 'BookingCab' })
  expect(new Set(toRider.notices.map(({ id }) => id)).size).toBe(5)
})

test('both are told when an accepted trip is cancelled', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  const [toRider, toDriver] = [listen(rider), listen(driver)]
  await app.settle()
  await trips.cancel(rider, id)
  await app.settle()
  expect(toRider.keys()).toContain('notice_booking_cancelled')
  expect(toDriver.keys()).toContain('notice_booking_cancelled')
})

test('before a driver is found the rider is told of a cancellation that was not his', async () => {
  const { rider, id } = await trips.trip('NEW')
  const toRider = listen(rider)
  await trips.cancel(await app.make.admin(), id)
  await app.settle()
  expect(toRider.keys()).toEqual(['notice_booking_cancelled'])
  const own = await trips.trip('NEW')
  const toOther = listen(own.rider)
  await trips.cancel(own.rider, own.id)
  await app.settle()
  expect(toOther.keys()).toEqual([])
})

test('rider and desk are told when nobody takes the booking', async () => {
  const admin = await app.make.admin()
  const { rider, driver, id } = await trips.trip('NEW')
  const [toRider, toAdmin] = [listen(rider), listen(admin)]
  await app.settle()
  await trips.decline(driver, id)
  await app.settle()
  for (const told of [toRider, toAdmin]) {
    expect(told.notices).toMatchObject([{ key: 'notice_no_taker', bookingId: id, params: { bookingId: id } }])
  }
})

test('a trip that completes by itself without a rating tells the driver nothing', async () => {
  const { driver, id } = await trips.trip('PAID')
  await app.settle()
  const toDriver = listen(driver)
  await app.runJobs({ early: true })
  await app.settle()
  expect(toDriver.keys()).toEqual([])
  expect((await trips.get(driver, id)).status).toBe('COMPLETE')
})

test('money that comes into a wallet by itself is told; so is what the desk takes back; what goes out, or belongs to a booking, is not', async () => {
  const { rider, id } = await trips.trip('NEW')
  await app.settle()
  const toRider = listen(rider)
  const posting = (reference: string, once: string, amount: bigint): Posting => ({
    kind: amount > 0n ? 'Credit' : 'Debit',
    reference,
    once,
    legs: [
      { account: { kind: 'wallet', owner: rider.id }, amount },
      { account: { kind: 'promotions' }, amount: -amount },
    ],
  })
  for (const [reference, amount] of [
    ['AdminCredit', 5000n],
    ['AdminCredit', 700n],
    ['AdminCredit', -300n],
    ['Withdrawn', -1000n],
    [id, 2500n],
  ] as const)
    await inTx(app.deps, (tx) => writePosting(tx, 'SEK', posting(reference, `${id} ${reference} ${amount}`, amount)))
  await app.settle()
  expect(toRider.notices.map(({ key, params, screen, bookingId }) => [key, params['amount'], screen, bookingId])).toEqual([
    ['notice_wallet_credited', '50.00', 'wallet', null],
    ['notice_wallet_credited', '7.00', 'wallet', null],
    ['notice_wallet_taken_back', '3.00', 'wallet', null],
  ])
})

test('that a withdrawal was paid out is told to its owner, once', async () => {
  const [driver, admin] = [await app.make.driver(), await app.make.admin()]
  await app.settings({ bankFields: false })
  await app.make.money(driver, 10_000n)
  await app.settle()
  const toDriver = listen(driver)
  const { id } = await app.call(requestWithdraw, { amount: '40.5' }, { as: driver })
  await app.call(completeWithdraw, { id }, { as: admin })
  await app.settle()
  expect(toDriver.notices.map(({ key, params, screen }) => [key, params['amount'], screen])).toEqual([
    ['notice_withdraw_paid', '40.50', 'wallet'],
  ])
})
