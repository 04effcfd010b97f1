// Who raised an alert: its driver, or the rider of its booking.
import type { UserId } from '@wayfare/core/ids'
import type { ExpressionBuilder } from 'kysely'
import type { Tables } from './tables.ts'

export const isRaisedBy = (where: ExpressionBuilder<Tables, 'panic'>, userId: UserId) => {
  const ridden = where.selectFrom('booking').select('booking.id').where('customerId', '=', userId)
  return where.or([
    where('raisedBy', '=', 'driver').and('driverId', '=', userId),
    where('raisedBy', '=', 'rider').and('bookingId', 'in', ridden),
  ])
}
