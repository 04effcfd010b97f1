// Reports and files of rows over a true hot standby: read from the copy while it follows, from the database itself when it does not.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { exportEarningReports, getEarningReports } from '@wayfare/contract/reports'
import { getSystem } from '@wayfare/contract/system'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrateDatabase } from '../src/db/migrate.ts'
import { openReplica } from '../src/db/replica.ts'
import { databaseUrl } from './global-setup.ts'
import { startApp } from './harness.ts'
import { makeTestLog } from './log.ts'

const home = mkdtempSync(join(tmpdir(), 'wf-replica-'))
// the one database's user finds the other's socket in it
chmodSync(home, 0o755)
const { log } = makeTestLog()
const start = (name: string) => startEmbedded({ dataDir: join(home, name), log: () => {} })

/** A standby begins as a copy of the files of a database that stands still. */
const layCopy = (): void => {
  mkdirSync(join(home, 'copy', 'postgres'), { recursive: true })
  for (const part of ['pg-password', 'postgres/data'])
    execFileSync('cp', ['-a', join(home, 'main', part), join(home, 'copy', part)])
  execFileSync('chown', ['--reference', join(home, 'main', 'postgres'), join(home, 'copy', 'postgres')])
  const password = readFileSync(join(home, 'main', 'pg-password'), 'utf8').trim()
  const folder = join(home, 'copy', 'postgres', 'data')
  writeFileSync(join(folder, 'standby.signal'), '')
  const primary = `host=${join(home, 'main', 'postgres', 'run')} user=wayfare password=${password}`
  appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\nwal_retrieve_retry_interval = 200\n`)
}

const begun = await start('main')
const first = new Pool({ connectionString: begun.url })
await migrateDatabase(first, log)
await first.end()
await begun.stop()
layCopy()
const main = await start('main')
let copy = await start('copy')
afterAll(async () => {
  await copy.stop()
  await main.stop()
  rmSync(home, { recursive: true, force: true })
})

const app = await startApp({ clone: { url: main.url, drop: async () => {} }, config: { replicaUrl: copy.url } })
const { call, make, db } = app
const admin = await make.admin()

const ask = async <T extends object>(url: string, text: string): Promise<T[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
/** As a worker does: the lag is told by it. */
const beat = (ahead = '0 s') =>
  ask(
    main.url,
    `insert into job_worker (id, seen_at) values ('of a test', now() + interval '${ahead}') on conflict (id) do update set seen_at = excluded.seen_at`,
  )
const addRide = (month: string) =>
  ask(
    main.url,
    `insert into earning_day (day, currency, rides, trip_cost_minor, driver_share_minor, convenience_fees_minor, discount_amount_minor, tips_minor)
    values ('${month}-01', '${app.deps.settings().code}', 1, 100, 90, 10, 0, 0)`,
  )
const months = async (): Promise<string[]> => (await call(getEarningReports, {}, { as: admin })).rows.map(({ month }) => month)
/** What is written by the database is in the copy. */
const follow = async (): Promise<void> => {
  const [place] = await ask<{ at: string }>(main.url, 'select pg_current_wal_lsn()::text as at')
  const hasCome = `select pg_last_wal_replay_lsn() >= '${place?.at}'::pg_lsn as "hasCome"`
  while (!(await ask<{ hasCome: boolean }>(copy.url, hasCome))[0]?.hasCome) await pause(20)
}
const lines = (): string[] => app.lines.map(({ message }) => message).filter((message) => /replica/.test(message))
const check = async () => (await call(getSystem, {}, { as: admin })).checks.find(({ name }) => name === 'replica')

beforeAll(async () => {
  await beat()
  await follow()
})

it('a report, and its file, are read from the copy, and the audit log is written in the database', async () => {
  await addRide('2026-01')
  await follow()
  expect(await months()).toEqual(['2026-01'])
  await ask(copy.url, 'select pg_wal_replay_pause()')
  await addRide('2026-02')
  // only the copy lacks it
  expect(await months()).toEqual(['2026-01'])
  const file = await app.raw(exportEarningReports, { format: 'csv' }, { as: admin })
  expect(file.body).toContain('2026,1,')
  expect(file.body).not.toContain('2026,2,')
  const entries = await db.selectFrom('auditEntry').select('action').where('action', '=', 'reports.exportEarnings').execute()
  expect(entries).toHaveLength(1)
  expect(await check()).toEqual({ name: 'replica', state: 'ok', trouble: null })
})

it(
  'a copy that is too far behind is not read, which is said once, and is read again when it has come up',
  { timeout: 60_000 },
  async () => {
    await beat('12 s')
    await expect.poll(months, { timeout: 15_000 }).toEqual(['2026-02', '2026-01'])
    expect(await check()).toEqual({ name: 'replica', state: 'warning', trouble: 'replica_unused' })
    await ask(copy.url, 'select pg_wal_replay_resume()')
    await follow()
    await expect.poll(check, { timeout: 15_000 }).toEqual({ name: 'replica', state: 'ok', trouble: null })
    expect(lines()).toEqual([
      'reports are read from the database itself: the replica will not do',
      'reports are read from the replica',
    ])
  },
)

it('a copy that goes away in the midst fails no report', { timeout: 60_000 }, async () => {
  await beat()
  await follow()
  // found a moment ago to be up to date
  await expect.poll(async () => (await check())?.state, { timeout: 15_000 }).toBe('ok')
  expect(await months()).toHaveLength(2)
  await copy.stop()
  await addRide('2026-03')
  expect(await months()).toEqual(['2026-03', '2026-02', '2026-01'])
  expect((await check())?.trouble).toBe('replica_unused')
  copy = await start('copy')
  await beat()
  await follow()
  await expect.poll(async () => (await check())?.state, { timeout: 15_000 }).toBe('ok')
})

it('another database is no copy, and neither is one of which no worker tells', async () => {
  await ask(main.url, 'create database other')
  const url = databaseUrl(main.url, 'other')
  const other = new Pool({ connectionString: url })
  await migrateDatabase(other, log)
  await other.end()
  const wrong = openReplica({ url, main: db, prepare: true, log })
  await beat()
  expect(await wrong.look()).toEqual({ lagS: null, trouble: 'it is not a copy of this database, or far behind' })
  expect(await wrong.read(async (from) => from === db)).toBe(true)
  await wrong.close()
  await ask(main.url, 'delete from job_worker')
  const silent = openReplica({ url: copy.url, main: db, prepare: true, log })
  expect((await silent.look()).trouble).toMatch(/no worker says that it lives/)
  await silent.close()
})
