import { reassignBooking } from '@wayfare/contract/bookings-desk'
import type { Notice } from '@wayfare/contract/live'
import { answerPanic, listPanics, raisePanic } from '@wayfare/contract/trips'
import { addOperatorPlace, removeOperatorPlace } from '@wayfare/contract/places-operator'
import { asId } from '@wayfare/core/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { jarntorget, korsvagen, type TestUser } from '../../../test/make.ts'
import { makeTrips, type StatusOfATrip } from '../../../test/trips.ts'

const app = await startApp({ settings: { category: 'both' } })
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)
const trips = makeTrips(app)
const { call, refusal, make } = app

beforeEach(() => app.settings({ panic: true, allowCriticalEditsAdmin: true }))

/** A trip by a fleet's driver. */
const ofFleet = async (to: StatusOfATrip, category: 'taxi' | 'delivery' = 'taxi') => {
  const carType = await make.carType({ category })
  const boss = await make.fleetAdmin()
  const rider = await make.rider()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: boss.id })
  await make.money(rider, 100_000n)
  const order = { paymentMode: category === 'taxi' ? ('cash' as const) : ('wallet' as const) }
  const booking = await trips.bookWith(rider, carType, {}, { ...order, deliveryPersonPhone: '031-123 45 67' })
  await trips.run(booking, { rider, driver }, to)
  return { rider, driver, boss, id: booking.id }
}

const raise = (as: TestUser, id: Parameters<typeof trips.get>[1], location?: { lat: number; lng: number }) =>
  call(raisePanic, { id, ...(location ? { location } : {}) }, { as })
const panicsOf = async (as: TestUser) => (await call(listPanics, {}, { as })).panics

const listen = (user: TestUser, key = 'notice_panic') => {
  const notices: Notice[] = []
  app.deps.bus.subscribe(`user.${user.id}`, (message) => {
    const { kind, notice } = message as { kind: string; notice: Notice }
    if (kind === 'notice' && notice.key === key) notices.push(notice)
  })
  return notices
}

