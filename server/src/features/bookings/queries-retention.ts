// Which bookings nothing is taken from, however old it is.
import { unsettledStatuses } from '@wayfare/core/booking'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'

/** Under a legal hold, of its own or of somebody in it, or with a claim or a dispute that is not settled. Of the table `booking`. */
const isHeld = sql<boolean>`(
  booking.legal_hold
  or coalesce(booking.claim_state = 'open' or (booking.claim_state = 'granted' and booking.claim_paid_at is null), false)
  or exists (select from app_user
    where app_user.id in (booking.customer_id, booking.driver_id, booking.fleet_admin_id) and app_user.legal_hold)
  or exists (select from payment join payment_reversal on payment_reversal.payment_id = payment.id
    where payment.booking_id = booking.id and payment_reversal.state in ('pending', 'inquiry', 'open')))`

/** Of the table `booking`: old data of it may go, for it is settled and not held. */
export const isExpirable = sql<boolean>`booking.status <> all (${[...unsettledStatuses]}) and not ${isHeld}`

/** Those of them that are such bookings; none of them is put on hold before the transaction ends. */
export const lockExpirable = async (tx: Tx, ids: readonly BookingId[]): Promise<BookingId[]> => {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('booking')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where(isExpirable)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
