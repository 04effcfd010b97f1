// What bookings copied of a person who is gone.
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
 * So many are written in one transaction: what the search finds of each is written anew with it, and a driver has tens of thousands,
 * for which no statement has the time.
 */
const atOnce = 500

/**
 * Takes names, contact, pictures, plate and own words out of the next bookings of a removed person, those after an id; they keep the
 * bare id. The rest is left to the next job. Safe to run twice.
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
    // what the desk wrote down about his trips may name him, and a label on a parcel does
    await tx.deleteFrom('bookingNote').where('bookingId', 'in', mine).execute()
    await removePhotosOf(tx, mine)
    const update = tx.updateTable('booking').where('id', 'in', ids)
    await update.set(leftOf('customer')).where('customerId', '=', userId).execute()
    await update.set(leftOf('driver')).where('driverId', '=', userId).execute()
    if (ids.length === atOnce) await enqueueJob(tx, 'bookings.erasePerson', { userId, after: last })
  })
