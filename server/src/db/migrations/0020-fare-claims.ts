import { sql, type Kysely } from 'kysely'

const claims = `
-- What a trip was measured to cost far beyond its promise: beside the ten statuses, decided under the booking's own lock.
alter table booking
  add column claim_state text check (claim_state in ('open','granted','refused','lapsed')),
  -- the whole of it, the platform's fee in it, and what the promo takes off it
  add column claim_amount_minor bigint not null default 0,
  add column claim_fees_minor bigint not null default 0,
  add column claim_discount_minor bigint not null default 0,
  add column claim_opened_at timestamptz,
  add column claim_lapses_at timestamptz,
  add column claim_decided_at timestamptz,
  add column claim_reason text,
  add column claim_paid_at timestamptz,
  add column claim_paid_by text check (claim_paid_by in ('wallet','card')),
  -- wrong codes said at the pickup
  add column otp_tries integer not null default 0 check (otp_tries >= 0),
  add constraint booking_claim check (
    (claim_state is null) = (claim_amount_minor = 0) and (claim_state is null) = (claim_opened_at is null)
    and (claim_state is null) = (claim_lapses_at is null)
    and claim_amount_minor >= 0 and claim_fees_minor between 0 and claim_amount_minor
    and claim_discount_minor between 0 and claim_amount_minor
    and (claim_decided_at is null) = (claim_state is null or claim_state = 'open')),
  add constraint booking_claim_paid check (
    (claim_paid_at is null) = (claim_paid_by is null)
    and (claim_paid_at is null or (claim_state = 'granted' and status in ('PAID','COMPLETE'))));
create index booking_claim_open on booking (claim_opened_at) where claim_state = 'open';
create index booking_claim_owed on booking (customer_id) where claim_state = 'granted' and claim_paid_at is null;
create index booking_claim_paid on booking (driver_id, claim_paid_at) where claim_paid_at is not null;

alter table booking_change drop constraint booking_change_kind_check;
alter table booking_change add constraint booking_change_kind_check check (kind in (
  'assigned','reassigned','dateChanged','priceChanged',
  'claimOpened','claimGranted','claimRefused','claimLapsed','claimPaid','codeLocked'));

alter table payment drop constraint payment_purpose_check;
alter table payment add constraint payment_purpose_check check (purpose in ('booking','topUp','claim'));
alter table payment drop constraint payment_purpose;
alter table payment add constraint payment_purpose check ((purpose = 'topUp') = (booking_id is null));
-- the trip and its claim are two things to pay
drop index payment_counted_once;
create unique index payment_counted_once on payment (booking_id, purpose) where settled_as = 'booking';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(claims).execute(db)
}
