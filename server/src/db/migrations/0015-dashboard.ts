import { sql, type Kysely } from 'kysely'

const dashboard = `
-- Payments and refunds that need an admin are few, and counted all day.
create index payment_problem on payment (created_at desc, id desc) where problem is not null;
create index refund_failed on refund (payment_id) where state = 'failed';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(dashboard).execute(db)
}
