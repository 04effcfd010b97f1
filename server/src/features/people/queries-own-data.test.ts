import { addSavedPlace } from '@wayfare/contract/accounts-places'
import * as contract from '@wayfare/contract/people-own-data'
import { sendChat } from '@wayfare/contract/chat'
import { raisePanic } from '@wayfare/contract/trips'
import { saveView } from '@wayfare/contract/accounts-views'
import * as files from '@wayfare/contract/files'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startApp } from '../../../test/harness.ts'
import * as images from '../../../test/images.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import { emitEvent } from '../../events.ts'

const app = await startApp()
const { call, raw, refusal, make } = app
const trips = makeTrips(app)
const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }

/** Refuses fields that the contract does not name. */
const strict = z.strictObject(contract.exportMyData.output.shape)

const exported = async (as: TestUser) => {
  const answer = await raw(contract.exportMyData, {}, { as })
  expect(answer.statusCode).toBe(200)
  return { answer, data: strict.parse(answer.json()) }
}

describe('the data to take along', () => {
  it('are a file to save, with everything about the rider and nothing lent by the driver', async () => {
    const { rider, driver, booking } = await trips.trip('COMPLETE')
    await app.settle()
    const { profileImage } = await call(files.setProfileImage, {}, { as: rider, file: jpeg })
    const place = await call(addSavedPlace, { name: 'Home', lat: 57.7, lng: 11.9, mark: 'home' }, { as: rider })
    const view = { table: 'bookings', name: 'Late', query: 'scope=past' } as const
    await call(saveView, { ...view, layout: null }, { as: rider })
    const token = `${'f'.repeat(30)}:device`
    const device = { id: 'D1', userId: rider.id, sessionId: rider.sessionId, kind: 'fcm', platform: 'ANDROID', token } as const
    await app.db.insertInto('pushDevice').values(device).execute()
    const payment = { id: 'PAY1', bookingId: booking.id, userId: rider.id, provider: 'test', amountMinor: 1050n, currency: 'SEK' }
    const checkout = JSON.stringify({ providerRef: 'x', kind: 'redirect' as const, url: 'https://pay.example/checkout-secret' })
    await app.db
      .insertInto('payment')
      .values({ ...payment, status: 'failed', checkout })
      .execute()
    const { answer, data } = await exported(rider)
    expect(data.payments).toMatchObject([
      { id: 'PAY1', bookingId: booking.id, amount: '10.50', refunded: '0.00', status: 'failed' },
    ])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/),
    })
    expect(data.profile).toMatchObject({ id: rider.id, email: rider.email, mobile: rider.mobile, userType: 'rider' })
    expect(data.savedPlaces).toContainEqual(place)
    expect(data.views).toEqual([view])
    expect(data.files.map(({ url }) => url)).toEqual([profileImage])
    expect(data.sessions).toHaveLength(1)
    expect(data.devices).toMatchObject([{ kind: 'fcm', platform: 'ANDROID' }])
    expect(data.bookings).toMatchObject([{ id: booking.id, as: 'customer', status: 'COMPLETE', rating: 5, driverShare: null }])
    expect(data.bookings[0]?.pickup.add).toBe(booking.pickup.add)
    for (const foreign of [driver.mobile, driver.email, `${driver.firstName} Testsson`, 'ABC 12D'])
      expect([foreign, answer.body.includes(foreign)]).toEqual([foreign, false])
    for (const secret of [rider.token.split('.')[0] ?? '', token, 'argon2', 'password', 'checkout-secret'])
      expect(answer.body).not.toContain(secret)
  })

  it('hold a driver’s trips, tracks, wallet and last place, and nothing of the rider', async () => {
    const { rider, driver, booking } = await trips.trip('COMPLETE')
    const at = new Date()
    const points = [1n, 2n].map((seq) => ({
      bookingId: booking.id,
      device: 'd',
      seq,
      at,
      status: 'STARTED' as const,
      lat: 57.7,
      lng: 11.9,
    }))
    await app.db.insertInto('trackPoint').values(points).execute()
    const bank = { bankName: 'Handelsbanken', bankCode: null, bankAccount: '123' }
    await app.db
      .insertInto('withdraw')
      .values({ id: 'w-1', userId: driver.id, name: 'x', amountMinor: 500n, currency: 'SEK', ...bank })
      .execute()
    const { answer, data } = await exported(driver)
    expect(data.withdraws).toMatchObject([{ id: 'w-1', amount: '5.00', processDate: null, ...bank }])
    expect(data.bookings).toMatchObject([{ id: booking.id, as: 'driver' }])
    expect(data.bookings[0]?.driverShare).toMatch(/^\d+\.\d\d$/)
    expect(data.bookings[0]?.track.length).toBeGreaterThanOrEqual(2)
    expect(data.wallet.map(({ txRef }) => txRef)).toContain(booking.id)
    expect(data.lastPosition).toMatchObject({ lat: expect.any(Number) })
    for (const foreign of [rider.mobile, rider.email, `${rider.firstName} Testsson`]) expect(answer.body).not.toContain(foreign)
  })

  it('hold what one wrote to the other side, and nothing the other side wrote', async () => {
    const { rider, driver, id } = await trips.trip('ARRIVED')
    for (const [as, message] of [
      [rider, 'By the kiosk'],
      [driver, 'Words of the driver'],
      [rider, 'Two bags'],
    ] as const)
      await call(sendChat, { id, message, clientKey: app.deps.newId() }, { as })
    const { answer, data } = await exported(rider)
    expect(data.messages.map(({ bookingId, message }) => [bookingId, message])).toEqual([
      [id, 'By the kiosk'],
      [id, 'Two bags'],
    ])
    expect(answer.body).not.toContain('Words of the driver')
  })

  it('hold when and from where one called for help, and no call of the other side; the place goes with the account', async () => {
    const { rider, driver, id } = await trips.trip('STARTED')
    await call(raisePanic, { id, location: { lat: 57.7201, lng: 11.9301 } }, { as: rider })
    await call(raisePanic, { id, location: { lat: 57.7302, lng: 11.9402 } }, { as: driver })
    expect((await exported(rider)).data.alerts).toMatchObject([{ bookingId: id, lat: 57.7201, lng: 11.9301 }])
    expect((await exported(driver)).data.alerts).toMatchObject([{ bookingId: id, lat: 57.7302, lng: 11.9402 }])
    await inTx(app.deps, (tx) => emitEvent(tx, { type: 'UserRemoved', userId: rider.id }))
    await app.settle()
    const kept = app.db.selectFrom('panic').select(['raisedBy', 'lat', 'address']).where('bookingId', '=', id)
    expect(await kept.orderBy('raisedBy').execute()).toEqual([
      { raisedBy: 'driver', lat: 57.7302, address: expect.any(String) },
      { raisedBy: 'rider', lat: null, address: null },
    ])
  })

  it('say where the photos of a parcel are, to those whose trip it was', async () => {
    await app.settings({ category: 'both', allowDeliveryPickupImageCapture: true })
    const carType = await make.carType({ category: 'delivery' })
    const [rider, driver, other] = [await make.rider(), await make.driver({ carType, at: jarntorget }), await make.rider()]
    await make.money(rider, 100_000n)
    const order = { paymentMode: 'wallet' as const, deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
    const booking = await trips.bookWith(rider, carType, {}, order)
    await trips.run(booking, { rider, driver }, 'ARRIVED')
    const { pickupImage } = await call(
      files.putBookingPhoto,
      { id: booking.id, kind: 'pickup_image' },
      { as: driver, file: jpeg },
    )
    for (const as of [rider, driver]) {
      const { data } = await exported(as)
      expect(data.bookings[0]?.photos).toMatchObject([
        { kind: 'pickup_image', mediaType: 'image/webp', bytes: expect.any(Number) },
      ])
      const url = data.bookings[0]?.photos[0]?.url ?? ''
      expect(url.split('?')[0]).toBe(pickupImage?.split('?')[0])
      expect((await app.inject({ url, headers: { authorization: `Bearer ${as.token}` } })).statusCode).toBe(200)
    }
    expect((await exported(other)).data.bookings).toEqual([])
    await app.settings({ category: 'taxi', allowDeliveryPickupImageCapture: false })
  })

  it('are whole however long the history is', async () => {
    const { rider, booking } = await trips.trip('COMPLETE')
    await sql`insert into booking select (jsonb_populate_record(one, jsonb_build_object('id', 'many-' || n, 'quote_id', null))).*
      from booking as one, generate_series(1, 149) as n where one.id = ${booking.id}`.execute(app.db)
    const { data } = await exported(rider)
    expect(new Set(data.bookings.map(({ id }) => id)).size).toBe(150)
  })

  it('are one’s own, after a recent proof', async () => {
    expect(await refusal(contract.exportMyData, {})).toMatchObject({ status: 401 })
    const rider = await make.rider()
    await app.db
      .updateTable('authSession')
      .set({ provedAt: new Date(0) })
      .where('id', '=', rider.sessionId)
      .execute()
    expect(await refusal(contract.exportMyData, {}, { as: rider })).toMatchObject({ status: 403, key: 'prove_first' })
  })
})

it('is asked for three times a minute at most', async () => {
  const limited = await startApp({ limitFactor: 1 })
  const rider = await limited.make.rider()
  const all = await Promise.all(Array.from({ length: 6 }, () => limited.raw(contract.exportMyData, {}, { as: rider })))
  expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 429, 429, 429])
})
