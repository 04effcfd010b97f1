import { sql, type Kysely } from 'kysely'

const money = `
-- A provider may name notices of its sandbox and of its live mode alike: they are two. Rows from before were of whichever mode
-- their payment has.
alter table payment_event
  add column mode text not null default 'sandbox' check (mode in ('sandbox','live')),
  -- what a notice about no payment of ours was about, in the provider's words: taken up once a payment has this name
  add column about text;
update payment_event e set mode = p.mode from payment p where p.id = e.payment_id and p.mode <> e.mode;
alter table payment_event alter column mode drop default;
alter table payment_event drop constraint payment_event_pkey;
alter table payment_event add primary key (provider, mode, event_id);
create index payment_event_about on payment_event (provider, mode, about) where problem = 'unknown_notice';

-- An earlier request for this refund may have arrived though no answer did: a later no is not the whole truth.
alter table refund add column unsure boolean not null default false;
update refund set unsure = true where state = 'pending' and problem = 'provider_unavailable';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(money).execute(db)
}
