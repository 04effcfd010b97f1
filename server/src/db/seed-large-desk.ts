// What a large city's desk looks at beside its bookings: the card payments of its trips, what drivers had paid out, trips that are
// still to come, notices, and the log of what the desk did.
// The statements belong to those of `seed-large`, whose temporary tables they read and fill.
import { statusAfter } from '@wayfare/core/lifecycle'

/** Two of three cancelled card bookings were never paid; of a thousand payments two have a problem. */
export const payments = `
insert into payment (id, booking_id, user_id, provider, mode, amount_minor, currency, status, provider_ref, provider_txn,
  settled_as, problem, checks, created_at, settled_at)
select 'LP' || t.n, b.id, b.customer_id, ('{stripe,paypal,payfast,paystack}'::text[])[1 + t.n % 4], 'live',
  t.cost - t.discount, b.currency,
  case when t.status <> '${statusAfter('cancel')}' then 'paid' when t.n % 3 = 0 then 'failed' else 'expired' end,
  'LC' || t.n, case when t.status <> '${statusAfter('cancel')}' then 'LT' || t.n end,
  case when t.status <> '${statusAfter('cancel')}' then 'booking' end,
  case when t.n % 500 = 1 then 'amount_differs' end, 1, coalesce(b.paid_at, b.created_at) - interval '1 min', b.paid_at
from large_trip t join booking b on b.id = t.id
where b.payment_mode = 'card' and t.cost > t.discount`

/** Each driver asked for one unit of money so often, a fortnight apart; the newest still waits. */
const askedFor = 25

/** Into the legs of the ledger, after those of the trips. */
export const withdraws = `
create temporary table large_withdraw on commit drop as
select 'LW' || d.id || '-' || k as id, d.id as driver, d.name, a.currency, k = 0 as waits,
  now() - k * interval '14 days' - interval '1 hour' as at,
  (select max(id) from large_leg) + 2 * row_number() over (order by k desc, d.id) as posting
from app_user d join ledger_account a on a.owner_id = d.id and a.kind = 'wallet'
  cross join generate_series(0, ${askedFor - 1}) k
where d.id like 'LD%';
insert into withdraw (id, user_id, name, amount_minor, currency, bank_name, bank_code, bank_account, processed, processed_at, created_at)
select id, driver, name, 100, currency, 'Large Bank', 'LARGE', '0000', not waits, case when not waits then at + interval '1 day' end, at
from large_withdraw;
insert into withdraw_payee (name, withdraws) select name, count(*) from large_withdraw group by name
on conflict (name) do update set withdraws = withdraw_payee.withdraws + excluded.withdraws;
insert into withdraw_due (currency, part, withdraws, amount_minor)
select currency, connection_part(), count(*), 100 * count(*) from large_withdraw where waits group by currency
on conflict (currency, part) do update set withdraws = withdraw_due.withdraws + excluded.withdraws,
  amount_minor = withdraw_due.amount_minor + excluded.amount_minor;
insert into ledger_transaction (id, kind, reference, once, created_at) overriding system value
select posting, 'Withdraw', id, 'withdraw:' || id, at from large_withdraw
union all select posting + 1, 'Withdraw', id, 'withdraw:' || id || ':paid', at + interval '1 day' from large_withdraw where not waits;
select setval(pg_get_serial_sequence('ledger_transaction', 'id'), (select max(id) from ledger_transaction));
insert into large_leg
select w.posting + leg.later, a.id, leg.amount
from large_withdraw w
  cross join lateral (values ('wallet:' || w.driver, 0, -100), ('withdrawals:', 0, 100), ('withdrawals:', 1, -100), ('bank:', 1, 100))
    leg (key, later, amount)
  join large_account a on a.key = leg.key and a.currency = w.currency
where leg.later = 0 or not w.waits;
analyze large_leg`

/** Of the newest cancelled trips so many are booked anew: some are looked for a driver now, the others are for later. */
export const insertWaitingBookings = (count: number): string => `
insert into booking
select (jsonb_populate_record(b, jsonb_build_object('id', 'LN' || k, 'status', '${statusAfter('prepay')}', 'cancelled_at', null, 'reason', null,
  'cancelled_by', null, 'accepted_at', null, 'driver_arrive_at', null, 'trip_start_at', null, 'driver_id', null, 'driver_name', null,
  'driver_contact', null, 'vehicle_number', null, 'vehicle_make', null, 'vehicle_model', null, 'fleet_admin_id', null,
  'book_later', k > 20, 'release_at', now() + (k - 20) * interval '10 min', 'trip_date', now() + k * interval '10 min'))).*
from (select b, row_number() over (order by t.n desc) as k from large_trip t join booking b using (id)
  where t.status = '${statusAfter('cancel')}' order by t.n desc limit ${count}) newest`

/** One notice for a thousand trips. */
export const campaigns = `
insert into campaign (id, device_type, user_type, title, body, state, created_at, sent_at, ended_at, recipients, devices, delivered)
select 'LM' || n, ('{All,ANDROID,IOS}'::text[])[1 + n % 3], ('{All,rider,driver}'::text[])[1 + n / 3 % 3],
  ('{Anna,Road works,Happy holidays,New prices,Thank you}'::text[])[1 + n % 5] || ' ' || n, 'Notice ' || n, 'sent', t.at, t.at, t.at,
  n % 900, n % 700, n % 700
from (select n / 1000 as n, at from large_trip where n % 1000 = 0) t`

/** One entry for ten trips, in a chain that holds: laid without the trigger, whose lock on the end is slow for many at once. */
export const log = `
do $$
declare entry audit_entry; head audit_head;
begin
  select * into strict head from audit_head;
  for entry.at, entry.object_id, entry.id in
    select coalesce(paid_at, created_at), id, head.entries + row_number() over (order by n)
    from large_trip t join booking b using (id) where n % 10 = 0 order by n
  loop
    entry.actor_id := 'LF0';
    entry.role := 'fleetadmin';
    entry.ip := '192.0.2.1';
    entry.action := ('{bookings.cancel,dispatch.assign,accounts.updatePerson,accounts.setApproval}'::text[])[1 + entry.id % 4];
    entry.object_kind := case when entry.id % 4 < 2 then 'booking' else 'person' end;
    entry.before := jsonb_build_object('note', 'before ' || entry.id);
    entry.after := jsonb_build_object('note', 'after ' || entry.id);
    entry.salt := gen_random_uuid()::text;
    entry.said := audit_said(entry);
    entry.previous := head.hash;
    entry.hash := audit_hash(entry);
    head.hash := entry.hash;
    insert into audit_entry select entry.*;
  end loop;
  update audit_head set entries = coalesce((select max(id) from audit_entry), 0), hash = head.hash;
end $$`
