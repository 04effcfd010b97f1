// Accounts that an earlier version erased, on the database of a release: the upgrade takes what that version left of them.
import { readFileSync } from 'node:fs'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { migrateDatabase, migrations } from '../src/db/migrate.ts'
import { openPool } from '../src/db/open.ts'
import { emptyDatabase } from './database.ts'
import { startApp } from './harness.ts'
import { importRelease, readRelease } from './release-file.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const bytes = readFileSync(new URL('releases/0.2.0.txt.gz', import.meta.url))
/** A parcel that was delivered, with two photos. */
const delivered = 'BSDTFEDN0X7C'
const files = `select storage_key as key from stored_file where booking_id = '${delivered}' order by key`
const countPhotos = 'select count(*)::int as n from stored_file'

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0028'))

/** The release's database, with this booking's rider and driver erased as it was done before, and upgraded. */
const upgradeOldDatabase = async () => {
  const clone = await emptyDatabase()
  const pool = openPool({ connectionString: clone.url }, log)
  const client = await pool.connect()
  await importRelease(client, readRelease(bytes))
  client.release()
  // events are kept for seven days
  await pool.query('delete from event; delete from event_cursor')
  const provider = { getMigrations: async () => before }
  await new Migrator({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }), provider }).migrateToLatest()
  await pool.query(`
    update app_user set removed_at = now() - interval '30 days', approved = false, mobile = null from booking b
      where b.id = '${delivered}' and app_user.id in (b.customer_id, b.driver_id);
    update app_user set mobile_fault = 'taken', blocked_at = now() - interval '31 days' where removed_at is not null`)
  const { rows } = await pool.query<{ key: string }>(files)
  const photos = await pool.query<{ n: number }>(countPhotos)
  await migrateDatabase(pool, log)
  await pool.end()
  return { clone, keys: rows.map(({ key }) => key), photosBefore: photos.rows }
}

const { clone, keys, photosBefore } = await upgradeOldDatabase()
const app = await startApp({ clone })

const query = async (text: string) => (await app.database.directPool.query(text)).rows

test('what an earlier version left of the accounts that it erased goes with the upgrade, and nothing of anybody else', async () => {
  const { storage } = app.deps.services
  for (const key of keys) await storage.put(key, Buffer.from('a photo'))
  expect(keys).toHaveLength(2)
  const others = `select pickup_image, deliver_image, vehicle_make, vehicle_model, customer_name from booking
    where customer_id not in (select id from app_user where removed_at is not null)
      and driver_id not in (select id from app_user where removed_at is not null) order by id`
  const othersBefore = await query(others)
  expect(othersBefore.length).toBeGreaterThan(3)
  await app.settle()

  const ofBooking = `select customer_name, driver_name, pickup_image, deliver_image, vehicle_make, vehicle_model from booking`
  expect(await query(`${ofBooking} where id = '${delivered}'`)).toEqual([
    { customer_name: ' ', driver_name: ' ', pickup_image: null, deliver_image: null, vehicle_make: null, vehicle_model: null },
  ])
  expect(await query(files)).toEqual([])
  for (const key of keys) expect(await storage.get(key)).toBeNull()
  expect(
    await query(`select count(*)::int as n from app_user where removed_at is not null and
      (mobile_fault is not null or blocked_at is not null)`),
  ).toEqual([{ n: 0 }])
  expect(await query(others)).toEqual(othersBefore)
  const [left] = await query(countPhotos)
  expect(left.n).toBe((photosBefore[0]?.n ?? 0) - 2)
})
