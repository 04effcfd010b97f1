import { sql, type Kysely } from 'kysely'

const statements = `
-- What each wallet moved in a month of UTC and in how many lines of a statement, by the first word of the postings' names, kept
-- with every entry: the statements of many drivers read no entries but those between the month of UTC and that of the city.
-- Locked after its account, by whoever holds that.
create table wallet_month (
  account_id bigint not null references ledger_account(id),
  month date not null,
  word text not null,
  amount_minor bigint not null,
  lines integer not null,
  primary key (account_id, month, word)
) with (fillfactor = 70);

-- What it must hold, out of the entries.
create function wallet_month_posted() returns table (account_id bigint, month date, word text, amount_minor bigint, lines integer)
language sql stable as $$
select account_id, month, word, sum(amount_minor)::bigint, (count(*) filter (where begins))::integer
from (
  select e.account_id, e.amount_minor, date_trunc('month', t.created_at at time zone 'UTC')::date as month, n.word,
    n.word <> 'trip' or t.id = min(t.id) over (partition by e.account_id, n.word, t.reference collate "C") as begins
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
    cross join lateral (select split_part(t.once, ':', 1) as word) n
  where a.kind = 'wallet'
) entry group by account_id, month, word
$$;

insert into wallet_month (account_id, month, word, amount_minor, lines)
select account_id, month, word, amount_minor, lines from wallet_month_posted();

-- The lines that a posting adds to the statement of a wallet it moved: a trip is one, with the first of its postings.
create function wallet_lines(account bigint, posting ledger_transaction) returns integer language sql stable as $$
  select case when split_part(posting.once, ':', 1) = 'trip' and exists (
    select from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account_id = account
    where t.reference = posting.reference and t.id < posting.id and split_part(t.once, ':', 1) = 'trip') then 0 else 1 end
$$;

create function wallet_sum_month() returns trigger language plpgsql as $$
begin
  insert into wallet_month (account_id, month, word, amount_minor, lines)
  select a.id, date_trunc('month', t.created_at at time zone 'UTC')::date, split_part(t.once, ':', 1), new.amount_minor,
    wallet_lines(a.id, t)
  from ledger_account a, ledger_transaction t
  where a.id = new.account_id and a.kind = 'wallet' and t.id = new.transaction_id
  on conflict (account_id, month, word) do update
    set amount_minor = wallet_month.amount_minor + excluded.amount_minor, lines = wallet_month.lines + excluded.lines;
  return null;
end $$;
create trigger ledger_entry_sums_month after insert on ledger_entry for each row execute function wallet_sum_month();

-- Statements are of all who ever drove, also of those who were removed.
create index app_user_drivers on app_user (name, id) where user_type = 'driver';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db)
}