describe('a driver in need', () => {
  it('alerts every admin and his own fleet admin, with place and booking, and nobody else', async () => {
    const { rider, driver, boss, id } = await ofFleet('STARTED')
    const [admin, otherBoss] = [await make.admin(), await make.fleetAdmin()]
    const told = { admin: listen(admin), boss: listen(boss), otherBoss: listen(otherBoss), rider: listen(rider) }
    await raise(driver, id, { lat: korsvagen.lat, lng: korsvagen.lng })
    await app.settle()
    expect([told.admin.length, told.boss.length, told.otherBoss.length, told.rider.length]).toEqual([1, 1, 0, 0])
    const { address: place } = await app.maps.geocoder.reverse(korsvagen)
    expect(told.admin[0]).toMatchObject({ bookingId: id, params: { bookingId: id, plate: 'ABC 12D', place } })

    const [panic] = await panicsOf(boss)
    expect(panic).toMatchObject({ bookingId: id, driver: driver.id, driverContact: driver.mobile, address: place })
    expect(panic?.place).toEqual({ lat: korsvagen.lat, lng: korsvagen.lng })
    expect((await panicsOf(admin)).map(({ bookingId }) => bookingId)).toContain(id)
    expect(await panicsOf(otherBoss)).toEqual([])
  })

  it('is told where by the operator’s own place, as the search names it', async () => {
    const { driver, boss, id } = await ofFleet('STARTED')
    const own = { name: 'Taxi stand', otherNames: [], kind: 'landmark' as const, hidden: false, mapPlaceId: null }
    const added = await call(addOperatorPlace, { ...own, lat: korsvagen.lat, lng: korsvagen.lng }, { as: await make.admin() })
    await raise(driver, id, { lat: korsvagen.lat, lng: korsvagen.lng })
    await call(removeOperatorPlace, { id: added.id }, { as: await make.admin() })
    expect((await panicsOf(boss))[0]?.address).toMatch(/^Taxi stand, /)
  })

  it('is heard without a place of his own: his last position is taken', async () => {
    const { driver, boss, id } = await ofFleet('ACCEPTED')
    await raise(driver, id)
    expect((await panicsOf(boss))[0]?.place).toEqual({ lat: jarntorget.lat, lng: jarntorget.lng })
  })

  it('is heard while the map is down', async () => {
    const { driver, boss, id } = await ofFleet('ACCEPTED')
    app.maps.isDown = true
    await raise(driver, id)
    app.maps.isDown = false
    expect((await panicsOf(boss))[0]).toMatchObject({ address: null, place: { lat: jarntorget.lat } })
  })

  it('raises one alert however often he taps, and another one after the desk has answered', async () => {
    const { driver, boss, id } = await ofFleet('ARRIVED')
    const notices = listen(boss)
    await Promise.all([raise(driver, id), raise(driver, id), raise(driver, id)])
    await app.settle()
    const open = await panicsOf(boss)
    expect([open.length, notices.length]).toEqual([1, 1])
    await call(answerPanic, { id: open[0]?.id ?? '' }, { as: boss })
    await raise(driver, id)
    await app.settle()
    expect([(await panicsOf(boss)).length, notices.length]).toEqual([1, 2])
  })

  it('stays open when the trip ends before anyone answered', async () => {
    const { driver, boss, id } = await ofFleet('REACHED')
    await raise(driver, id)
    await trips.collect(driver, id)
    expect(await panicsOf(boss)).toHaveLength(1)
  })

  it.each([
    ['another driver', 404, 'not_found'],
    ['another rider', 404, 'not_found'],
    ['an admin', 403, 'forbidden'],
  ])('is nobody else: %s is refused', async (who, status, key) => {
    const { boss, id } = await ofFleet('STARTED')
    const as =
      who === 'another rider'
        ? await make.rider()
        : who === 'an admin'
          ? await make.admin()
          : await make.driver({ at: jarntorget })
    expect(await refusal(raisePanic, { id }, { as })).toMatchObject({ status, key })
    expect(await refusal(raisePanic, { id: asId('NEVER') }, { as })).toMatchObject({ status, key })
    expect(await panicsOf(boss)).toEqual([])
  })

  it('is on a trip by taxi, and the operator has such a button', async () => {
    const [over, parcel, ride] = [await ofFleet('PAID'), await ofFleet('STARTED', 'delivery'), await ofFleet('STARTED')]
    expect((await refusal(raisePanic, { id: over.id }, { as: over.driver })).key).toBe('wrong_step')
    expect((await refusal(raisePanic, { id: parcel.id }, { as: parcel.driver })).key).toBe('forbidden')
    await app.settings({ panic: false })
    expect((await refusal(raisePanic, { id: ride.id }, { as: ride.driver })).key).toBe('forbidden')
  })
})

describe('a rider in need', () => {
  it('alerts the desk as the driver does, with a contact and where the rider says to be', async () => {
    const { rider, driver, boss, id } = await ofFleet('STARTED')
    const told = listen(boss, 'notice_panic_rider')
    await raise(rider, id, { lat: korsvagen.lat, lng: korsvagen.lng })
    await app.settle()
    expect(told[0]).toMatchObject({
      bookingId: id,
      params: { rider: expect.stringContaining(rider.firstName), plate: 'ABC 12D' },
    })
    const [panic, ...others] = await panicsOf(boss)
    expect(panic).toMatchObject({ raisedBy: 'rider', driver: driver.id, customerContact: rider.mobile })
    expect([panic?.place, others]).toEqual([{ lat: korsvagen.lat, lng: korsvagen.lng }, []])
  })

  it('is an alert of its own beside the driver’s, each answered by itself', async () => {
    const { rider, driver, boss, id } = await ofFleet('ACCEPTED')
    await Promise.all([raise(rider, id), raise(driver, id), raise(rider, id)])
    const open = await panicsOf(boss)
    expect(open.map(({ raisedBy }) => raisedBy).toSorted()).toEqual(['driver', 'rider'])
    expect(open.map(({ place }) => place)).toEqual([1, 2].map(() => ({ lat: jarntorget.lat, lng: jarntorget.lng })))
    await call(answerPanic, { id: open.find(({ raisedBy }) => raisedBy === 'driver')?.id ?? '' }, { as: boss })
    expect((await panicsOf(boss)).map(({ raisedBy }) => raisedBy)).toEqual(['rider'])
  })

  it('is one with a driver, on the own trip', async () => {
    const [waiting, on] = [await ofFleet('NEW'), await ofFleet('STARTED')]
    expect((await refusal(raisePanic, { id: waiting.id }, { as: waiting.rider })).key).toBe('wrong_step')
    expect((await refusal(raisePanic, { id: on.id }, { as: waiting.rider })).key).toBe('not_found')
  })
})

