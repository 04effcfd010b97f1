// Every release's database, kept as one file, comes to today and is served. `npm run export-release` makes the file of a new release.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { listPeople } from '@wayfare/contract/people'
import { signIn } from '@wayfare/contract/sign-in'
import { proveAudit } from '@wayfare/contract/audit'
import { listBookings } from '@wayfare/contract/bookings'
import { getStatement } from '@wayfare/contract/reports-statements'
import { proveBooks } from '@wayfare/contract/wallet-books'
import type { Pool, PoolClient } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { migrateDatabase, migrations } from '../src/db/migrate.ts'
import { openPool } from '../src/db/open.ts'
import { compareSchemas, readSchema } from '../src/db/schema.ts'
import { demoPassword } from '../src/db/seed-people.ts'
import { cloneDatabase, emptyDatabase } from './database.ts'
import { fillTown } from './full-town.ts'
import { startApp } from './harness.ts'
import type { TestUser } from './make.ts'
import { findBreaches } from './random/invariants.ts'
import { countRows, exportRelease, importRelease, readRelease } from './release-file.ts'

const folder = new URL('releases/', import.meta.url)
const mostBytes = 1_000_000
// the jobs that wait are not in the file: the queue's tables are its own
const ofTheQueue = ['what is paid completes by itself', 'what is unpaid runs out']
// names come from the map, which has them still
const dropped = new Set(['place'])
const wanted = process.env['WAYFARE_EXPORT']

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The releases whose database is kept, oldest first. */
const releases = readdirSync(folder).map((name) => name.replace('.txt.gz', ''))

it.each(releases)('the database of %s has a row in every table, in at most a megabyte', (release) => {
  const bytes = readFileSync(new URL(`${release}.txt.gz`, folder))
  expect(bytes.length).toBeLessThanOrEqual(mostBytes)
  const tables = readRelease(bytes)
  expect(tables.length).toBeGreaterThan(50)
  expect(tables.filter((table) => countRows(table) === 0).map(({ name }) => name)).toEqual([])
})

const withClient = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

describe.each(releases)('a database of %s', async (release) => {
  const tables = readRelease(readFileSync(new URL(`${release}.txt.gz`, folder)))
  const clone = await emptyDatabase()
  const fresh = await cloneDatabase()
  const pool = openPool({ connectionString: clone.url }, log)
  const freshPool = openPool({ connectionString: fresh.url }, log)
  await withClient(pool, (client) => importRelease(client, tables))
  afterAll(async () => {
    await pool.end()
    await freshPool.end()
    await fresh.drop()
  })

  it('comes to the schema of today, with all its rows and the checksums', async () => {
    await migrateDatabase(pool, log)
    const [found, expected] = await Promise.all(
      [pool, freshPool].map((one) => withClient(one, (client) => readSchema(client, 'public'))),
    )
    if (!found || !expected) throw new Error('unreachable')
    expect(compareSchemas(found, expected)).toEqual([])
    for (const table of tables.filter(({ name }) => !dropped.has(name))) {
      const { rows } = await pool.query<{ n: string }>(`select count(*) as n from ${table.name}`)
      expect([table.name, Number(rows[0]?.n)]).toEqual([table.name, expect.toSatisfy((n: number) => n >= countRows(table))])
    }
    const { rows } = await pool.query<{ name: string }>('select name from migration_checksum order by name')
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  })

  it('lets nothing go before its operator says so', async () => {
    const { rows } = await pool.query<{ data: Record<string, unknown> }>('select data from setting')
    const forEver = Object.fromEntries(
      ['Audit', 'Chat', 'Inbox', 'Notice', 'Photo', 'Track'].map((kind) => [`keep${kind}Days`, 0]),
    )
    expect(rows.map(({ data }) => data)).toEqual([expect.objectContaining(forEver)])
  })

  it('is served: sign-in, lists, search, statements, books and proofs', async () => {
    const app = await startApp({ clone })
    const { call } = app
    const { token } = await call(signIn, { email: 'admin@demo.wayfare.example', password: demoPassword })
    const as = { token } as TestUser
    const { bookings } = await call(listBookings, { limit: 100 }, { as })
    expect(bookings.length).toBeGreaterThan(10)
    const found = await call(listBookings, { search: bookings[0]?.id ?? '' }, { as })
    expect(found.bookings.map(({ id }) => id)).toContain(bookings[0]?.id)
    const { people } = await call(listPeople, { userType: 'driver' }, { as })
    for (const { id } of people) expect((await call(getStatement, { driver: id }, { as })).rows).toBeInstanceOf(Array)
    expect(await call(proveBooks, {}, { as })).toMatchObject({ holds: true })
    expect(await call(proveAudit, {}, { as })).toMatchObject({ holds: true })
    const breaches = await findBreaches(app)
    expect(breaches.filter(({ rule }) => !ofTheQueue.includes(rule))).toEqual([])
  })
})

describe.runIf(wanted)('the database of a release', () => {
  it(`is exported as ${wanted}`, { timeout: 600_000 }, async () => {
    const app = await startApp({ settings: { category: 'both', autoDispatch: true } })
    await fillTown(app)
    const client = await app.database.directPool.connect()
    const { tables, bytes } = await exportRelease(client)
    client.release()
    const empty = tables.filter((table) => countRows(table) === 0).map(({ name }) => name)
    expect(empty, 'tables without a row: give each one in test/full-town').toEqual([])
    expect(bytes.length).toBeLessThanOrEqual(mostBytes)
    writeFileSync(new URL(`${wanted}.txt.gz`, folder), bytes)
  })
})
