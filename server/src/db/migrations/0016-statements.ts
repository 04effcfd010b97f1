import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
-- What each wallet moved in a month of UTC, kept with every entry: the statements of many drivers in an old month need not read all
-- that moved since. Locked after its account, by whoever holds that.
create table wallet_month (
  account_id bigint not null references ledger_account(id),
  month date not null,
  amount_minor bigint not null,
  primary key (account_id, month)
) with (fillfactor = 70);

insert into wallet_month (account_id, month, amount_minor)
select a.id, date_trunc('month', t.created_at at time zone 'UTC')::date, sum(e.amount_minor)
from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
where a.kind = 'wallet' group by 1, 2;

create function wallet_sum_month() returns trigger language plpgsql as $$
begin
  insert into wallet_month (account_id, month, amount_minor)
  select a.id, date_trunc('month', t.created_at at time zone 'UTC')::date, new.amount_minor
  from ledger_account a, ledger_transaction t
  where a.id = new.account_id and a.kind = 'wallet' and t.id = new.transaction_id
  on conflict (account_id, month) do update set amount_minor = wallet_month.amount_minor + excluded.amount_minor;
  return null;
end $$;
create trigger ledger_entry_sums_month after insert on ledger_entry for each row execute function wallet_sum_month();
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db)
}
