import { sql, type Kysely } from 'kysely'

const tips = `
-- What a rider gives the driver beside the fare, once a trip.
alter table booking
  add column tip_minor bigint not null default 0,
  add column tipped_at timestamptz,
  add column tip_paid_by text check (tip_paid_by in ('wallet','card')),
  add constraint booking_tip check (
    tip_minor >= 0 and (tip_minor = 0) = (tipped_at is null) and (tipped_at is null) = (tip_paid_by is null)
    and (tip_minor = 0 or (status in ('PAID','COMPLETE') and driver_id is not null)));
create index booking_tipped on booking (driver_id, tipped_at) where tipped_at is not null;

alter table earning_day add column tips_minor bigint not null default 0;
alter table earning_month add column tips_minor bigint not null default 0;

alter table payment drop constraint payment_purpose_check;
alter table payment add constraint payment_purpose_check check (purpose in ('booking','topUp','claim','tip'));

alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('wallet','hold','fees','trips','tips','promotions','cards','cashbox','withdrawals','bank','refunds','providerFees'));
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(tips).execute(db)
}
