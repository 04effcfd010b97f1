import { listDrivers } from '@wayfare/contract/accounts'
import { removeUser, updatePerson } from '@wayfare/contract/people-edit'
import { getPerson, listPeople } from '@wayfare/contract/people'
import { getBooking, listBookings } from '@wayfare/contract/bookings'
import { exportBookings, exportColumns } from '@wayfare/contract/bookings-desk'
import { getDriverNow, listAlerts, search } from '@wayfare/contract/desk'
import { getDriverDocument, replaceLicense } from '@wayfare/contract/files'
import { getDashboard, getDriverEarnings } from '@wayfare/contract/reports'
import { exportStatement, getStatement, listStatements } from '@wayfare/contract/reports-statements'
import { answerPanic, getTracking, listPanics, raisePanic } from '@wayfare/contract/trips'
import { asId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { image } from '../../../test/images.ts'
import { makeConnect } from '../../../test/live.ts'
import { jarntorget, korsvagen, type TestUser } from '../../../test/make.ts'
import { makeTrips, type StatusOfATrip } from '../../../test/trips.ts'
import { readXlsx } from '../../../test/xlsx.ts'

const app = await startApp({ settings: { panic: true } })
const { make, call, refusal, raw } = app
const trips = makeTrips(app)
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)
const admin = await make.admin()

/** Two fleets, and a driver of the old one with a paid trip. */
const fleets = async () => {
  const [old, now] = [await make.fleetAdmin(), await make.fleetAdmin()]
  const carType = await make.carType()
  const rider = await make.rider()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: old.id })
  const trip = async (to: StatusOfATrip) => {
    await make.position(driver, jarntorget)
    const booking = await trips.book(rider, carType)
    await trips.run(booking, { rider, driver }, to)
    return booking.id
  }
  const past = await trip('PAID')
  const move = (to: TestUser | null = now) => call(updatePerson, { id: driver.id, fleetAdmin: to?.id ?? null }, { as: admin })
  return { old, now, rider, driver, past, trip, move }
}

const bookingsOf = async (as: TestUser) => (await call(listBookings, {}, { as })).bookings.map(({ id }) => id)
const peopleOf = async (as: TestUser) => (await call(listPeople, { userType: 'driver' }, { as })).people.map(({ id }) => id)
const onMapOf = async (as: TestUser) => (await call(listDrivers, {}, { as })).drivers.map(({ id }) => id)

const contactsOf = async (as: TestUser) => {
  const [head = [], ...rows] = readXlsx((await raw(exportBookings, { format: 'xlsx' }, { as })).rawPayload)
  return rows.map((row) => [row[0], row[head.indexOf('driverContact')] ?? null])
}

