// Cities of any size for the bench, laid once by `seedDatabase:large` and kept until the schema or the seed changes.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimDataDir } from '@wayfare/server/db/embedded-claim'
import { startEmbedded } from '@wayfare/server/db/embedded'
import { migrateDatabase } from '@wayfare/server/db/migrate'
import { seedDatabase } from '@wayfare/server/db/seed'
import { seedLarge, type Size } from '@wayfare/server/db/seed-large'
import { countAllEarnings } from '@wayfare/server/features/reports/commands'
import { readSettings } from '@wayfare/server/features/settings/queries'
import { Client } from 'pg'
import { cacheDir } from './city.ts'
import { connectDatabase, getDatabaseUrl, quietLog, runSql } from './database.ts'
import { rememberStop } from './leftovers.ts'

const sourceDir = fileURLToPath(new URL('../../server/src/db/', import.meta.url))

/** What the rows are made by: another seed or another schema makes other rows. */
const sourceHash = (): string => {
  const migrations = readdirSync(join(sourceDir, 'migrations')).map((name) => join('migrations', name))
  const seeds = readdirSync(sourceDir).filter((name) => name.startsWith('seed') && !name.includes('.test.'))
  const hash = createHash('sha256')
  for (const name of [...migrations, ...seeds].toSorted()) hash.update(readFileSync(join(sourceDir, name)))
  return hash.digest('hex').slice(0, 16)
}

const lay = async (url: string, size: Size): Promise<void> => {
  const database = await connectDatabase(url)
  await migrateDatabase(database.directPool, quietLog)
  await seedDatabase(database.db, { demo: false })
  await seedLarge(database.directPool, size, () => {})
  const { timeZone } = await readSettings(database.db)
  await database.db.transaction().execute((tx) => countAllEarnings(tx, timeZone))
  await database.directPool.query('vacuum analyze')
  await database.close()
}

const stampOf = async (adminUrl: string, name: string): Promise<string | null> => {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ stamp: string | null }>(
      `select shobj_description(oid, 'pg_database') as stamp from pg_database where datname = $1`,
      [name],
    )
    return rows[0]?.stamp ?? null
  } finally {
    await client.end()
  }
}

/** Starts a PostgreSQL that keeps its cities for the next run; gives what lays one of a size, and tells its address. */
export const startCities = async (): Promise<(size: Size) => Promise<string>> => {
  const dataDir = join(cacheDir, 'cities')
  mkdirSync(dataDir, { recursive: true })
  const claim = claimDataDir(dataDir)
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  rememberStop(async () => {
    await postgres.stop()
    claim.release()
  })
  return async (size) => {
    const name = `city_${size.bookings}`
    const stamp = `${sourceHash()} ${size.bookings} ${size.users}`
    const at = getDatabaseUrl(postgres.url, name)
    if ((await stampOf(postgres.url, name)) === stamp) return at
    console.log(`Laying ${size.bookings.toLocaleString('en')} bookings of ${size.users.toLocaleString('en')} people ...`)
    await runSql(postgres.url, `drop database if exists ${name} with (force)`, `create database ${name}`)
    await lay(at, size)
    await runSql(postgres.url, `comment on database ${name} is '${stamp}'`)
    return at
  }
}
