// Which bookings are exempt from the retention times.
import { unsettledStatuses } from '@wayfare/core/booking'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'

/** A condition on `booking`: under a legal hold (its own or of a person in it), or with an open claim or dispute. */
const isHeld = sql<boolean>`(
  booking.legal_hold
  or coalesce(booking.claim_state = 'open' or (booking.claim_state = 'granted' and booking.claim_paid_at is null), false)
  or exists (select from app_user
    where app_user.id in (booking.customer_id, booking.driver_id, booking.fleet_admin_id) and app_user.legal_hold)
  or exists (select from payment join payment_reversal on payment_reversal.payment_id = payment.id
    where payment.booking_id = booking.id and payment_reversal.state in ('pending', 'inquiry', 'open')))`

/** A condition on `booking`: settled and not held, so that its old data may be deleted. */
export const isExpirable = sql<boolean>`booking.status <> all (${[...unsettledStatuses]}) and not ${isHeld}`

/** Returns those that are expirable, and locks them against a legal hold until the transaction ends. */
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
