// Promise: the schema is that of this version when it returns, one process at a time, and never goes back.
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Log } from '../deps.ts'
import { getErrorCode, makeStartError } from '../process.ts'
import { checkFrozen, readApplied, storeChecksums, type Migrations } from './frozen.ts'
import { runInTurn, usualWaits, type TurnLimits } from './migration-turn.ts'
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
import * as workers from './migrations/0018-workers.ts'
import * as driven from './migrations/0019-driven.ts'
import * as fareClaims from './migrations/0020-fare-claims.ts'
import * as onceOnly from './migrations/0021-once-only.ts'
import * as reversals from './migrations/0022-reversals.ts'
import * as returns from './migrations/0023-returns.ts'
import * as phones from './migrations/0024-phones.ts'
import * as memberships from './migrations/0025-memberships.ts'
import * as disputeFees from './migrations/0026-dispute-fees.ts'
import * as blocked from './migrations/0027-blocked.ts'
import * as erasedBefore from './migrations/0028-erased-before.ts'
import * as placeWords from './migrations/0029-place-words.ts'
import * as matched from './migrations/0030-matched.ts'
import * as headings from './migrations/0032-headings.ts'
import * as placeEditions from './migrations/0033-place-editions.ts'
import * as ownPlaces from './migrations/0037-own-places.ts'
import * as namesInMemory from './migrations/0039-names-in-memory.ts'
import * as tripShares from './migrations/0040-trip-shares.ts'
import * as demoHistory from './migrations/0042-demo-history.ts'
import * as withdrawnOffers from './migrations/0043-withdrawn-offers.ts'
import * as tips from './migrations/0044-tips.ts'
import * as secretCheck from './migrations/0045-secret-check.ts'
import * as retention from './migrations/0046-retention.ts'
import * as accountParts from './migrations/0047-account-parts.ts'
import * as searchInTime from './migrations/0049-search-in-time.ts'
import * as paymentProblems from './migrations/0050-payment-problems.ts'
import * as statementPlaces from './migrations/0052-statement-places.ts'
import * as servedCity from './migrations/0053-served-city.ts'
import * as withdrawNames from './migrations/0054-withdraw-names.ts'
import * as speeds from './migrations/0055-speeds.ts'
import * as peopleByWords from './migrations/0056-people-by-words.ts'
import * as bookedAhead from './migrations/0057-booked-ahead.ts'
import * as packedAnswers from './migrations/0058-packed-answers.ts'
import * as panicDrivers from './migrations/0064-panic-drivers.ts'
import * as arabicWords from './migrations/0065-arabic-words.ts'
import * as greekWords from './migrations/0066-greek-words.ts'
import * as cancelFees from './migrations/0068-cancel-fees.ts'
import * as deskAddresses from './migrations/0070-desk-addresses.ts'

/** Listed by hand. What has landed is frozen: neither a name nor the SQL is ever changed (migrations/checksums.txt holds it). */
export const migrations: Migrations = {
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
  '0018-workers': workers,
  '0019-driven': driven,
  '0020-fare-claims': fareClaims,
  '0021-once-only': onceOnly,
  '0022-reversals': reversals,
  '0023-returns': returns,
  '0024-phones': phones,
  '0025-memberships': memberships,
  '0026-dispute-fees': disputeFees,
  '0027-blocked': blocked,
  '0028-erased-before': erasedBefore,
  '0029-place-words': placeWords,
  '0030-matched': matched,
  '0032-headings': headings,
  '0033-place-editions': placeEditions,
  '0037-own-places': ownPlaces,
  '0039-names-in-memory': namesInMemory,
  '0040-trip-shares': tripShares,
  '0042-demo-history': demoHistory,
  '0043-withdrawn-offers': withdrawnOffers,
  '0044-tips': tips,
  '0045-secret-check': secretCheck,
  '0046-retention': retention,
  '0047-account-parts': accountParts,
  '0049-search-in-time': searchInTime,
  '0050-payment-problems': paymentProblems,
  '0052-statement-places': statementPlaces,
  '0053-served-city': servedCity,
  '0054-withdraw-names': withdrawNames,
  '0055-speeds': speeds,
  '0056-people-by-words': peopleByWords,
  '0057-booked-ahead': bookedAhead,
  '0058-packed-answers': packedAnswers,
  '0064-panic-drivers': panicDrivers,
  '0065-arabic-words': arabicWords,
  '0066-greek-words': greekWords,
  '0068-cancel-fees': cancelFees,
  '0070-desk-addresses': deskAddresses,
}

const quiet = new Logger(() => () => {})

const cures: Record<string, string> = {
  '42501': 'Make the user of DATABASE_URL the owner of the database.',
  '58P01': "Install PostgreSQL's contrib package on the database's machine: it brings pg_trgm.",
  '0A000': "Install PostgreSQL's contrib package on the database's machine: it brings pg_trgm.",
}

/** What the operator of an outside database can mend becomes one sentence. */
const explain = (error: unknown): unknown => {
  const cure = cures[getErrorCode(error)]
  if (!(error instanceof Error) || !cure) return error
  return makeStartError(`The database cannot be set up: ${error.message}. ${cure}`, error)
}

const run = async (pool: Pool, client: ClientBase, log: Log): Promise<void> => {
  await checkFrozen(client, migrations)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  // numbers are given out before the work, so one may land after a higher one: what is missing runs, wherever it stands
  const provider = { getMigrations: async () => migrations }
  const { error, results = [] } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  for (const { migrationName, status } of results) log.info({ migration: migrationName, status }, 'migration')
  if (error) throw error
  await storeChecksums(client, migrations, log)
  await migrateQueue(pool)
}

// The library's own function without its NOTIFY: transactions that notify commit one after the other, each waiting for the disk.
const addLaterJobs = `
do $do$
declare source text := pg_get_functiondef('graphile_worker.add_jobs(graphile_worker.job_spec[], boolean)'::regprocedure);
begin
  execute replace(regexp_replace(source, 'perform pg_notify\\([^;]*;', '', 'i'), 'graphile_worker.add_jobs(', 'graphile_worker.add_later_jobs(');
end $do$`

/** The job queue's own schema, and beside its functions one that adds jobs which nobody need be woken for. */
export const migrateQueue = async (pool: Pool): Promise<void> => {
  await runMigrations({ pgPool: pool, logger: quiet })
  await pool.query(addLaterJobs)
}

/** Whether a version before this one has made the schema: servers of it must not go on beside a migration. */
export const isOutdated = async (pool: Pool): Promise<boolean> => {
  const client = await pool.connect()
  try {
    const done = await readApplied(client)
    return done.length > 0 && Object.keys(migrations).some((name) => !done.includes(name))
  } finally {
    client.release()
  }
}

/** Runs what is missing of our migrations and the job queue's own. Of several processes one after the other. */
export const migrateDatabase = async (pool: Pool, log: Log, waits: TurnLimits = usualWaits): Promise<void> => {
  try {
    await runInTurn(pool, log, (own, client) => run(own, client, log), waits)
  } catch (error) {
    throw explain(error)
  }
}
