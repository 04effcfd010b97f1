// What must hold of money, whatever happened.

const inHold = `('PAYMENT_PENDING','NEW','ACCEPTED','ARRIVED','STARTED','REACHED','PENDING')`

/** What the posting `once` moved on the accounts of a kind. */
const moved = (once: string, kind: string): string => `coalesce((select sum(e.amount_minor) from ledger_transaction t
  join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
  where t.once = ${once} and a.kind = '${kind}'), 0)`

export const moneyRules: Record<string, string> = {
  'the ledger adds up to zero': `select currency, sum(balance_minor) from ledger_account group by currency having sum(balance_minor) <> 0`,
  'a balance is the sum of its entries': `select a.id, a.balance_minor from ledger_account a
    left join ledger_entry e on e.account_id = a.id group by a.id having a.balance_minor <> coalesce(sum(e.amount_minor), 0)`,
  'the months of a wallet are the sums of its entries, by what they were for': `select account_id, month, word
    from wallet_month_posted() p full join wallet_month m using (account_id, month, word)
    where p.amount_minor is distinct from m.amount_minor or p.lines is distinct from m.lines
        or (p.first_transaction, p.last_transaction) is distinct from (m.first_transaction, m.last_transaction)`,
  'a posting adds up to zero': `select transaction_id from ledger_entry group by transaction_id having sum(amount_minor) <> 0`,
  'a hold is what live bookings hold': `select u.id, u.email from app_user u where
    coalesce((select sum(balance_minor) from ledger_account where owner_id = u.id and kind = 'hold'), 0)
    <> coalesce((select sum(wallet_hold_minor) from booking where customer_id = u.id and status in ${inHold}), 0)`,
  'the trips owe and are owed nothing but prepaid cards': `select b.id, b.status from booking b where
    coalesce((select sum(e.amount_minor) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      join ledger_account a on a.id = e.account_id where t.reference = b.id and a.kind = 'trips'), 0)
    <> case when b.prepaid and b.status in ${inHold} then b.card_payment_amount_minor else 0 end`,
  'a rider owes nothing but cancel fees, a driver nothing but cash': `select t.once, e.balance_after_minor from ledger_entry e
    join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id
    where a.kind = 'wallet' and e.amount_minor < 0 and e.balance_after_minor < 0
    and t.once not like 'cancelFee:%:debit' and t.once not like 'trip:%:cash'`,
  'the columns of a booking add up': `select id from booking where customer_paid_minor <> payable_amount_minor
    or payable_amount_minor <> trip_cost_minor - discount_amount_minor
    or payable_amount_minor <> cash_payment_amount_minor + card_payment_amount_minor + used_wallet_money_minor
    or trip_cost_minor <> driver_share_minor + convenience_fees_minor
    or least(cash_payment_amount_minor, card_payment_amount_minor, used_wallet_money_minor, discount_amount_minor) < 0
    or used_wallet_money_minor > wallet_hold_minor or (discount_amount_minor > 0 and promo_id is null)`,
  'a paid trip moved what its columns say, once': `select id from booking b where status in ('PAID','COMPLETE') and (
    ${moved(`'trip:' || b.id || ':credit'`, 'wallet')} <> driver_share_minor
    or ${moved(`'trip:' || b.id || ':credit'`, 'fees')} <> convenience_fees_minor
    or ${moved(`'trip:' || b.id || ':credit'`, 'promotions')} <> -discount_amount_minor
    or ${moved(`'trip:' || b.id || ':cash'`, 'wallet')} <> -cash_payment_amount_minor
    or ${moved(`'trip:' || b.id || ':hold'`, 'hold')} <> -used_wallet_money_minor
    or ${moved(`'trip:' || b.id || ':card'`, 'cards')} <> -card_payment_amount_minor)`,
  'a trip that is not paid has earned nothing': `select id from booking b where status not in ('PAID','COMPLETE')
    and exists (select from ledger_transaction where once = 'trip:' || b.id || ':credit')`,
  'a cancel fee is the rider’s who cancelled after the acceptance': `select id from booking b where
    (cancel_fee_minor > 0 and (status <> 'CANCELLED' or cancelled_by <> 'rider' or accepted_at is null))
    or ${moved(`'cancelFee:' || b.id || ':debit'`, 'wallet')} <> -cancel_fee_minor
    or ${moved(`'cancelFee:' || b.id || ':credit'`, 'wallet')} <> cancel_fee_minor`,
  'a claim moved what it says once it was paid, and nothing before': `select id from booking b where
    ${moved(`'claim:' || b.id || ':credit'`, 'fees')} <> case when claim_paid_at is null then 0 else claim_fees_minor end
    or ${moved(`'claim:' || b.id || ':credit'`, 'wallet')}
      <> case when claim_paid_at is null then 0 else claim_amount_minor - claim_fees_minor end
    or ${moved(`'claim:' || b.id || ':credit'`, 'promotions')} <> case when claim_paid_at is null then 0 else -claim_discount_minor end
    or ${moved(`'claim:' || b.id || ':wallet'`, 'wallet')}
      <> case when claim_paid_by = 'wallet' then claim_discount_minor - claim_amount_minor else 0 end
    or ${moved(`'claim:' || b.id || ':card'`, 'cards')}
      <> case when claim_paid_by = 'card' then claim_discount_minor - claim_amount_minor else 0 end`,
  'a claim is of a driven trip, and paid only when it was granted and the trip is paid': `select id from booking where
    (claim_state is not null and (trip_end_at is null or category <> 'taxi'))
    or (claim_paid_at is not null and (claim_state <> 'granted' or status not in ('PAID','COMPLETE')))`,
  'due and claim are the measured fare, and due is no less than the promise': `select id from booking where claim_state is not null
    and (trip_cost_minor < estimate_minor or claim_fees_minor > claim_amount_minor or claim_discount_minor > claim_amount_minor)`,
  'the reports have what trips and claims came to': `select 1 from (select
    (select coalesce(sum(driver_share_minor), 0) from earning_day) as kept,
    (select coalesce(sum(driver_share_minor), 0) from booking where status in ('PAID','COMPLETE'))
      + (select coalesce(sum(claim_amount_minor - claim_fees_minor), 0) from booking where claim_paid_at is not null) as paid
    ) as sums where kept <> paid`,
  'a tip moved what it says, to its driver alone': `select id from booking b where
    ${moved(`'tip:' || b.id || ':credit'`, 'wallet')} <> tip_minor
    or ${moved(`'tip:' || b.id || ':wallet'`, 'wallet')} <> case when tip_paid_by = 'wallet' then -tip_minor else 0 end
    or ${moved(`'tip:' || b.id || ':card'`, 'cards')} <> case when tip_paid_by = 'card' then -tip_minor else 0 end`,
  'no tip stays on its way, and the reports have them all': `select 1 from (select
    coalesce((select sum(balance_minor) from ledger_account where kind = 'tips'), 0) as waiting,
    (select coalesce(sum(tips_minor), 0) from earning_day) as kept,
    (select coalesce(sum(tip_minor), 0) from booking) as given) as sums where waiting <> 0 or kept <> given`,
  'the reports have what was paid for cancelling': `select 1 from (select
    (select coalesce(sum(cancel_fees_minor), 0) from earning_day) as kept,
    (select coalesce(sum(cancel_fees_minor), 0) from earning_month) as by_month,
    (select coalesce(sum(cancel_fee_minor), 0) from booking where driver_id is not null) as paid) as sums where kept <> paid or by_month <> paid`,
  'a cancelled booking gave everything back': `select id from booking b where status = 'CANCELLED' and (
    ${moved(`'release:' || b.id`, 'wallet')} <> wallet_hold_minor
    or (prepaid and ${moved(`'refund:' || b.id`, 'wallet')} <> card_payment_amount_minor))`,
  'the providers owe what was paid': `select 1 from (select
    coalesce((select -sum(balance_minor) from ledger_account where kind = 'cards'), 0) as owed,
    coalesce((select sum(amount_minor) from payment where status = 'paid'), 0) as paid) as sums where owed <> paid`,
  'a payment counts once, where it says': `select id from payment p where (status = 'paid') <> (settled_as is not null)
    or (settled_as = 'booking' and purpose = 'booking' and ${moved(`'trip:' || booking_id || ':card'`, 'cards')} <> -amount_minor)
    or (settled_as = 'booking' and purpose = 'claim' and ${moved(`'claim:' || booking_id || ':card'`, 'cards')} <> -amount_minor)
    or (settled_as = 'booking' and purpose = 'tip' and ${moved(`'tip:' || booking_id || ':card'`, 'cards')} <> -amount_minor)
    or ${moved(`'payment:' || p.id`, 'wallet')} <> case when settled_as = 'wallet' then amount_minor else 0 end`,
  'what was declined or sent back is in the wallet again': `select id from withdraw w where ended_as is not null
    and ${moved(`'withdraw:' || w.id || ':' || ended_as`, 'wallet')} <> amount_minor`,
  'what is withdrawn waits, or is paid out': `select id from withdraw w where ${moved(`'withdraw:' || w.id`, 'wallet')} <> -amount_minor
    or ${moved(`'withdraw:' || w.id || ':paid'`, 'bank')} <> case when processed then amount_minor else 0 end`,
  'each name of withdrawals is counted, and what waits is summed up': `select 1
    from (select name, count(*) as withdraws from withdraw group by name) as meant full join withdraw_payee as kept using (name)
    where meant.withdraws is distinct from kept.withdraws
    union all select 1 from (select
      coalesce((select sum(amount_minor) from withdraw where not processed and ended_as is null), 0) as waiting,
      (select count(*) from withdraw where not processed and ended_as is null) as waits,
      (select coalesce(sum(amount_minor), 0) from withdraw_due) as kept,
      (select coalesce(sum(withdraws), 0) from withdraw_due) as counted) as sums where waiting <> kept or waits <> counted`,
  'a promo counts its uses': `select p.id, p.used from promo p where p.used <> (select count(*) from promo_use where promo_id = p.id)`,
  'a promo is used by exactly the bookings that are not cancelled': `select b.id from booking b
    where (b.promo_id is not null and b.status <> 'CANCELLED') <> exists (select from promo_use where booking_id = b.id)`,
  'nobody uses a promo more often than allowed': `select u.promo_id, u.user_id from promo_use u join promo p on p.id = u.promo_id
    where p.per_user_limit is not null group by u.promo_id, u.user_id, p.per_user_limit having count(*) > p.per_user_limit`,
}
