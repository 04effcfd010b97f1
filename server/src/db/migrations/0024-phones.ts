import { parseFullMobile } from '@wayfare/core/phones'
import { sql, type Kysely } from 'kysely'

const faults = `
-- wrong: no phone has that number; taken: in its one spelling it is another person's. The desk mends both
alter table app_user add column mobile_fault text check (mobile_fault in ('wrong', 'taken'));
create index app_user_mobile_fault on app_user (user_type) where mobile_fault is not null;

create function app_user_forget_mobile_fault() returns trigger language plpgsql as $$
begin
  new.mobile_fault := null;
  return new;
end $$;
create trigger app_user_forget_mobile_fault before update of mobile on app_user
  for each row when (new.mobile is distinct from old.mobile) execute function app_user_forget_mobile_fault();
`

const atOnce = 5000

type Row = { id: string; mobile: string }

/** Whoever had it in another spelling first keeps it; nobody is merged with anybody. */
const respell = async (db: Kysely<unknown>, { id, mobile }: Row): Promise<void> => {
  const stored = parseFullMobile(mobile)
  if (stored === mobile) return
  const free = sql`not exists (select 1 from app_user where mobile = ${stored})`
  const done = stored && (await sql`update app_user set mobile = ${stored} where id = ${id} and ${free}`.execute(db))
  if (done && done.numAffectedRows === 1n) return
  await sql`update app_user set mobile_fault = ${stored ? 'taken' : 'wrong'} where id = ${id}`.execute(db)
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(faults).execute(db)
  let last = ''
  for (;;) {
    const some = sql<Row>`select id, mobile from app_user where mobile is not null and id > ${last} order by id limit ${atOnce}`
    const { rows } = await some.execute(db)
    for (const row of rows) await respell(db, row)
    if (rows.length < atOnce) return
    last = rows.at(-1)?.id ?? ''
  }
}
