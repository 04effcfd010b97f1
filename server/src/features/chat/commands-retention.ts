// Deletes messages older than the operator's retention period.
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Expired, Expiring } from '../../jobs/expiring.ts'
import { isExpirable, lockExpirable } from '../bookings/queries-retention.ts'

const messagesAtOnce = 500

/** The read marks are deleted with the last message. */
export const expireMessages = (deps: Deps, { before }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const old = await tx
      .selectFrom('chatMessage')
      .innerJoin('booking', 'booking.id', 'chatMessage.bookingId')
      .select(['chatMessage.id', 'chatMessage.bookingId'])
      .where('chatMessage.at', '<', before)
      .where(isExpirable)
      .orderBy('chatMessage.at')
      .limit(messagesAtOnce)
      .execute()
    const bookings = await lockExpirable(
      tx,
      old.map(({ bookingId }) => bookingId),
    )
    if (bookings.length === 0) return { removed: 0, after: null }
    const { numDeletedRows } = await tx
      .deleteFrom('chatMessage')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .where('bookingId', 'in', bookings)
      .executeTakeFirst()
    await tx
      .deleteFrom('chatRead')
      .where('bookingId', 'in', bookings)
      .where('bookingId', 'not in', tx.selectFrom('chatMessage').select('bookingId').where('bookingId', 'in', bookings))
      .execute()
    return { removed: Number(numDeletedRows), after: old.length < messagesAtOnce ? null : '' }
  })
