import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { reassignBooking } from '@wayfare/contract/bookings-desk'
import { removeUser } from '@wayfare/contract/people-edit'
import { getBookingPhoto, putBookingPhoto } from '@wayfare/contract/files'
import { reachDrop, startTrip } from '@wayfare/contract/trips'
import type { PhotoKind } from '@wayfare/core/booking'
import { asId, type BookingId } from '@wayfare/core/ids'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import * as images from '../../../test/images.ts'
import { jarntorget, korsvagen, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp({ settings: { category: 'both' } })
const trips = makeTrips(app)
const { call, refusal, make } = app

const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }
const png = { bytes: await images.image('png', 900, 700), type: 'image/png' }

beforeEach(() => app.settings({ allowDeliveryPickupImageCapture: true, allowFinalDeliveryImageCapture: true }))

/** A parcel paid from the wallet, with a fleet's driver at the pickup. */
const parcel = async (to: 'ACCEPTED' | 'ARRIVED', category: 'taxi' | 'delivery' = 'delivery') => {
  const carType = await make.carType({ category })
  const boss = await make.fleetAdmin()
  const rider = await make.rider()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: boss.id })
  await make.money(rider, 100_000n)
  const order = { paymentMode: 'wallet' as const, deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
  const booking = await trips.bookWith(rider, carType, {}, order)
  await trips.run(booking, { rider, driver }, to)
  return { rider, driver, boss, booking, id: booking.id }
}

const put = (as: TestUser, id: BookingId, kind: PhotoKind, file = jpeg) => call(putBookingPhoto, { id, kind }, { as, file })
const refusedPut = async (as: TestUser, id: BookingId, kind: PhotoKind, file = jpeg) => {
  const { status, key } = await refusal(putBookingPhoto, { id, kind }, { as, file })
  return [status, key]
}
const read = (as: TestUser | null, url: string) =>
  app.inject({ url, ...(as ? { headers: { authorization: `Bearer ${as.token}` } } : {}) })

