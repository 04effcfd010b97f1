// Promise: a city with as many people and trips as asked for, its books written and in balance, or nothing of it at all.
// All is laid by the database itself, with the triggers that move balances off: the balances are then the sums of the entries.
import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { fareParts, tariffFields, type FareLine } from '@wayfare/core/fare'
import { statusAfter } from '@wayfare/core/lifecycle'
import { makeRecord } from '@wayfare/core/records'
import type { Pool, PoolClient } from 'pg'
import { campaigns, insertWaitingBookings, log, payments, withdraws } from './seed-large-desk.ts'
import type { StoredTariff } from './tables-bookings.ts'

/** `insertWaitingBookings`: bookings that no driver has taken yet, 60 unless told. */
export type Size = { bookings: number; users: number; waiting?: number }

const [paid, complete, cancelled] = (['pay', 'complete', 'cancel'] as const).map((move) => `'${statusAfter(move)}'`)

const tariff: Required<StoredTariff> = {
  ...makeRecord(tariffFields, () => '0'),
  baseFare: '4500',
  ratePerUnitDistance: '1300',
  ratePerHour: '32000',
  feeType: 'percentage',
  feeFlat: '0',
  feeHundredths: 1000,
  decimal: 0,
  convertToMile: false,
}

/** Each line of a trip's fare, in SQL. */
const fareLines: Record<FareLine, string> = {
  ...makeRecord(fareParts, () => '0'),
  base: tariff.baseFare,
  distance: `t.cost - t.fee - ${tariff.baseFare}`,
  fare: 't.cost - t.fee',
  convenienceFees: 't.fee',
  grandTotal: 't.cost',
}
const fare = `jsonb_build_object('minimumApplied', false, ${Object.entries(fareLines)
  .map(([line, amount]) => `'${line}', (${amount})::text`)
  .join(', ')})`

/** Of a hundred people, so many drive; of a hundred drivers, one runs a fleet besides. */
const driverPercent = 2

const firstNames = 'Anna Omar Elin Lars Sara Nils Maja Ali Ida Karl Lea Hugo Mira Adam Vera Axel Noor Emil Ebba Yusuf'
const lastNames = 'Ek Berg Saleh Lund Holm Nyman Dahl Persson Haddad Strand Lind Ahmed Falk Wall Moreno Sand Vik Ruiz Gran Hill'
const streets = 'Vasagatan Avenyn Linnégatan Kungsgatan Järntorget Korsvägen Götaplatsen Brunnsparken Valand Hisingsgatan'

const words = (list: string): string => `'{${list.replaceAll(' ', ',')}}'::text[]`
const pick = (list: string, seed: string): string => `(${words(list)})[1 + (${seed}) % ${list.split(' ').length}]`

/** A number that has nothing to do with n, and is the same each time: what a city mixes is mixed here. */
const luck = 'hashint8(n) & 2147483647'

const people = ({ users }: Size): string => `
insert into app_user (id, user_type, first_name, last_name, name, email, email_verified, mobile, referral_id, approved,
  fleet_admin_id, vehicle_number, vehicle_make, vehicle_model, car_type_id, created_at)
select id, kind, first, last, first || ' ' || last, lower(first) || n || '@large.example', true,
  '+4672' || lpad(n::text, 7, '0'), 'L' || n, true,
  case when kind = 'driver' and n % 3 = 0 then 'LF' || (n % greatest(${users} * ${driverPercent} / 10000, 1)) end,
  case when kind = 'driver' then 'LRG' || lpad(n::text, 5, '0') end,
  case when kind = 'driver' then 'Volvo' end, case when kind = 'driver' then 'V60' end,
  case when kind = 'driver' then (select id from car_type order by position limit 1) end,
  now() - interval '730 days' * (1 - greatest(n - 1000, 0)::float / ${users})
from (
  select n, 'LF' || n as id, 'fleetadmin' as kind from generate_series(0, greatest(${users} * ${driverPercent} / 10000, 1) - 1) n
  union all
  select n, case when n % 100 < ${driverPercent} then 'LD' else 'LR' end || n,
    case when n % 100 < ${driverPercent} then 'driver' else 'rider' end from generate_series(1000, ${users} + 999) n
) given, lateral (select ${pick(firstNames, luck)} as first, ${pick(lastNames, `(${luck}) / 20`)} as last) names`

/** They signed up long ago, by a password that nobody knows. */
const signUps = `
insert into auth_credential (id, user_id, account_id, provider_id, password)
select 'password-' || id, id, id, 'credential', $1 from app_user where email like '%@large.example'`

