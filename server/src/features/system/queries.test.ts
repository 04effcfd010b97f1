import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAudit, proveAudit } from '@wayfare/contract/audit'
import { forgetJobs, getSystem, retryJobs } from '@wayfare/contract/system'
import { proveBooks } from '@wayfare/contract/wallet-books'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { makeBackups } from '../../../test/backups.ts'
import { startApp } from '../../../test/harness.ts'
import { readLastBackup } from '../../db/backup-last.ts'
import { listFolders } from '../../http/disks.ts'
import { makeVitals } from '../../http/vitals.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { getSystem as readSystem } from './queries.ts'

const folder = mkdtempSync(join(tmpdir(), 'wf-system-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const backup = { folder: join(folder, 'backups'), at: null, store: null, passphrase: null, keepDays: 30 }
const app = await startApp({ config: { backup }, settings: { allowCriticalEditsAdmin: true } })
const backups = makeBackups()
const as = await app.make.admin()

const look = () => app.call(getSystem, {}, { as })
const stateOf = async (name: string) => (await look()).checks.find((check) => check.name === name)

/** A job that has used up its tries. */
const failJob = async (name: 'audit.prove' | 'notifications.message', error: string) => {
  const payload = name === 'audit.prove' ? {} : { sealed: 'of Anna' }
  await enqueueJob(app.db, name, payload as never, { maxAttempts: 3 })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error}
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${name})`.execute(app.db)
}

const nameAt = (at: number) => `wayfare-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

const clearJobs = () => sql`delete from graphile_worker._private_jobs`.execute(app.db)

it('is told to admins alone', async () => {
  for (const person of [await app.make.rider(), await app.make.driver(), await app.make.fleetAdmin()])
    expect((await app.raw(getSystem, {}, { as: person })).statusCode).toBe(403)
  expect((await app.raw(getSystem, {})).statusCode).toBe(401)
})

it('tells versions, the queue, and of each check how it stands', async () => {
  const view = await look()
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(app.db)
  expect(view.node).toBe(process.versions.node)
  expect(Number(view.postgres?.split('.')[0])).toBe(Math.floor(Number(rows[0]?.version) / 10_000))
  expect(view.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(view.checks.map(({ name }) => name)).toEqual([
    'database',
    'map',
    'jobs',
    'events',
    'disk',
    'failedJobs',
    'backup',
    'books',
    'audit',
  ])
  expect(view.checks[0]).toEqual({ name: 'database', state: 'ok', trouble: null })
  expect(view.freeBytes).toBeGreaterThan(0)
  expect(Math.abs(view.at - Date.now())).toBeLessThan(60_000)
  expect(view.startedAt).toBeLessThanOrEqual(view.at)
})

it('tells of jobs that used up their tries what they failed at, and nothing of whom they were about', async () => {
  await clearJobs()
  expect(await stateOf('failedJobs')).toEqual({ name: 'failedJobs', state: 'ok', trouble: null })
  await failJob('notifications.message', 'the mail server did not answer in time')
  await failJob('audit.prove', 'no such person as anna@taxi.example')
  const raw = await app.raw(getSystem, {}, { as })
  expect(raw.body).not.toContain('anna')
  expect(raw.body).not.toContain('Anna')
  const { jobs, state } = await look()
  expect(state).not.toBe('ok')
  expect(jobs?.failed.map(({ name, count, problem }) => [name, count, problem])).toEqual([
    ['audit.prove', 1, 'unknown'],
    ['notifications.message', 1, 'service'],
  ])
  expect(await stateOf('failedJobs')).toEqual({ name: 'failedJobs', state: 'warning', trouble: 'jobs_failed' })
})

it('counts what waits, and what failed and will be tried again, apart', async () => {
  await clearJobs()
  await enqueueJob(app.db, 'audit.prove', {})
  await enqueueJob(app.db, 'audit.prove', {}, { runAt: new Date(Date.now() + 3_600_000) })
  await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'once' where run_at > now()`.execute(app.db)
  const { jobs } = await look()
  expect(jobs).toMatchObject({ waiting: 1, waitingOutside: 0, failing: 1, failed: [] })
})

it('tries them again or lets them go, those of the name alone, and writes down who did', async () => {
  await clearJobs()
  await failJob('notifications.message', 'no')
  await failJob('audit.prove', 'no')
  await enqueueJob(app.db, 'audit.prove', {}, { runAt: new Date(Date.now() + 3_600_000) })
  expect(await app.call(retryJobs, { name: 'audit.prove' }, { as })).toEqual({ count: 1 })
  const again = await look()
  expect(again.jobs?.failed.map(({ name }) => name)).toEqual(['notifications.message'])
  expect(again.jobs?.waiting).toBe(1)
  expect(await app.call(forgetJobs, { name: 'notifications.message' }, { as })).toEqual({ count: 1 })
  expect(await app.call(forgetJobs, { name: 'notifications.message' }, { as })).toEqual({ count: 0 })
  const { rows } = await sql<{ attempts: number }>`select attempts from graphile_worker._private_jobs`.execute(app.db)
  expect(rows).toEqual([{ attempts: 0 }, { attempts: 0 }])
  const { entries } = await app.call(listAudit, { area: 'system' }, { as })
  expect(entries.map(({ action, kind, object }) => [action, kind, object])).toEqual([
    ['system.forgetJobs', 'job', 'notifications.message'],
    ['system.retryJobs', 'job', 'audit.prove'],
  ])
})

it('finds the newest backup by its folder alone', async () => {
  expect((await look()).backup).toBeNull()
  expect(await stateOf('backup')).toEqual({ name: 'backup', state: 'warning', trouble: 'backup_none' })
  mkdirSync(backup.folder)
  const dayMs = 24 * 3_600_000
  const old = Math.floor(Date.now() / 1000) * 1000 - 3 * dayMs
  writeFileSync(join(backup.folder, nameAt(old)), 'wayfare-backup 1 plain\nrest')
  writeFileSync(join(backup.folder, `${nameAt(Date.now())}.17.part`), 'unfinished')
  expect((await look()).backup).toEqual({ at: old, bytes: 27, isEncrypted: false })
  expect(await stateOf('backup')).toMatchObject({ trouble: 'backup_old' })
  writeFileSync(join(backup.folder, nameAt(old + dayMs + 60_000)), 'wayfare-backup 1 c2FsdA\nrest')
  expect((await look()).backup).toMatchObject({ at: old + dayMs + 60_000, isEncrypted: true })
  expect(await stateOf('backup')).toEqual({ name: 'backup', state: 'ok', trouble: null })
})

it('knows a real backup, encrypted or not', async () => {
  const sealed = await backups.backUp(app)
  expect(await readLastBackup(backups.folder)).toMatchObject({ bytes: sealed.bytes, isEncrypted: true })
  const plain = await backups.backUp(app, null)
  expect(await readLastBackup(backups.folder)).toMatchObject({ bytes: plain.bytes, isEncrypted: false })
})

it('tells of the last proofs, and that one failed', async () => {
  expect((await look()).proofs).toEqual({ books: null, audit: null })
  const books = await app.call(proveBooks, {}, { as })
  const audit = await app.call(proveAudit, {}, { as })
  expect((await look()).proofs).toEqual({ books: { at: books.at, holds: true }, audit: { at: audit.at, holds: true } })
  expect(await stateOf('books')).toEqual({ name: 'books', state: 'ok', trouble: null })
  await sql`update ledger_proof set holds = false`.execute(app.db)
  expect(await stateOf('books')).toEqual({ name: 'books', state: 'failing', trouble: 'books_broken' })
  expect((await look()).state).toBe('failing')
})

it('keeps the folder of backups to itself while critical edits are locked', async () => {
  expect((await look()).backupFolder).toBe(backup.folder)
  await app.settings({ allowCriticalEditsAdmin: false })
  expect((await look()).backupFolder).toBeNull()
  await app.settings({ allowCriticalEditsAdmin: true })
})

it('names the folder on a full disk, unless critical edits are locked', async () => {
  const readRoomOf = async (path: string) => ({
    id: path === backup.folder ? 2 : 1,
    freeBytes: path === backup.folder ? 5 : 2 ** 40,
  })
  const reader = makeVitals({ deps: app.deps, lag: () => ({ lagS: 0, cause: null }), readRoomOf })
  const disk = async () => (await readSystem(app.deps, reader)).checks.find(({ name }) => name === 'disk')
  expect(await disk()).toEqual({ name: 'disk', state: 'warning', trouble: 'disk_full', folder: backup.folder })
  expect((await readSystem(app.deps, reader)).freeBytes).toBe(5)
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await disk()).toEqual({ name: 'disk', state: 'warning', trouble: 'disk_full' })
  await app.settings({ allowCriticalEditsAdmin: true })
})

it('does not say that there is no backup where they go to a store', async () => {
  const store = { endpoint: 'https://s3.example', region: 'eu', keyId: 'id', key: 'key' }
  const far = await startApp({ config: { backup: { ...backup, folder: 's3://bucket/town', store } } })
  const view = await far.call(getSystem, {}, { as: await far.make.admin() })
  expect(view.checks.find(({ name }) => name === 'backup')).toMatchObject({ state: 'unknown', trouble: null })
  expect([view.backup, view.backupIsElsewhere]).toEqual([null, true])
  await far.close()
})

it('tells of backups in a folder also where the keys of a store are at hand for others', async () => {
  const store = { endpoint: 'https://s3.example', region: 'eu', keyId: 'id', key: 'key' }
  const home = join(folder, 'beside-keys')
  mkdirSync(home)
  writeFileSync(join(home, nameAt(Date.now() - 5 * 86_400_000)), 'old')
  const near = await startApp({ config: { backup: { ...backup, folder: home, store } } })
  const view = await near.call(getSystem, {}, { as: await near.make.admin() })
  expect(view.checks.find(({ name }) => name === 'backup')).toMatchObject({ state: 'warning', trouble: 'backup_old' })
  expect(view.backupIsElsewhere).toBe(false)
  expect(listFolders(near.deps.config).map((watched) => watched.folder)).toContain(home)
  await near.close()
})
