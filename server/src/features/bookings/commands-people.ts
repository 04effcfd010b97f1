// What bookings copied of a person who is gone.
import type { UserId } from '@wayfare/core/ids'
import { bookingColumnNames, bookingColumns, type BookingParty } from '../../db/booking-columns.ts'
import { listEmptied } from '../../db/columns.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { removePhotosOf } from '../files/commands.ts'
import type { BookingPatch } from './transition.ts'

const leftOf = (party: BookingParty): BookingPatch =>
  listEmptied(bookingColumnNames, (column) => {
    const { personal } = bookingColumns[column]
    return personal?.of === party ? personal.left : undefined
  })

/** Takes names, contact, pictures, plate and own words out of a removed person's bookings; they keep the bare id. Safe to run twice. */
export const erasePersonFromBookings = (deps: Deps, userId: UserId): Promise<void> =>
  inTx(deps, async (tx) => {
    const mine = tx.selectFrom('booking').select('id').where('customerId', '=', userId)
    // what the desk wrote down about his trips may name him, and a label on a parcel does
    await tx.deleteFrom('bookingNote').where('bookingId', 'in', mine).execute()
    await removePhotosOf(tx, mine)
    await tx.updateTable('booking').set(leftOf('customer')).where('customerId', '=', userId).execute()
    await tx.updateTable('booking').set(leftOf('driver')).where('driverId', '=', userId).execute()
  })
