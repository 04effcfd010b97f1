import { refundDays } from '@wayfare/core/payments'
import { sql } from 'kysely'

/**
 * The payments of which a refund came to nothing, while the money is still here and nothing was given back in its place since: by a refund
 * that went through at once, or by one of as much. What lies in the payer's wallet again is here until it was spent: then nothing can go
 * back any more, and nobody is without it. The list of payments finds them, and the dashboard counts them.
 */
export const failedRefunds = sql`select refund.payment_id as id from refund join payment as paid on paid.id = refund.payment_id
  where refund.state = 'failed' and refund.amount_minor <= paid.amount_minor - paid.refunded_minor - paid.disputed_minor
    and (refund.source <> 'wallet' or exists (select from ledger_account as wallet where wallet.kind = 'wallet'
      and wallet.owner_id = paid.user_id and wallet.currency = refund.currency and wallet.balance_minor >= refund.amount_minor))
    and not exists (select from refund as later where later.payment_id = refund.payment_id
      and later.state <> 'failed' and later.created_at >= refund.settled_at
      and (later.tries = 1 or later.amount_minor >= refund.amount_minor))`

/** Those of which a refund was ordered so long ago, and the provider has said neither yes nor no. */
export const lateRefunds = sql`select payment_id as id from refund
  where state = 'pending' and created_at < now() - make_interval(days => ${sql.lit(refundDays)})`
