import { sql, type Kysely } from 'kysely'

const names = `
-- The names of withdrawals, each once: few where withdrawals are many. Which of them a text means, and how many rows they have, is
-- read here; the rows of a name lie in every order on offer.
create table withdraw_payee (
  name text primary key,
  withdraws integer not null
) with (fillfactor = 70);
-- What waits to be paid out, in parts as the operator's accounts are: each connection moves its own, and none waits for another.
create table withdraw_due (
  currency text not null,
  part smallint not null,
  withdraws integer not null,
  amount_minor bigint not null,
  primary key (currency, part)
) with (fillfactor = 70);

lock table withdraw in share row exclusive mode;
insert into withdraw_payee (name, withdraws) select name, count(*) from withdraw group by name;
insert into withdraw_due (currency, part, withdraws, amount_minor)
select currency, 0, count(*), sum(amount_minor) from withdraw where not processed and ended_as is null group by currency;
create index withdraw_payee_words on withdraw_payee using gin (name gin_trgm_ops);

create function withdraw_count_payee() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update withdraw_payee set withdraws = withdraws - 1 where name = old.name;
    delete from withdraw_payee where name = old.name and withdraws = 0;
  end if;
  if tg_op <> 'DELETE' then
    insert into withdraw_payee (name, withdraws) values (new.name, 1)
    on conflict (name) do update set withdraws = withdraw_payee.withdraws + 1;
  end if;
  return null;
end $$;
create trigger withdraw_counts_payee after insert or delete or update of name on withdraw
  for each row execute function withdraw_count_payee();

create function withdraw_move_due(moved withdraw, times integer) returns void language sql as $$
  insert into withdraw_due (currency, part, withdraws, amount_minor)
  select moved.currency, connection_part(), times, times * moved.amount_minor where not moved.processed and moved.ended_as is null
  on conflict (currency, part) do update
    set withdraws = withdraw_due.withdraws + excluded.withdraws, amount_minor = withdraw_due.amount_minor + excluded.amount_minor
$$;
create function withdraw_sum_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform withdraw_move_due(old, -1); end if;
  if tg_op <> 'DELETE' then perform withdraw_move_due(new, 1); end if;
  return null;
end $$;
create trigger withdraw_sums_due after insert or delete or update of processed, ended_as, amount_minor, currency on withdraw
  for each row execute function withdraw_sum_due();
`

// A name's rows by date and by amount; by their ids they lie already.
const orders = `
create index withdraw_name_created on withdraw (name, created_at, id);
create index withdraw_name_amount on withdraw (name, amount_minor, id);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [names, orders]) await sql.raw(part).execute(db)
}