/** Numbered by age: every second one is paid by card, every twentieth with a discount, eight of a hundred are cancelled. */
const bookings = ({ bookings: count, users }: Size): string => `
create temporary table large_trip on commit drop as
select n, ${luck} as luck, 'L' || lpad(n::text, 11, '0') as id,
  case when n % 100 < 8 then ${cancelled} when n % 100 = 8 then ${paid} else ${complete} end as status,
  now() - interval '730 days' * (1 - n::float8 / ${count}) - interval '1 hour' as at,
  1000 + (n * 37::bigint) % 15000 as metres, 240 + (n * 13::bigint) % 1800 as seconds, 1000 + (n * 7919::bigint) % ${users} as r,
  1000 + ((n * 104729::bigint) % (${users} / 100)) * 100 + n % ${driverPercent} as d
from generate_series(1, ${count}) n;
alter table large_trip add cost bigint, add fee bigint, add discount bigint;
update large_trip set cost = 100 * ((4500 + metres * 13 / 10 + seconds * 9) / 100);
update large_trip set fee = cost / 1000 * 100, discount = case when n % 20 = 0 then cost / 500 * 100 else 0 end;
analyze large_trip;
create temporary table large_car on commit drop as select * from car_type order by position limit 1;
insert into booking (id, status, category, created_at, trip_date, release_at, customer_id, customer_name, customer_email,
  customer_contact, car_type_id, car_type_name, car_image, tariff, currency, pickup_lat, pickup_lng, pickup_address, drop_lat,
  drop_lng, drop_address, estimate_minor, estimate_distance_m, estimate_time_s, coords, fare, distance_m, trip_cost_minor,
  convenience_fees_minor, driver_share_minor, discount_amount_minor, payable_amount_minor, cash_payment_amount_minor,
  card_payment_amount_minor, customer_paid_minor, payment_mode, driver_id, driver_name, driver_contact, vehicle_number,
  vehicle_make, vehicle_model, fleet_admin_id, accepted_at, driver_arrive_at, trip_start_at, trip_end_at, paid_at, completed_at,
  cancelled_at, total_trip_time_s, reason, cancelled_by, rating)
select t.id, t.status, 'taxi', t.at, t.at, t.at, r.id, r.name, r.email, r.mobile, c.id, c.name, c.image,
  '${JSON.stringify(tariff)}'::jsonb,
  s.currency, 57.69 + (t.n % 300) * 0.0001, 11.95 + (t.n % 700) * 0.0001, ${pick(streets, 't.luck')} || ' ' || t.luck / 100 % 60 + 1 || ', Göteborg',
  57.70 + (t.n % 500) * 0.0001, 11.96 + (t.n % 400) * 0.0001, ${pick(streets, 't.luck / 10')} || ' ' || t.luck / 7 % 45 + 1 || ', Göteborg',
  t.cost, t.metres, t.seconds, '',
  ${fare},
  t.metres, t.cost, t.fee, t.cost - t.fee, t.discount, t.cost - t.discount,
  case when t.luck / 1000 % 2 = 0 then t.cost - t.discount else 0 end, case when t.luck / 1000 % 2 = 1 then t.cost - t.discount else 0 end,
  t.cost - t.discount, case when t.luck / 1000 % 2 = 0 then 'cash' else 'card' end, d.id, d.name, d.mobile, d.vehicle_number,
  d.vehicle_make, d.vehicle_model, d.fleet_admin_id, t.at + interval '1 min', t.at + interval '6 min', t.at + interval '8 min',
  case when t.status <> ${cancelled} then t.at + interval '8 min' + t.seconds * interval '1 s' end,
  case when t.status <> ${cancelled} then t.at + interval '9 min' + t.seconds * interval '1 s' end,
  case when t.status = ${complete} then t.at + interval '20 min' + t.seconds * interval '1 s' end,
  case when t.status = ${cancelled} then t.at + interval '3 min' end, t.seconds,
  case when t.status = ${cancelled} then 'Changed plans' end, case when t.status = ${cancelled} then 'rider' end,
  case when t.status = ${complete} then 3 + t.n % 3 end
from large_trip t
  join app_user d on d.id = 'LD' || t.d
  join app_user r on r.id = 'LR' || case when t.r % 100 < ${driverPercent} then t.r + ${driverPercent} else t.r end
  cross join large_car c cross join (select coalesce(data->>'code', 'SEK') as currency from setting) s;
insert into booking_search (id, created_at, trip_date, fleet_admin_id, text, customer_phone, driver_phone)
select id, created_at, trip_date, fleet_admin_id, booking_search_text(concat_ws(' ', id, customer_name, driver_name, vehicle_number, pickup_address, drop_address)),
  regexp_replace(customer_contact, '[^0-9]', '', 'g'), regexp_replace(driver_contact, '[^0-9]', '', 'g')
from booking where id like 'L%' and customer_id like 'LR%' order by created_at`

