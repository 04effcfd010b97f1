// Promise: while a backup or an export is written, the files that its rows name stay, also where the rows are gone by now.
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from '../deps.ts'

/** Any number of our own, which nothing else of this database is locked by. */
const copying = 4_707_002

/** To be taken before the rows are read: what is erased while nobody copies has no row by then. */
export const withFilesKept = async <T>(client: ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('select pg_advisory_lock_shared($1)', [copying])
  try {
    return await work()
  } finally {
    // a connection that broke has let go of it by itself
    await client.query('select pg_advisory_unlock_shared($1)', [copying]).catch(() => {})
  }
}

/** Whether somebody copies files now, in whichever process. */
export const areFilesCopied = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
    and classid = 0 and objid = ${copying}
    and database = (select oid from pg_database where datname = current_database()) limit 1`.execute(db)
  return rows.length > 0
}
