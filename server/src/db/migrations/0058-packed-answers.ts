import { sql, type Kysely } from 'kysely'

const packed = `
-- An answer as packed JSON (RFC 1951). Those from before stand in body until they are forgotten, two days later.
alter table idempotency_key add column packed bytea;
-- it is packed already
alter table idempotency_key alter column packed set storage external;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(packed).execute(db)
}
