// A town that is backed up while it works, and comes back elsewhere as it was at one moment.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proveAudit } from '@wayfare/contract/audit'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { proveBooks } from '@wayfare/contract/wallet-books'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { placeFiles } from '../src/db/restore.ts'
import { compareSchemas, readSchema } from '../src/db/schema.ts'
import { demoPassword } from '../src/db/seed-people.ts'
import { makeBackups, openYounger, withClient } from './backups.ts'
import { fillTown } from './full-town.ts'
import { startApp, type TestApp } from './harness.ts'
import type { TestUser } from './make.ts'
import { findBreaches } from './random/invariants.ts'
import { makeTrips } from './trips.ts'

const { stage, backUp, backUpDuring, restore, openElsewhere } = makeBackups()

/** What every table holds, but the places of events, which are others by design, and who worked. */
const digest = async (pool: Pool): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('event_cursor', 'job_worker', 'campaign', 'campaign_retry') order by relname`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const what = name === 'event' ? 'type || payload::text || at::text' : 't::text'
    const order = name === 'event' ? 'transaction_id, id' : 't::text collate "C"'
    const { rows: sums } = await pool.query<{ sum: string | null }>(
      `select md5(string_agg(${what}, E'\\n' order by ${order})) as sum from ${name} t`,
    )
    found[name] = sums[0]?.sum ?? ''
  }
  return found
}

const readXid = async (pool: Pool): Promise<bigint> =>
  BigInt((await pool.query<{ xid: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as xid')).rows[0]?.xid ?? 0)

describe('a town that goes on working', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ settings: { category: 'both', autoDispatch: true } })
    await fillTown(app, 150)
    await app.settings({ autoDispatch: true })
  }, 240_000)

  it('is backed up as it was at one moment', { timeout: 120_000 }, async () => {
    const trips = makeTrips(app)
    const { carType, rider } = await trips.cast()
    const admin = await app.make.admin()
    let steps = 0
    const backup = await backUpDuring(app, async () => {
      steps += 1
      await app.call(addToWallet, { user: rider.id, amount: '7' }, { as: admin })
      if (steps % 10 === 0) await trips.book(rider, carType)
    })
    expect(steps).toBeGreaterThan(100)
    const restored = await openElsewhere(backup)
    const { token } = await restored.call(signIn, { email: 'admin@demo.wayfare.example', password: demoPassword })
    const as = { token } as TestUser
    expect(await restored.call(proveBooks, {}, { as })).toMatchObject({ holds: true })
    expect(await restored.call(proveAudit, {}, { as })).toMatchObject({ holds: true })
    expect(await findBreaches(restored)).toEqual([])
    await restored.close()
  })

  it(
    'comes back row for row in a younger PostgreSQL, as the owner of the database and no more',
    { timeout: 120_000 },
    async () => {
      await app.settle()
      const { dataDir } = app.deps.config
      const upload = { key: 'users/f1', bytes: Buffer.from('a picture') }
      await app.deps.services.storage.put(upload.key, upload.bytes)
      const before = await digest(app.database.directPool)
      const schema = await withClient(app, (client) => readSchema(client, 'public'))
      const backup = await backUp(app)
      const { admin, clone, close } = await openYounger()
      expect(await readXid(admin)).toBeLessThan(await readXid(app.database.directPool))
      try {
        await restore(clone.url, backup)
        const restored = await startApp({ clone })
        expect(await digest(restored.database.directPool)).toEqual(before)
        expect(compareSchemas(await withClient(restored, (client) => readSchema(client, 'public')), schema)).toEqual([])

        const place = restored.deps.config.dataDir
        expect(await placeFiles(stage, { dataDir: place, now: new Date() })).toEqual([])
        expect(readFileSync(join(place, 'files', upload.key))).toEqual(readFileSync(join(dataDir, 'files', upload.key)))

        await restored.settle()
        const trips = makeTrips(restored)
        const { carType, rider, driver } = await trips.cast()
        const booking = await trips.book(rider, carType)
        await restored.settle()
        await trips.accept(driver, booking.id)
        expect((await trips.get(rider, booking.id)).status).toBe('ACCEPTED')
        await restored.close()
      } finally {
        await close()
      }
    },
  )

  it('signs in where the secret is the same, for sessions are in it', async () => {
    const rider = await app.make.rider()
    const restored = await openElsewhere(await backUp(app))
    expect((await restored.call(getSession, {}, { as: rider })).me?.id).toBe(rider.id)
    await restored.close()
  })
})
