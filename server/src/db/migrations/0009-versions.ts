import { sql, type Kysely } from 'kysely'

/** Each edit by a person adds one: who saves names the version that he read. */
const versions = ['app_user', 'car_type', 'promo', 'language', 'setting'].map(
  (table) => `alter table ${table} add column version integer not null default 1;`,
)

const lists = `
-- The reasons for cancelling are saved as a whole, and so is their version.
create table cancel_reason_list (
  id smallint primary key default 1 check (id = 1),
  version integer not null default 1
);
insert into cancel_reason_list default values;
`

const removals = `
-- What is removed can be put back as it was; its name is free meanwhile.
alter table car_type add column removed_at timestamptz;
alter table car_type drop constraint car_type_name_key;
create unique index car_type_name_key on car_type (name) where removed_at is null;
alter table promo drop constraint promo_name_key;
update promo set name = left(name, position('#' in name) - 1) where removed_at is not null and name like '%#%';
create unique index promo_name_key on promo (name) where removed_at is null;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [...versions, lists, removals]) await sql.raw(part).execute(db)
}
