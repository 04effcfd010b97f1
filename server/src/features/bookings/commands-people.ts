// What bookings copied of a person who is gone.
import type { UserId } from '@wayfare/core/ids'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'

/** Takes names, contact, picture, plate and own words out of a removed person's bookings; they keep the bare id. Safe to run twice. */
export const forgetPerson = (deps: Deps, userId: UserId): Promise<void> =>
  inTx(deps, async (tx) => {
    const parcel = {
      deliveryPerson: null,
      deliveryPersonPhone: null,
      pickUpInstructions: null,
      deliveryInstructions: null,
      claimReason: null,
    }
    await tx
      .updateTable('booking')
      .set({ ...parcel, customerName: ' ', customerEmail: null, customerContact: null, customerImage: null, review: null })
      .where('customerId', '=', userId)
      .execute()
    // what the desk wrote down about his trips may name him
    await tx
      .deleteFrom('bookingNote')
      .where('bookingId', 'in', (where) => where.selectFrom('booking').select('id').where('customerId', '=', userId))
      .execute()
    await tx
      .updateTable('booking')
      .set({ driverName: ' ', driverImage: null, driverContact: null, vehicleNumber: null })
      .where('driverId', '=', userId)
      .execute()
  })
