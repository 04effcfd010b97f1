import { sql, type Kysely } from 'kysely'

const deskAddresses = `
-- An address that the desk gave to somebody who has a way in already. Until that person has said that it is theirs, its mailbox sets
-- no password: a slip of the desk would give the account to whoever reads the mail there.
alter table app_user add column email_by_desk boolean not null default false;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(deskAddresses).execute(db)
}
