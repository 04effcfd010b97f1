import { sql, type Kysely } from 'kysely'

// Of a thousand payments a few have a problem: the list of them reads no other. As payments/queries-admin asks for them.
const problems = `
drop index payment_problem;
create index payment_problem on payment (created_at desc, id desc)
  where problem is not null or coalesce(dispute in ('inquiry', 'open'), false);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(problems).execute(db)
}
