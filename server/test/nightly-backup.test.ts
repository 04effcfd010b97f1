// The backup that a running server writes by itself, with the built command in a process of its own.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCityTime } from '@wayfare/core/city-time'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startWork } from '../src/work.ts'
import { inspectBackup } from '../src/db/restore.ts'
import { scheduleBackups } from '../src/jobs/backups.ts'
import { passphrase } from './backups.ts'
import { cloneDatabase, startApp, type TestApp } from './harness.ts'

const home = mkdtempSync(join(tmpdir(), 'wf-nightly-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let folders = 0
const makeConfig = (at: string | null = '03:30') => {
  const folder = join(home, String((folders += 1)))
  return { folder, config: { backup: { at, folder, store: null, passphrase, keepDays: 7 } } }
}

const working: { stop: () => Promise<void> }[] = []
const work = async (app: TestApp): Promise<void> => {
  working.push(
    await startWork(app.app, {
      pool: app.database.jobPool,
      alone: false,
      membership: { isLeader: () => true, ledLast: () => true },
    }),
  )
}
afterEach(async () => {
  await Promise.all(working.splice(0).map((one) => one.stop()))
})

const listBackups = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.backup'))
  } catch {
    return []
  }
}

const jobs = async ({ database }: TestApp) => {
  const { rows } = await database.directPool.query<{ run_at: Date; attempts: number }>(
    `select run_at, attempts from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where identifier = 'backups.make' order by run_at`,
  )
  return rows
}

/** The night has come: the job that was scheduled is that of a night before. */
const comeDue = ({ database }: TestApp, ago = '0 hours') =>
  database.directPool.query(
    `update graphile_worker._private_jobs set run_at = now() - $1::interval, key = 'backup:before'
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'backups.make')`,
    [ago],
  )

const wasWritten = (folder: string, count = 1) =>
  expect.poll(() => listBackups(folder).length, { timeout: 30_000, interval: 100 }).toBe(count)

const untilDone = (app: TestApp) => expect.poll(async () => (await jobs(app)).length, { timeout: 30_000, interval: 100 }).toBe(1)

const cityTime = (app: TestApp, at: Date): string => toCityTime(at.getTime(), app.deps.settings().timeZone).slice(11)

it('is written once at its time though two processes run, and again the next night', async () => {
  const { folder, config } = makeConfig()
  const clone = await cloneDatabase()
  const app = await startApp({ clone, config })
  const other = await startApp({ clone: { ...clone, drop: async () => {} }, config })
  const rider = await app.make.rider()
  await work(app)
  await work(other)
  const [first, ...rest] = await jobs(app)
  expect(rest).toEqual([])
  expect(cityTime(app, first?.run_at ?? new Date(0))).toBe('03:30')

  await comeDue(app)
  await wasWritten(folder)
  await untilDone(app)
  const found = await inspectBackup({ path: join(folder, listBackups(folder)[0] ?? ''), passphrase })
  expect(found.rows['app_user']).toBe(1)
  expect(found.secret).toBe(app.deps.config.secret)
  expect(rider.id).toBeTruthy()
  const [next] = await jobs(app)
  expect(cityTime(app, next?.run_at ?? new Date(0))).toBe('03:30')
  expect(next?.run_at.getTime()).toBeGreaterThan(Date.now())
  expect(listBackups(folder)).toHaveLength(1)
  await Promise.all(working.splice(0).map((one) => one.stop()))
  await other.close()
})

it('is made up at the next start when nobody ran at its time, and takes away what is too old', async () => {
  const { folder, config } = makeConfig()
  const app = await startApp({ config })
  await scheduleBackups(app.deps)
  await comeDue(app, '9 hours')
  expect(listBackups(folder)).toEqual([])
  const old = 'wayfare-2020-01-01T00-00-00Z.backup'
  mkdirSync(folder)
  writeFileSync(join(folder, old), '')
  await work(app)
  await expect.poll(() => listBackups(folder).some((name) => name !== old), { timeout: 30_000 }).toBe(true)
  await untilDone(app)
  expect(listBackups(folder)).not.toContain(old)
})

it('that fails is told with its reason and tried again', async () => {
  const { folder, config } = makeConfig()
  const app = await startApp({ config })
  writeFileSync(folder, 'a file, where the folder should be')
  await scheduleBackups(app.deps)
  await comeDue(app)
  await work(app)
  const failures = () => app.lines.filter(({ message }) => message === 'a job failed and will be tried again')
  await expect.poll(() => failures().length, { timeout: 30_000 }).toBeGreaterThan(0)
  const reason = `no backup was written: Backups cannot go to ${folder}: it is not a folder`
  expect(failures()[0]?.fields).toMatchObject({ job: 'backups.make', err: { message: expect.stringContaining(reason) } })
  rmSync(folder)
  await wasWritten(folder)
})

it('waits for another one that is under way', async () => {
  const { folder, config } = makeConfig()
  const app = await startApp({ config })
  const other = await app.database.directPool.connect()
  await other.query('select pg_advisory_lock(4707001)')
  await scheduleBackups(app.deps)
  await comeDue(app)
  await work(app)
  await expect
    .poll(
      () =>
        app.lines.some(({ fields }) =>
          /Another backup of this database is under way/.test(String((fields as { err?: Error }).err)),
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
  expect(listBackups(folder)).toEqual([])
  other.release(true)
  await wasWritten(folder)
})

it('keeps to a time that was changed, and stays away where none is set', async () => {
  const clone = await cloneDatabase()
  const app = await startApp({ clone, config: makeConfig('03:30').config })
  await scheduleBackups(app.deps)
  const changed = await startApp({ clone: { ...clone, drop: async () => {} }, config: makeConfig('05:15').config })
  await scheduleBackups(changed.deps)
  expect((await jobs(app)).map((job) => cityTime(app, job.run_at))).toEqual(['05:15'])
  const off = await startApp({ clone: { ...clone, drop: async () => {} }, config: makeConfig(null).config })
  await scheduleBackups(off.deps)
  expect(await jobs(app)).toEqual([])
  await changed.close()
  await off.close()
})

it('ends with the server that runs it, and leaves nothing half', async () => {
  const { folder, config } = makeConfig()
  const app = await startApp({ config })
  // a table that somebody holds: the backup waits for it
  const holder = await app.database.directPool.connect()
  await holder.query('begin')
  await holder.query('lock table app_user in access exclusive mode')
  await scheduleBackups(app.deps)
  await comeDue(app)
  await work(app)
  const isBegun = () => {
    try {
      return readdirSync(folder).length > 0
    } catch {
      return false
    }
  }
  await expect.poll(isBegun, { timeout: 30_000 }).toBe(true)
  const since = performance.now()
  await working.pop()?.stop()
  expect(performance.now() - since).toBeLessThan(8000)
  holder.release(true)
  expect(listBackups(folder)).toEqual([])
  expect((await jobs(app)).length).toBe(2)
})
