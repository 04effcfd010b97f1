// Promise: the list of payments and its rows mean the same by a payment that needs somebody; the dashboard counts them (reports/queries).
import { sql } from 'kysely'

/** A dispute that waits for an answer is a problem, too. Word for word as the index of them has it. */
export const isTroubled = sql<boolean>`(payment.problem is not null or coalesce(payment.dispute in ('inquiry', 'open'), false))`

/** Refunds that came to nothing, while the money is still here and nothing was given back of that payment since. */
const failedRefunds = sql`select refund.payment_id as id from refund join payment as paid on paid.id = refund.payment_id
  where refund.state = 'failed' and refund.amount_minor <= paid.amount_minor - paid.refunded_minor - paid.disputed_minor
    and not exists (select from refund as later where later.payment_id = refund.payment_id
      and later.state <> 'failed' and later.created_at >= refund.settled_at
        and (later.tries = 1 or later.amount_minor >= refund.amount_minor))`

export const isRefundFailed = sql<boolean>`(payment.id = any(array(${failedRefunds})))`

export const hasProblem = (wanted: boolean) => {
  const problem = sql<boolean>`(${isTroubled} or ${isRefundFailed})`
  return wanted ? problem : sql<boolean>`not ${problem}`
}
