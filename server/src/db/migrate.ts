// Promise: the schema is that of this version when it returns, one process at a time, and never goes back.
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { Migration } from 'kysely'
import type { Pool } from 'pg'
import type { Log } from '../deps.ts'
import { makeStartError } from '../process.ts'
import * as init from './migrations/0001-init.ts'
import * as accounts from './migrations/0002-accounts.ts'
import * as bookings from './migrations/0003-bookings.ts'
import * as push from './migrations/0004-push.ts'
import * as desk from './migrations/0005-desk.ts'
import * as payments from './migrations/0006-payments.ts'
import * as reports from './migrations/0007-reports.ts'
import * as books from './migrations/0008-books.ts'
import * as versions from './migrations/0009-versions.ts'
import * as people from './migrations/0010-people.ts'
import * as audit from './migrations/0011-audit.ts'
import * as campaigns from './migrations/0012-campaigns.ts'
import * as languages from './migrations/0013-languages.ts'
import * as money from './migrations/0014-money.ts'
import * as dashboard from './migrations/0015-dashboard.ts'
import * as statements from './migrations/0016-statements.ts'
import * as lists from './migrations/0017-lists.ts'

// Listed by hand: a name is never changed and nothing is ever put before the last.
const migrations: Record<string, Migration> = {
  '0001-init': init,
  '0002-accounts': accounts,
  '0003-bookings': bookings,
  '0004-push': push,
  '0005-desk': desk,
  '0006-payments': payments,
  '0007-reports': reports,
  '0008-books': books,
  '0009-versions': versions,
  '0010-people': people,
  '0011-audit': audit,
  '0012-campaigns': campaigns,
  '0013-languages': languages,
  '0014-money': money,
  '0015-dashboard': dashboard,
  '0016-statements': statements,
  '0017-lists': lists,
}

const quiet = new Logger(() => () => {})

const cures: Record<string, string> = {
  '42501': 'Make the user of DATABASE_URL the owner of the database.',
  '58P01': "Install PostgreSQL's contrib package on the database's machine: it brings pg_trgm.",
  '0A000': "Install PostgreSQL's contrib package on the database's machine: it brings pg_trgm.",
}

/** What the operator of an outside database can mend becomes one sentence. */
const explain = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (error.message.startsWith('corrupted migrations'))
    return makeStartError(
      'The database is of a newer Wayfare than this one: start the newer version, or restore a backup.',
      error,
    )
  const cure = 'code' in error ? cures[String(error.code)] : undefined
  return cure ? makeStartError(`The database cannot be set up: ${error.message}. ${cure}`, error) : error
}

/** Runs what is missing of our migrations and the job queue's own. */
export const migrate = async (pool: Pool, log: Log): Promise<void> => {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  for (const { migrationName, status } of results) log.info({ migration: migrationName, status }, 'migration')
  if (error) throw explain(error)
  await runMigrations({ pgPool: pool, logger: quiet }).catch((failure: unknown) => {
    throw explain(failure)
  })
}
