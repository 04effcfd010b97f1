// Erases the copies that bookings keep of a removed person's data.
import type { JobPayloads } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import { bookingColumnNames, bookingColumns, type BookingParty } from '../../db/booking-columns.ts'
import { listEmptied } from '../../db/columns.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { removePhotosOf } from '../files/commands.ts'
import type { BookingPatch } from './transition.ts'

const leftOf = (party: BookingParty): BookingPatch =>
  listEmptied(bookingColumnNames, (column) => {
    const { personal } = bookingColumns[column]
    return personal?.of === party ? personal.left : undefined
  })

/**
 * Bookings updated per transaction. Each update also rewrites the booking's search text, and a driver may have tens of thousands
 * of bookings, which would exceed the statement timeout.
 */
const atOnce = 500

/**
 * Erases names, contact details, pictures, plate and free text from the next bookings of a removed person, those after an id;
 * only the person's id remains. Queues a job for the rest. Idempotent.
 */
export const erasePersonFromBookings = (deps: Deps, { userId, after }: JobPayloads['bookings.erasePerson']): Promise<void> =>
  inTx(deps, async (tx) => {
    const found = await tx
      .selectFrom('booking')
      .select('id')
      .where((where) => where.or([where('customerId', '=', userId), where('driverId', '=', userId)]))
      .where('id', '>', asId<'booking'>(after))
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const ids = found.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return
    const mine = tx.selectFrom('booking').select('id').where('id', 'in', ids).where('customerId', '=', userId)
    // notes of the desk may name the person, and a parcel's label does
    await tx.deleteFrom('bookingNote').where('bookingId', 'in', mine).execute()
    await removePhotosOf(tx, mine)
    const update = tx.updateTable('booking').where('id', 'in', ids)
    await update.set(leftOf('customer')).where('customerId', '=', userId).execute()
    await update.set(leftOf('driver')).where('driverId', '=', userId).execute()
    if (ids.length === atOnce) await enqueueJob(tx, 'bookings.erasePerson', { userId, after: last })
  })
