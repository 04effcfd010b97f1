import { createBooking } from '@wayfare/contract/bookings'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { setApproval } from '@wayfare/contract/people-edit'
import { signUpDriver } from '@wayfare/contract/sign-in-sign-up'
import { listTasks } from '@wayfare/contract/dispatch'
import { goOnline } from '@wayfare/contract/trips'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { jarntorget } from '../../../test/make.ts'
import { findBalance } from '../accounts/queries.ts'
import { makeSignUps } from '../../../test/sign-up.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const { call, refusal, make } = app
const { driverForm } = makeSignUps(app)
const trips = makeTrips(app)
const url = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => url)
const admin = await make.admin()

const rowOf = (id: BookingId) => app.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const balanceOf = (id: UserId) => findBalance(app.db, id, 'SEK')

const eventsOf = async (type: string, id: string) => {
  const rows = await app.db.selectFrom('event').select('payload').where('type', '=', type).execute()
  return rows.filter(({ payload }) => payload['userId'] === id).length
}

describe('approving a driver', () => {
  it('lets the driver in and tells it by mail', async () => {
    const form = await driverForm(await make.carType())
    const { uid } = await call(signUpDriver, form)
    const account = await call(setApproval, { id: uid, approved: true }, { as: admin })
    expect(account).toMatchObject({ id: uid, approved: true, email: form.email, vehicleNumber: 'ABC 12D' })
    await call(signIn, { email: form.email, password: form.password })
    await app.settle()
    const mails = await app.db.selectFrom('devMessage').selectAll().where('recipient', '=', form.email).execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain('/login')
  })

  it('does it once, however many ask at once', async () => {
    const { id } = await make.driver({ approved: false })
    await Promise.all(Array.from({ length: 8 }, () => call(setApproval, { id, approved: true }, { as: admin })))
    expect(await eventsOf('AccountApproved', id)).toBe(1)
  })

  it('waits for the address where it must be verified', async () => {
    await app.settings({ emailVerify: true })
    const form = await driverForm(await make.carType())
    const { uid } = await call(signUpDriver, form)
    await call(setApproval, { id: uid, approved: true }, { as: admin })
    expect(await eventsOf('AccountApproved', uid)).toBe(0)
    await app.settings({ emailVerify: false })
  })

  it('is for admins, and for a fleet admin with own drivers', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const { id } = await make.driver({ approved: false, fleetAdminId: own.id })
    for (const as of [await make.rider(), await make.driver()])
      expect((await refusal(setApproval, { id, approved: true }, { as })).key).toBe('forbidden')
    expect((await refusal(setApproval, { id, approved: true })).key).toBe('unauthorized')
    expect((await refusal(setApproval, { id, approved: true }, { as: other })).key).toBe('not_found')
    expect(await call(setApproval, { id, approved: true }, { as: own })).toMatchObject({ approved: true })
  })

  it('is of nobody who is gone, and for a fleet admin of drivers only', async () => {
    const [rider, own] = [await make.rider({ approved: false }), await make.fleetAdmin()]
    const gone = await make.driver({ approved: false, removedAt: new Date() })
    expect((await refusal(setApproval, { id: gone.id, approved: true }, { as: admin })).key).toBe('not_found')
    for (const { id } of [rider, admin, own])
      expect((await refusal(setApproval, { id, approved: true }, { as: own })).key).toBe('not_found')
  })

  it('is locked with the other critical edits', async () => {
    const { id } = await make.driver({ approved: false })
    await app.settings({ allowCriticalEditsAdmin: false })
    expect((await refusal(setApproval, { id, approved: true }, { as: admin })).key).toBe('demo_mode')
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})

describe('withdrawing the approval', () => {
  it('ends every session and socket at once and takes the driver off duty', async () => {
    const driver = await make.driver({ carType: await make.carType(), at: jarntorget })
    const client = await connect(driver)
    await client.subscribe('me')
    await call(setApproval, { id: driver.id, approved: false }, { as: admin })
    expect((await call(getSession, {}, { as: driver })).me).toBeNull()
    await client.next('signedOut')
    const row = await app.db.selectFrom('appUser').selectAll().where('id', '=', driver.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ approved: false, driverActiveStatus: false, activeDevice: null })
    expect(await app.db.selectFrom('authSession').select('id').where('userId', '=', driver.id).execute()).toEqual([])
  })

  it('gives the tasks the driver was asked for back', async () => {
    const { rider, driver, carType } = await trips.cast()
    const booking = await trips.book(rider, carType)
    await trips.offer(booking.id)
    expect((await call(listTasks, {}, { as: driver })).tasks).toHaveLength(1)
    await call(setApproval, { id: driver.id, approved: false }, { as: admin })
    await app.settle()
    const open = app.db.selectFrom('bookingOffer').select('state').where('bookingId', '=', booking.id)
    expect((await open.execute()).filter(({ state }) => state === 'asked')).toEqual([])
  })

  it('waits until the trip is over', async () => {
    const { driver, id } = await trips.trip('STARTED')
    const answer = await refusal(setApproval, { id: driver.id, approved: false }, { as: admin })
    expect([answer.key, answer.details]).toEqual(['conflict', { bookingId: id }])
    expect((await call(getSession, {}, { as: driver })).me?.id).toBe(driver.id)
  })

  it('and a task that is taken at the same moment leave no driver on a trip who may not drive', async () => {
    for (let round = 0; round < 5; round++) {
      const { rider, driver, carType } = await trips.cast()
      const booking = await trips.book(rider, carType)
      await trips.offer(booking.id)
      const [, withdrawn] = await Promise.allSettled([
        trips.accept(driver, booking.id),
        call(setApproval, { id: driver.id, approved: false }, { as: admin }),
      ])
      const { status } = await trips.get(rider, booking.id)
      expect(withdrawn.status === 'fulfilled' && status === 'ACCEPTED').toBe(false)
    }
  })

  it('keeps a driver from going online who still holds a page', async () => {
    const driver = await make.driver({ approved: false })
    expect((await refusal(goOnline, { online: true, device: 'phone' }, { as: driver })).key).toBe('unauthorized')
  })
})