describe('the desk', () => {
  it('answers once for all, live', async () => {
    const { driver, boss, id } = await ofFleet('STARTED')
    const admin = await make.admin()
    const socket = await connect(boss)
    await socket.subscribe('panics')
    await raise(driver, id)
    await app.readAll()
    expect((await socket.next('event')).event).toEqual({ name: 'panics' })
    const [panic] = await panicsOf(boss)
    await call(answerPanic, { id: panic?.id ?? '' }, { as: admin })
    await app.readAll()
    expect((await socket.next('event', 1)).event).toEqual({ name: 'panics' })
    expect(await panicsOf(boss)).toEqual([])
    await call(answerPanic, { id: panic?.id ?? '' }, { as: boss })
    const row = await app.db.selectFrom('panic').selectAll().where('bookingId', '=', id).executeTakeFirstOrThrow()
    expect(row.answeredBy).toBe(admin.id)
  })

  it('of another fleet can neither see nor answer', async () => {
    const { driver, boss, id } = await ofFleet('STARTED')
    await raise(driver, id)
    const [panic] = await panicsOf(boss)
    const input = { id: panic?.id ?? '' }
    expect((await refusal(answerPanic, input, { as: await make.fleetAdmin() })).key).toBe('not_found')
    expect((await refusal(answerPanic, { id: 'NEVER' }, { as: boss })).key).toBe('not_found')
    for (const as of [driver, await make.rider()]) {
      expect((await refusal(answerPanic, input, { as })).key).toBe('forbidden')
      expect((await refusal(listPanics, {}, { as })).key).toBe('forbidden')
    }
    expect(await panicsOf(boss)).toHaveLength(1)
  })

  it('reads who was in need, also when the booking has gone to a driver of another fleet', async () => {
    const { driver, boss, id } = await ofFleet('ACCEPTED')
    await raise(driver, id)
    const [before] = await panicsOf(boss)
    expect(before).toMatchObject({ driver: driver.id, driverContact: driver.mobile })
    await call(reassignBooking, { id }, { as: await make.admin() })
    expect((await panicsOf(boss))[0]).toEqual(before)
    const { carType } = await trips.get(await make.admin(), id)
    const other = { fleetAdminId: (await make.fleetAdmin()).id, firstName: 'Somebody', vehicleNumber: 'XYZ 999' }
    const second = await make.driver({ carType, at: jarntorget, ...other })
    await app.settle()
    await trips.offer(id)
    await trips.accept(second, id)
    expect((await panicsOf(boss))[0]).toEqual(before)
  })

  it('hears of the next driver and of the rider with him, too, while the alerts about the one before stand open', async () => {
    const { rider, driver, id } = await ofFleet('ACCEPTED')
    const admin = await make.admin()
    const told = [listen(admin), listen(admin, 'notice_panic_rider')]
    for (const one of [driver, rider, driver]) await raise(one, id)
    await call(reassignBooking, { id }, { as: admin })
    const { carType } = await trips.get(admin, id)
    const second = await make.driver({ carType, at: jarntorget, firstName: 'Second', vehicleNumber: 'XYZ 999' })
    await app.settle()
    await trips.offer(id)
    await trips.accept(second, id)
    for (const one of [second, rider, second]) await raise(one, id)
    await app.settle()
    const open = (await panicsOf(admin)).filter(({ bookingId }) => bookingId === id)
    const [first, next] = [driver.id, second.id].map((whose) => open.filter((panic) => panic.driver === whose))
    for (const alerts of [first, next]) expect(alerts?.map(({ raisedBy }) => raisedBy).toSorted()).toEqual(['driver', 'rider'])
    for (const notices of told) expect(notices.map(({ params }) => params['plate'])).toEqual(['ABC 12D', 'XYZ 999'])
  })

  it('sees no phone numbers while edits are locked', async () => {
    const { driver, boss, id } = await ofFleet('STARTED')
    await raise(driver, id)
    await app.settings({ allowCriticalEditsAdmin: false })
    expect((await panicsOf(boss))[0]).toMatchObject({ driverContact: null, customerContact: null })
  })
})
