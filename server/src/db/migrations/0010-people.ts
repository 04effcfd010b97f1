import { sql, type Kysely } from 'kysely'

const people = `
alter table app_user add column invited_at timestamptz;
-- What a search looks through: names, the plate with and without its gaps, the referral id.
alter table app_user add column words text generated always as (booking_search_text(
  first_name || ' ' || last_name || ' ' || coalesce(vehicle_number, '') || ' '
  || translate(coalesce(vehicle_number, ''), ' -', '') || ' ' || coalesce(referral_id, ''))) stored;
create index app_user_search on app_user using gin (words gin_trgm_ops, email gin_trgm_ops, mobile gin_trgm_ops)
  where removed_at is null;
`

/** One for each order on offer; approval and who made the account come with the usual order, for they are filters, too. */
const orders = ['created_at', 'first_name', 'last_name', 'email', 'approved, created_at', 'created_by_admin, created_at'].map(
  (columns) =>
    `create index app_user_by_${columns.split(',')[0]} on app_user (user_type, ${columns}, id) where removed_at is null;`,
)

const fleets = `
-- Who waits for approval, and whom the desk added, differs by role.
create statistics app_user_kinds (mcv) on user_type, approved, created_by_admin from app_user;
drop index app_user_type;
drop index app_user_fleet;
create index app_user_fleet on app_user (fleet_admin_id, created_at, id) where fleet_admin_id is not null;
-- Whom somebody brought.
create index app_user_referrer on app_user (signup_via_referral) where signup_via_referral is not null;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [people, ...orders, fleets]) await sql.raw(part).execute(db)
}