const block = (id: UserId) => call(setApproval, { id, approved: false }, { as: admin })

describe('blocking a rider', () => {
  it('cancels what waits for a driver, now and for later, and gives back what was set aside', async () => {
    const { rider, driver, carType } = await trips.cast()
    await make.money(rider, 100_000n)
    const now = await trips.bookWith(rider, carType, {}, { paymentMode: 'wallet' })
    const later = await trips.bookWith(rider, carType, { tripDate: app.deps.now().getTime() + 48 * 3_600_000 })
    await trips.offer(now.id)
    expect((await call(listTasks, {}, { as: driver })).tasks).toHaveLength(1)
    const held = await balanceOf(rider.id)
    await block(rider.id)
    await app.settle()
    for (const { id } of [now, later]) {
      const { status, reason, cancelledBy } = await rowOf(id)
      expect([status, reason, cancelledBy]).toEqual(['CANCELLED', 'Account blocked', 'admin'])
    }
    expect((await call(listTasks, {}, { as: driver })).tasks).toEqual([])
    expect([held < 100_000n, await balanceOf(rider.id)]).toEqual([true, 100_000n])
  })

  it('and a booking of the same moment leave none that waits, and no rider on a trip who is kept out', async () => {
    for (let round = 0; round < 6; round++) {
      const { rider, driver, carType } = await trips.cast()
      const { quote: token, estimateFare } = await trips.quote(carType)
      const first = await trips.book(rider, carType)
      await trips.offer(first.id)
      await Promise.allSettled([
        trips.accept(driver, first.id),
        call(createBooking, { quote: token, estimateFare }, { as: rider }),
        block(rider.id),
      ])
      const { approved } = await app.db
        .selectFrom('appUser')
        .select('approved')
        .where('id', '=', rider.id)
        .executeTakeFirstOrThrow()
      const rows = await app.db.selectFrom('booking').select('status').where('customerId', '=', rider.id).execute()
      expect(approved || rows.every(({ status }) => status === 'CANCELLED')).toBe(true)
    }
  })
})

describe('a decision', () => {
  it('is announced to those it concerns', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const { id } = await make.driver({ approved: false, fleetAdminId: own.id })
    const [desk, fleet, stranger] = await Promise.all([admin, own, other].map((as) => connect(as)))
    for (const client of [desk, fleet, stranger]) await client?.subscribe('driverAccounts')
    await call(setApproval, { id, approved: true }, { as: admin })
    expect((await desk?.next('event'))?.event).toEqual({ name: 'driverAccounts' })
    expect((await fleet?.next('event'))?.event).toEqual({ name: 'driverAccounts' })
    expect(stranger?.ofType('event')).toEqual([])
  })
})
