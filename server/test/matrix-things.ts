// What somebody has beside a booking: a payment, an alert, a saved place, a photo and a licence.
import { addSavedPlace } from '@wayfare/contract/accounts-places'
import { topUpWallet } from '@wayfare/contract/payments'
import { raisePanic } from '@wayfare/contract/trips'
import type { BookingId } from '@wayfare/core/ids'
import type { TestApp } from './harness.ts'
import { image } from './images.ts'
import { jarntorget, type TestUser } from './make.ts'

type Owners = { rider: TestUser; driver: TestUser; booking: BookingId }

const storeFiles = async (app: TestApp, { driver, booking }: Owners, documentAt: string): Promise<void> => {
  const bytes = await image('webp')
  const rows = [
    { id: `photo-${booking}`, ownerId: null, purpose: 'bookingPhoto' as const, name: 'pickup_image', bookingId: booking },
    { id: `document-${booking}`, ownerId: driver.id, purpose: 'driverDocument' as const, name: documentAt, bookingId: null },
  ]
  for (const row of rows) {
    const storageKey = `ma/${row.id}`
    await app.deps.services.storage.put(storageKey, bytes)
    const file = { storageKey, mediaType: 'image/webp', bytes: bytes.length, uploader: null, createdAt: new Date() }
    await app.db
      .insertInto('storedFile')
      .values({ ...row, ...file })
      .execute()
  }
  const pickupImage = `/api/files/bookings/${booking}/pickup_image`
  await app.db.updateTable('booking').set({ pickupImage }).where('id', '=', booking).execute()
}

export const otherThings = async (app: TestApp, owners: Owners) => {
  const { rider, driver, booking } = owners
  const { lat, lng } = jarntorget
  const saved = await app.call(addSavedPlace, { lat, lng, name: 'Home' }, { as: rider })
  const { payment } = await app.call(topUpWallet, { amount: '100', provider: 'test' }, { as: rider })
  await app.call(raisePanic, { id: booking }, { as: driver })
  const panic = await app.db.selectFrom('panic').select('id').where('bookingId', '=', booking).executeTakeFirstOrThrow()
  const documentAt = new Date().toISOString()
  await storeFiles(app, owners, documentAt)
  return { savedPlace: saved.id as string, payment: payment.id as string, panic: panic.id, documentAt }
}
