import { sql, type Kysely } from 'kysely'

const places = `
-- Where in the ledger a wallet's month lies: a statement reads the postings between the two, and none of other wallets or years.
-- Numbers and moments need not be in the same order: what of another month lies between is left out by its moment.
lock table ledger_entry in share row exclusive mode;
alter table wallet_month add column first_transaction bigint, add column last_transaction bigint;
drop function wallet_month_posted();
create function wallet_month_posted() returns table (account_id bigint, month date, word text, amount_minor bigint, lines integer,
  first_transaction bigint, last_transaction bigint)
language sql stable as $$
select account_id, month, word, sum(amount_minor)::bigint, (count(*) filter (where begins))::integer, min(id), max(id)
from (
  select e.account_id, e.amount_minor, t.id, date_trunc('month', t.created_at at time zone 'UTC')::date as month, n.word,
    n.word <> 'trip' or t.id = min(t.id) over (partition by e.account_id, n.word, t.reference collate "C") as begins
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
    cross join lateral (select split_part(t.once, ':', 1) as word) n
  where a.kind = 'wallet'
) entry group by account_id, month, word
$$;
update wallet_month m set first_transaction = p.first_transaction, last_transaction = p.last_transaction
from wallet_month_posted() p where (p.account_id, p.month, p.word) = (m.account_id, m.month, m.word);
-- a row that no entry stands behind is for the proof of the books to tell
update wallet_month set first_transaction = 0, last_transaction = 0 where first_transaction is null;
alter table wallet_month alter column first_transaction set not null, alter column last_transaction set not null;

create or replace function wallet_sum_month() returns trigger language plpgsql as $$
begin
  insert into wallet_month (account_id, month, word, amount_minor, lines, first_transaction, last_transaction)
  select a.id, date_trunc('month', t.created_at at time zone 'UTC')::date, split_part(t.once, ':', 1), new.amount_minor,
    wallet_lines(a.id, t), t.id, t.id
  from ledger_account a, ledger_transaction t
  where a.id = new.account_id and a.kind = 'wallet' and t.id = new.transaction_id
  on conflict (account_id, month, word) do update
    set amount_minor = wallet_month.amount_minor + excluded.amount_minor, lines = wallet_month.lines + excluded.lines,
      first_transaction = least(wallet_month.first_transaction, excluded.first_transaction),
      last_transaction = greatest(wallet_month.last_transaction, excluded.last_transaction);
  return null;
end $$;

-- The statements of all drivers read some months of all wallets.
create index wallet_month_month on wallet_month (month);
-- Payments with trouble are counted by their kind, and none of them is read.
create index payment_trouble on payment (problem) where problem is not null;
-- A part of a plate, among the months of all drivers.
create index earning_month_vehicle on earning_month using gin (vehicle_number gin_trgm_ops);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(places).execute(db)
}