/** The postings of core/ledger's makeTripPostings: what the trip earned, and how it was paid. */
const legs = `
insert into ledger_account (kind, owner_id, currency)
select distinct 'wallet', driver_id, currency from booking where id like 'L%' and customer_id like 'LR%'
union select kind, null, (select coalesce(data->>'code', 'SEK') from setting) from unnest('{fees,trips,promotions,cards,withdrawals,bank}'::text[]) kind
on conflict do nothing;
create temporary table large_posting on commit drop as
select row_number() over (order by t.n, leg.name) + (select coalesce(max(id), 0) from ledger_transaction) as id, t.n, leg.name, b.id as booking,
  b.driver_id, b.currency, b.paid_at, t.cost, t.fee, t.discount, b.payable_amount_minor as payable
from large_trip t join booking b on b.id = t.id
  cross join lateral (values ('credit'), (b.payment_mode)) leg (name)
where t.status <> ${cancelled};
analyze large_posting;
create temporary table large_account on commit drop as
select id, currency, kind || ':' || coalesce(owner_id, '') as key, balance_minor as balance from ledger_account where part = 0;
analyze large_account;
insert into ledger_transaction (id, kind, reference, once, created_at) overriding system value
select id, case name when 'credit' then 'Credit' else 'Debit' end, booking, 'trip:' || booking || ':' || name, paid_at from large_posting;
select setval(pg_get_serial_sequence('ledger_transaction', 'id'), (select max(id) from ledger_transaction));
create temporary table large_leg on commit drop as
select p.id, a.id as account, leg.amount
from large_posting p
  cross join lateral (values
    ('wallet:' || p.driver_id, case p.name when 'credit' then p.cost - p.fee when 'cash' then -p.payable else 0 end),
    ('fees:', case p.name when 'credit' then p.fee else 0 end),
    ('promotions:', case p.name when 'credit' then -p.discount else 0 end),
    ('trips:', case p.name when 'credit' then -(p.cost - p.discount) else p.payable end),
    ('cards:', case p.name when 'card' then -p.payable else 0 end)) leg (key, amount)
  join large_account a on a.key = leg.key and a.currency = p.currency
where leg.amount <> 0;
analyze large_leg`

const entries = `
insert into ledger_entry (transaction_id, seq, account_id, amount_minor, balance_after_minor)
select l.id, row_number() over (partition by l.id order by l.account), l.account, l.amount,
  a.balance + sum(l.amount) over (partition by l.account order by l.id)
from large_leg l join large_account a on a.id = l.account;
update ledger_account a set balance_minor = balance_minor + s.amount
from (select account, sum(amount) as amount from large_leg group by account) s where s.account = a.id;
analyze ledger_transaction, ledger_entry;
insert into wallet_month (account_id, month, word, amount_minor, lines, first_transaction, last_transaction)
select account_id, month, word, amount_minor, lines, first_transaction, last_transaction from wallet_month_posted()
on conflict (account_id, month, word) do update set amount_minor = excluded.amount_minor, lines = excluded.lines,
  first_transaction = excluded.first_transaction, last_transaction = excluded.last_transaction`

const proof = `
select (select coalesce(sum(amount_minor), 0) from ledger_entry) as sum,
  (select count(*) from ledger_account a
    left join (select account_id, sum(amount_minor) as posted from ledger_entry group by 1) e on e.account_id = a.id
    where a.balance_minor <> coalesce(e.posted, 0)) as wrong,
  (select count(*) from (select from ledger_entry group by transaction_id having sum(amount_minor) <> 0 or count(*) < 2) odd) as odd`

const tables = [
  'booking',
  'booking_search',
  'ledger_account',
  'ledger_transaction',
  'ledger_entry',
  'payment',
  'withdraw',
  'campaign',
  'audit_entry',
  'audit_head',
]

const switchTriggers = async (client: PoolClient, how: 'enable' | 'disable'): Promise<void> => {
  for (const table of tables) await client.query(`alter table ${table} ${how} trigger user`)
}

/** The indexes that hold no rule; building them afterwards is many times faster than growing them. */
const takeIndexes = async (client: PoolClient): Promise<() => Promise<void>> => {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
     from pg_index i where i.indrelid::regclass::text = any ($1) and not i.indisunique`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { made } of rows) await client.query(made)
  }
}

const insertCity = async (client: PoolClient, size: Size, say: (line: string) => void): Promise<void> => {
  const { rows: present } = await client.query(`select from app_user where id like 'LF%' limit 1`)
  if (present.length > 0) throw new Error('There is a large city in this database already.')
  await switchTriggers(client, 'disable')
  const build = await takeIndexes(client)
  say(`${size.users.toLocaleString('en')} people ...`)
  await client.query(people(size))
  await client.query(signUps, [await hash(randomUUID())])
  say(`${size.bookings.toLocaleString('en')} bookings ...`)
  await client.query('analyze app_user')
  await client.query(bookings(size))
  say('the ledger ...')
  await client.query('analyze booking')
  await client.query(legs)
  await client.query(withdraws)
  await client.query(entries)
  await client.query(payments)
  for (const rest of [campaigns, log]) await client.query(rest)
  say('the indexes ...')
  await build()
  await switchTriggers(client, 'enable')
  await client.query(insertWaitingBookings(size.waiting ?? 60))
  const { rows } = await client.query<{ sum: bigint; wrong: bigint; odd: bigint }>(proof)
  const [books] = rows
  if (!books || Number(books.sum) !== 0 || Number(books.wrong) !== 0 || Number(books.odd) !== 0)
    throw new Error('The books do not balance: nothing was laid.')
  say('The books balance.')
}

/** Whole or not at all. The database's user must own the tables. */
export const seedLarge = async (pool: Pool, size: Size, say: (line: string) => void): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `set local statement_timeout = 0; set local lock_timeout = '10s'; set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'`,
    )
    await insertCity(client, size, say)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await pool.query('analyze')
}
