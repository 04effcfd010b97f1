import { expect, it } from 'vitest'
import type { BasemapState } from '../adapters/ports.ts'
import { enqueueJob } from '../jobs/queue.ts'
import { startApp } from '../../test/harness.ts'
import { makeHealth } from './health.ts'
import { makeVitals, type Vitals } from './vitals.ts'

const app = await startApp()
const release = { version: '1.2.3', commit: null }
const well: Vitals = {
  database: { isUp: true },
  backlog: { inside: { waiting: 0, oldestS: 0 }, outside: { waiting: 0, oldestS: 0 } },
  events: { lagS: 0, cause: null },
  map: 'ready',
  isCityMissing: false,
  isEngineDown: false,
  disks: [{ folder: '/data', isVital: true, freeBytes: 2 ** 40 }],
  upS: 3600,
}
const onDisk = (freeBytes: number | null, isVital = true) => ({
  disks: [...well.disks, { folder: '/other', isVital, freeBytes }],
})
const judge = async (part: Partial<Vitals>) => {
  const { all } = makeHealth({ isDatabaseUp: async () => true, read: async () => ({ ...well, ...part }) }, release)
  return all()
}
const waiting = (oldestS: number, side: 'inside' | 'outside' = 'inside') => ({
  backlog: { inside: { waiting: 0, oldestS: 0 }, outside: { waiting: 0, oldestS: 0 }, [side]: { waiting: 7, oldestS } },
})

it('tells the state of each check, and of a stranger’s interest no more than states, ages, version and commit', async () => {
  expect(await judge(waiting(12.4))).toEqual({
    isServing: true,
    body: {
      status: 'ok',
      version: '1.2.3',
      commit: null,
      checks: {
        database: { status: 'ok' },
        map: { status: 'ok' },
        jobs: { status: 'ok', oldestS: 12 },
        events: { status: 'ok', lagS: 0 },
        disk: { status: 'ok' },
      },
    },
  })
})

it.each<[string, Partial<Vitals>, 'ok' | 'degraded' | 'unavailable', string]>([
  ['work that waits for a minute is a warning', waiting(60), 'degraded', 'jobs'],
  ['work that waits for eleven minutes is a failure', waiting(660), 'unavailable', 'jobs'],
  ['unless the process has only just begun to take it up', { ...waiting(36_000), upS: 5 }, 'ok', 'jobs'],
  ['messages may wait for the services that send them', waiting(3600, 'outside'), 'ok', 'jobs'],
  [
    'news that is late by three seconds is a warning',
    { events: { lagS: 3, cause: 'a transaction of process 7' } },
    'degraded',
    'events',
  ],
  ['news that is late by two minutes is a failure', { events: { lagS: 120, cause: null } }, 'unavailable', 'events'],
  ['half a gigabyte is little room', onDisk(2 ** 29), 'degraded', 'disk'],
  ['ten megabytes are none', onDisk(10 * 2 ** 20), 'unavailable', 'disk'],
  ['a full disk of uploads or backups keeps nobody from trips', onDisk(10 * 2 ** 20, false), 'degraded', 'disk'],
  ['a disk that does not say is not called well', onDisk(null), 'degraded', 'disk'],
  ['a map that is being prepared keeps people away', { map: 'preparing' }, 'unavailable', 'map'],
  ['so does one that could not be made', { map: 'failed' }, 'unavailable', 'map'],
  ['nor does one serve whose city is not that of the others', { isCityMissing: true }, 'unavailable', 'map'],
  ['a map engine that is away is a warning', { isEngineDown: true }, 'degraded', 'map'],
])('%s', async (_name, part, status, check) => {
  const { isServing, body } = await judge(part)
  const state =
    part.disks?.at(-1)?.freeBytes === null ? 'unknown' : { ok: 'ok', degraded: 'warning', unavailable: 'failing' }[status]
  expect(body).toMatchObject({ status, checks: { [check]: { status: state } } })
  expect(isServing).toBe(status !== 'unavailable')
  const others = Object.entries((body as { checks: Record<string, { status: string }> }).checks).filter(
    ([name]) => name !== check,
  )
  expect(others.map(([, one]) => one.status)).toEqual(['ok', 'ok', 'ok', 'ok'])
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

it('finds what waits in the real queue, apart by who is waited for', async () => {
  const { db } = app
  await enqueueJob(db, 'dispatch.warn', { bookingId: 'none' as never }, { runAt: ago(45) })
  await enqueueJob(db, 'notifications.message', { sealed: 'x' }, { runAt: ago(900) })
  await enqueueJob(db, 'dispatch.warn', { bookingId: 'later' as never }, { runAt: ago(-3600) })
  const basemap = {
    ...app.deps.maps.basemap,
    describe: (): BasemapState => ({ ...app.deps.maps.basemap.describe(), state: 'failed' }),
  }
  const deps = { ...app.deps, maps: { ...app.deps.maps, basemap } }
  const { database, backlog, map, disks } = await makeVitals({ deps, lag: () => ({ lagS: 0, cause: null }) }).read()
  expect([database.isUp, map]).toEqual([true, 'failed'])
  expect(backlog).toMatchObject({ inside: { waiting: 1 }, outside: { waiting: 1 } })
  expect(backlog?.inside.oldestS).toBeGreaterThan(44)
  expect(backlog?.inside.oldestS).toBeLessThan(300)
  expect(backlog?.outside.oldestS).toBeGreaterThan(899)
  expect(disks.map(({ freeBytes }) => (freeBytes ?? 0) > 0)).not.toContain(false)
})