describe('a driver who changes fleet', () => {
  it('is the new admin’s person from then on, and no longer the old one’s: lists, map, card, search, licence', async () => {
    const { old, now, driver, move } = await fleets()
    const { licenseImage } = await call(
      replaceLicense,
      {},
      { as: driver, file: { type: 'image/png', bytes: await image('png') } },
    )
    const time = decodeURIComponent(licenseImage.split('/').at(-1) ?? '')
    const found = async (as: TestUser) => (await call(search, { text: driver.mobile.slice(-8) }, { as })).people
    const opens = (as: TestUser) => raw(getDriverDocument, { uid: driver.id, time }, { as })
    const sees = async (as: TestUser) => [
      (await peopleOf(as)).length,
      (await onMapOf(as)).length,
      (await found(as)).length,
      (await call(getDashboard, {}, { as })).drivers.online,
      (await opens(as)).statusCode,
    ]
    expect([await sees(old), await sees(now)]).toEqual([
      [1, 1, 1, 1, 200],
      [0, 0, 0, 0, 404],
    ])
    await move()
    expect([await sees(old), await sees(now)]).toEqual([
      [0, 0, 0, 0, 404],
      [1, 1, 1, 1, 200],
    ])
    for (const endpoint of [getDriverNow, getPerson])
      expect((await refusal(endpoint, { id: driver.id }, { as: old })).key).toBe('not_found')
    // what he drove for another fleet does not count for this one
    expect(await call(getPerson, { id: driver.id }, { as: now })).toMatchObject({ bookings: 0, lastBookingAt: null })
    expect(await call(getPerson, { id: driver.id }, { as: admin })).toMatchObject({ bookings: 1 })
  })

  it('leaves past trips where they were driven, with his name, but without phone and picture', async () => {
    const { old, now, driver, past, move, trip } = await fleets()
    const claim = { claimState: 'open', claimAmountMinor: 1000n, claimOpenedAt: new Date(), claimLapsesAt: new Date() } as const
    await app.db
      .updateTable('booking')
      .set({ driverImage: '/api/files/x', ...claim })
      .where('id', '=', past)
      .execute()
    expect(await call(getBooking, { id: past }, { as: old })).toMatchObject({
      driverContact: driver.mobile,
      driverImage: '/api/files/x',
    })
    expect(exportColumns).toContain('driverContact')
    const alerted = async () => (await call(listAlerts, {}, { as: old })).alerts.map(({ driverContact }) => driverContact)
    expect([await contactsOf(old), await alerted()]).toEqual([[[past, driver.mobile]], [driver.mobile]])
    await move()
    const hidden = { driverName: `${driver.firstName} Testsson`, driverContact: null, driverImage: null }
    expect(await call(getBooking, { id: past }, { as: old })).toMatchObject(hidden)
    expect((await call(listBookings, {}, { as: old })).bookings).toMatchObject([{ id: past, ...hidden }])
    expect([await contactsOf(old), await alerted()]).toEqual([[[past, '']], [null]])
    expect((await refusal(getBooking, { id: past }, { as: now })).key).toBe('not_found')
    const later = await trip('PAID')
    expect([await bookingsOf(old), await bookingsOf(now)]).toEqual([[past], [later]])
    expect(await call(getBooking, { id: later }, { as: now })).toMatchObject({ driverContact: driver.mobile })
  })

  it.each(['ACCEPTED', 'ARRIVED', 'STARTED'] as const)('takes a trip along that is %s', async (status) => {
    const { old, now, trip, move, past } = await fleets()
    const id = await trip(status)
    await move()
    for (const endpoint of [getBooking, getTracking]) expect((await refusal(endpoint, { id }, { as: old })).key).toBe('not_found')
    expect((await call(getTracking, { id }, { as: now })).last).not.toBeNull()
    expect([await bookingsOf(old), await bookingsOf(now)]).toEqual([[past], [id]])
  })

  it('and accepts at that moment is of one fleet, the same as his trip', async () => {
    for (let round = 0; round < 3; round++) {
      const { rider, driver, move } = await fleets()
      await make.position(driver, jarntorget)
      const { id } = await trips.book(rider, driver.carType ?? asId('none'))
      await trips.offer(id)
      await Promise.all([trips.accept(driver, id), move()])
      const trip = await app.db.selectFrom('booking').select('fleetAdminId').where('id', '=', id).executeTakeFirstOrThrow()
      const person = await app.db
        .selectFrom('appUser')
        .select('fleetAdminId')
        .where('id', '=', driver.id)
        .executeTakeFirstOrThrow()
      expect(trip).toEqual(person)
    }
  })

  it('is lost to the open sockets of the old admin within a second, and found by the new one’s', async () => {
    const { old, now, driver, trip, move } = await fleets()
    const id = await trip('STARTED')
    const [before, after] = [await connect(old), await connect(now)]
    for (const topic of [`booking:${id}`, 'bookings', 'drivers', 'people', 'driverAccounts'] as const)
      await before.subscribe(topic)
    for (const topic of ['bookings', 'drivers', 'people', 'driverAccounts'] as const) await after.subscribe(topic)
    await expect.poll(() => before.ofType('drivers').at(-1)?.drivers.length).toBe(1)
    const from = Date.now()
    await move()
    await expect.poll(() => before.ofType('event').filter(({ event }) => event.name === 'bookingGone').length).toBe(2)
    await expect.poll(() => before.ofType('drivers').at(-1)?.drivers.length, { timeout: 2000 }).toBe(0)
    // a snapshot per second, plus the time to send it
    expect(Date.now() - from).toBeLessThan(1500)
    for (const name of ['people', 'driverAccounts'] as const) await before.event(name)
    for (const name of ['booking', 'people', 'driverAccounts'] as const) await after.event(name)
    await expect.poll(() => after.ofType('drivers').at(-1)?.drivers.length, { timeout: 2000 }).toBe(1)
    // the old fleet no longer hears of new positions
    const heard = before.frames.length
    app.deps.bus.publish(`booking.${id}`, { position: { ...korsvagen, heading: null, at: Date.now() }, etaS: 60, ahead: null })
    await trips.reach(driver, id).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(before.frames.slice(heard)).toEqual([])
    expect((await before.next('hello')).userId).toBe(old.id)
    before.send({ type: 'subscribe', topic: `booking:${id}` })
    expect(await before.next('refused')).toMatchObject({ key: 'not_found' })
  })

  it('in need is the new admin’s to help', async () => {
    const { old, now, driver, trip, move } = await fleets()
    const id = await trip('STARTED')
    await call(raisePanic, { id }, { as: driver })
    // the trip ends for the old fleet, but the emergency alert goes on
    await app.db.updateTable('booking').set({ status: 'PAID' }).where('id', '=', id).execute()
    await move()
    const panicsOf = async (as: TestUser) => (await call(listPanics, {}, { as })).panics
    const [panic] = await panicsOf(now)
    expect([await panicsOf(old), panic?.bookingId]).toEqual([[], id])
    expect((await refusal(answerPanic, { id: panic?.id ?? '' }, { as: old })).key).toBe('not_found')
    await call(answerPanic, { id: panic?.id ?? '' }, { as: now })
  })

  it('leaves each admin the money of the own time: earnings, statements and their files', async () => {
    const { old, now, driver, trip, move } = await fleets()
    await make.money(driver, 5_000n)
    const before = await call(getStatement, { driver: driver.id }, { as: old })
    expect(before).toMatchObject({ trips: { count: 1 }, kinds: [{ kind: 'trip' }, { kind: 'unknown' }] })
    await move()
    await trip('PAID')
    await make.money(driver, 7_000n)
    const [first, second] = [
      await call(getStatement, { driver: driver.id }, { as: old }),
      await call(getStatement, { driver: driver.id }, { as: now }),
    ]
    expect(first).toEqual(before)
    expect(second.opening).toBe(before.closing)
    expect(second.rows.map(({ kind }) => kind)).toEqual(['trip', 'unknown'])
    const lineOf = async (as: TestUser) => (await call(listStatements, {}, { as })).drivers
    expect(await lineOf(old)).toMatchObject([{ driver: driver.id, opening: '0.00', closing: before.closing }])
    expect(await lineOf(now)).toMatchObject([{ driver: driver.id, opening: before.closing, closing: second.closing }])
    const all = await call(getStatement, { driver: driver.id }, { as: admin })
    expect([all.opening, all.closing, all.rows.length]).toEqual(['0.00', second.closing, first.rows.length + second.rows.length])
    const file = await raw(exportStatement, { driver: driver.id, format: 'csv' }, { as: old })
    expect(file.body.trim().split('\r\n')).toHaveLength(1 + 2 + first.rows.length)
    const ridesOf = async (as: TestUser) => (await call(getDriverEarnings, {}, { as })).rows.map(({ rides }) => rides)
    expect([await ridesOf(old), await ridesOf(now)]).toEqual([[1], [1]])
    // a fleet that never had him sees nothing
    const stranger = await make.fleetAdmin()
    expect((await refusal(getStatement, { driver: driver.id }, { as: stranger })).key).toBe('not_found')
    expect(await lineOf(stranger)).toEqual([])
  })

  it('and comes back is read in both times, and of the one between only what the wallet changed by', async () => {
    const { old, driver, trip, move } = await fleets()
    await move()
    await trip('PAID')
    await make.money(driver, 3_000n)
    const { closing: away } = await call(getStatement, { driver: driver.id }, { as: admin })
    await move(old)
    await trip('PAID')
    const own = await call(getStatement, { driver: driver.id }, { as: old })
    expect([own.trips.count, own.rows.map(({ kind }) => kind)]).toEqual([2, ['trip', 'elsewhere', 'trip']])
    const [before, elsewhere] = own.rows.map(({ amount }) => Number(amount))
    expect([Number(own.opening) + (before ?? 0) + (elsewhere ?? 0), own.rows[1]?.bookingId]).toEqual([Number(away), null])
    // the closing balance equals the wallet's
    const { closing } = await call(getStatement, { driver: driver.id }, { as: admin })
    expect(own.closing).toBe(closing)
    const kinds = [{ kind: 'trip', count: 2 }, { kind: 'elsewhere' }]
    expect((await call(listStatements, {}, { as: old })).drivers).toMatchObject([{ driver: driver.id, kinds, closing }])
  })

  it('is nobody’s when the fleet’s admin goes, and so is his trip', async () => {
    const { old, trip } = await fleets()
    const id = await trip('STARTED')
    const socket = await connect(admin)
    await socket.subscribe(`booking:${id}`)
    await call(removeUser, { id: old.id, releaseDrivers: true }, { as: admin })
    expect((await call(getBooking, { id }, { as: admin })).fleetAdmin).toBeNull()
    await socket.event('booking')
  })
})