const stored = (): number =>
  readdirSync(join(app.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length

describe('a parcel with photos', () => {
  it('goes from photo to photo: neither step can be done without its own', async () => {
    const { rider, driver, booking, id } = await parcel('ARRIVED')
    const start = { id, otp: booking.otp }
    expect(await refusal(startTrip, start, { as: driver })).toMatchObject({ status: 409, key: 'photo_missing' })
    expect((await trips.get(rider, id)).status).toBe('ARRIVED')
    const before = await trips.get(rider, id)
    const after = await put(driver, id, 'pickup_image')
    expect(after.version).toBe(before.version + 1)
    expect(after.pickupImage).toMatch(new RegExp(`^/api/files/bookings/${id}/pickup_image`))
    expect([after.deliverImage, after.status]).toEqual([null, 'ARRIVED'])

    await trips.start(driver, id, booking.otp)
    await make.position(driver, korsvagen)
    expect((await refusal(reachDrop, { id }, { as: driver })).key).toBe('photo_missing')
    expect((await trips.get(rider, id)).status).toBe('STARTED')
    await put(driver, id, 'deliver_image')
    await trips.reach(driver, id)
    const done = await trips.get(rider, id)
    expect(done.status).toBe('PAID')
    expect((await read(rider, done.deliverImage ?? '')).statusCode).toBe(200)
  })

  it('tells a wrong code before it tells of a missing photo', async () => {
    const { driver, id } = await parcel('ARRIVED')
    expect((await refusal(startTrip, { id, otp: '1' }, { as: driver })).key).toBe('wrong_otp')
  })

  it('needs only the photo that the operator asks for, and takes no other', async () => {
    await app.settings({ allowDeliveryPickupImageCapture: false })
    const { driver, booking, id } = await parcel('ARRIVED')
    expect(await refusedPut(driver, id, 'pickup_image')).toEqual([403, 'forbidden'])
    await trips.start(driver, id, booking.otp)
    expect((await refusal(reachDrop, { id }, { as: driver })).key).toBe('photo_missing')
    await app.settings({ allowFinalDeliveryImageCapture: false })
    await trips.reach(driver, id)
  })

  it('leaves rides alone', async () => {
    const { driver, booking, id } = await parcel('ARRIVED', 'taxi')
    expect(await refusedPut(driver, id, 'pickup_image')).toEqual([409, 'wrong_step'])
    await trips.start(driver, id, booking.otp)
    await trips.reach(driver, id)
  })
})

describe('taking a photo', () => {
  it('is for the driver of the booking alone; for another it is not there', async () => {
    const { rider, boss, id } = await parcel('ARRIVED')
    const other = await make.driver({ at: jarntorget })
    expect(await refusedPut(other, id, 'pickup_image')).toEqual([404, 'not_found'])
    expect(await refusedPut(other, asId('NEVER'), 'pickup_image')).toEqual([404, 'not_found'])
    for (const as of [rider, boss, await make.admin()]) {
      expect(await refusedPut(as, id, 'pickup_image')).toEqual([403, 'forbidden'])
    }
  })

  it('belongs to its status: the one at the pickup while there, the one at the drop on the way', async () => {
    const { driver, booking, id } = await parcel('ACCEPTED')
    expect(await refusedPut(driver, id, 'pickup_image')).toEqual([409, 'wrong_step'])
    await trips.arrive(driver, id)
    expect(await refusedPut(driver, id, 'deliver_image')).toEqual([409, 'wrong_step'])
    await put(driver, id, 'pickup_image')
    await trips.start(driver, id, booking.otp)
    expect(await refusedPut(driver, id, 'pickup_image')).toEqual([409, 'wrong_step'])
    await put(driver, id, 'deliver_image')
    await trips.reach(driver, id)
    expect(await refusedPut(driver, id, 'deliver_image')).toEqual([409, 'wrong_step'])
  })

  it('knows two kinds', async () => {
    const { driver, id } = await parcel('ARRIVED')
    const kind = 'licence' as PhotoKind
    expect(await refusedPut(driver, id, kind)).toEqual([400, 'bad_request'])
  })

  it.each([
    ['a drawing', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page under the name of a JPEG', 'image/jpeg', Buffer.from('<!doctype html><p>hej')],
    ['half an image', 'image/png', png.bytes.subarray(0, png.bytes.length / 2)],
    ['a bomb', 'image/png', images.bomb()],
    ['nothing', 'image/jpeg', Buffer.alloc(0)],
  ])('refuses %s, and the step stays closed', async (_name, type, bytes) => {
    const { driver, booking, id } = await parcel('ARRIVED')
    const before = stored()
    expect(await refusedPut(driver, id, 'pickup_image', { bytes, type })).toEqual([415, 'image_refused'])
    expect(stored()).toBe(before)
    expect((await refusal(startTrip, { id, otp: booking.otp }, { as: driver })).key).toBe('photo_missing')
  })

  it('replaces the one before, which is erased from the disk', async () => {
    const { rider, driver, id } = await parcel('ARRIVED')
    const first = (await put(driver, id, 'pickup_image')).pickupImage
    await app.settle()
    const before = stored()
    app.advance(1000)
    const second = (await put(driver, id, 'pickup_image', png)).pickupImage
    expect(second).not.toBe(first)
    await app.settle()
    expect(stored()).toBe(before)
    const { width } = await sharp((await read(rider, second ?? '')).rawPayload).metadata()
    expect(width).toBe(900)
  })

  it('keeps one of several that come at once', async () => {
    const { driver, id } = await parcel('ARRIVED')
    await Promise.all([jpeg, png, jpeg, png].map((file) => put(driver, id, 'pickup_image', file)))
    const rows = await app.db.selectFrom('storedFile').select('id').where('bookingId', '=', id).execute()
    expect(rows).toHaveLength(1)
  })

  it('never comes after the step it belongs to', async () => {
    await app.settings({ allowDeliveryPickupImageCapture: true })
    const { rider, driver, booking, id } = await parcel('ARRIVED')
    await put(driver, id, 'pickup_image')
    const [, again] = await Promise.allSettled([trips.start(driver, id, booking.otp), put(driver, id, 'pickup_image', png)])
    if (again.status === 'rejected') expect(again.reason).toMatchObject({ key: 'wrong_step' })
    expect((await trips.get(rider, id)).status).toBe('STARTED')
    expect(await refusedPut(driver, id, 'pickup_image')).toEqual([409, 'wrong_step'])
  })

  it('gives the first answer under the same idempotency key', async () => {
    const { driver, id } = await parcel('ARRIVED')
    const input = { id, kind: 'pickup_image' as const }
    const first = await call(putBookingPhoto, input, { as: driver, file: jpeg, once: 'photo-1' })
    const again = await app.raw(putBookingPhoto, input, { as: driver, file: jpeg, once: 'photo-1' })
    expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', first])
  })
})

describe('a photo of a parcel', () => {
  it('is seen by rider, driver, fleet admin and admins, kept by no cache, and not there for anyone else', async () => {
    const { rider, driver, boss, id } = await parcel('ARRIVED')
    const url = (await put(driver, id, 'pickup_image', { bytes: await images.photo(), type: 'image/jpeg' })).pickupImage ?? ''
    for (const as of [rider, driver, boss, await make.admin()]) {
      const answer = await read(as, url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect((await trips.get(as, id)).pickupImage).toBe(url)
      // contains no position and no camera
      expect((await sharp(answer.rawPayload).metadata()).exif).toBeUndefined()
    }
    const carType = (await trips.get(rider, id)).carType
    const strangers = [await make.rider(), await make.driver({ carType, at: jarntorget }), await make.fleetAdmin()]
    for (const as of strangers) expect((await read(as, url)).statusCode).toBe(404)
    expect((await read(null, url)).statusCode).toBe(401)
    expect((await read(rider, url.replace('pickup', 'deliver'))).statusCode).toBe(404)
    expect((await refusal(getBookingPhoto, { id: asId('NEVER'), kind: 'pickup_image' }, { as: rider })).key).toBe('not_found')
  })

  it('of a driver who lost the booking is not there for those who are asked next', async () => {
    const { rider, driver, id } = await parcel('ARRIVED')
    const url = (await put(driver, id, 'pickup_image')).pickupImage ?? ''
    const { carType } = await trips.get(rider, id)
    const next = await make.driver({ carType, at: jarntorget })
    await call(reassignBooking, { id }, { as: await make.admin() })
    await app.settle()
    await trips.offer(id)
    expect((await trips.get(next, id)).pickupImage).toBeNull()
    for (const as of [next, rider]) expect((await read(as, url)).statusCode).toBe(404)
  })

  it('stays with its booking when the driver goes', async () => {
    const { rider, driver, booking, id } = await parcel('ARRIVED')
    const url = (await put(driver, id, 'pickup_image')).pickupImage ?? ''
    await trips.start(driver, id, booking.otp)
    await put(driver, id, 'deliver_image')
    await trips.reach(driver, id)
    await call(removeUser, { id: driver.id, forfeit: true }, { as: await make.admin() })
    await app.settle()
    expect((await read(rider, url)).statusCode).toBe(200)
  })
})
