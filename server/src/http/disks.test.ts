import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { listFolders, makeDisks, readRoom } from './disks.ts'
import { listChecks } from './health.ts'
import { makeVitals } from './vitals.ts'

const folder = mkdtempSync(join(tmpdir(), 'wf-disks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const configOf = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', WAYFARE_DATA: '/srv/data', ...env }, [])

const named = (env: Record<string, string>) => listFolders(configOf(env)).map((one) => one.folder)

it('folders that are written to are those of the data, of uploaded files and of backups, and none that go to a store', () => {
  const own = ['/srv/data', '/srv/data/postgres']
  expect(named({})).toEqual([...own, '/srv/data/files', '/srv/data/backups'])
  expect(named({ WAYFARE_FILES: '/mnt/files', WAYFARE_BACKUP_FOLDER: '/mnt/b' })).toEqual([...own, '/mnt/files', '/mnt/b'])
  const keys = { WAYFARE_FILES_S3_KEY_ID: 'id', WAYFARE_FILES_S3_KEY: 'key' }
  expect(named({ WAYFARE_FILES: 's3://town/files', ...keys })).toEqual([...own, '/srv/data/backups'])
})

it('the room for a folder that is not made yet is that of the disk where it will lie', async () => {
  const room = await readRoom(join(folder, 'backups/of/the/town'))
  expect(room.id).toBe(statSync(folder).dev)
  expect(room.freeBytes).toBeGreaterThan(0)
  await expect(readRoom(join('/dev/null', 'folder'))).rejects.toThrow('ENOTDIR')
})

const foundOn = (name: string, id: number | null, freeBytes = 7) => ({
  folder: name,
  isVital: name === '/data',
  room: id === null ? null : { id, freeBytes },
})

it('each disk is named once, by the first folder on it, and one that does not say by its own', () => {
  expect(
    makeDisks([
      foundOn('/data', 1),
      foundOn('/data/postgres', 1),
      foundOn('/files', 2),
      foundOn('/backups', null),
      foundOn('/more', null),
    ]),
  ).toEqual([
    { folder: '/data', isVital: true, freeBytes: 7 },
    { folder: '/files', isVital: false, freeBytes: 7 },
    { folder: '/backups', isVital: false, freeBytes: null },
    { folder: '/more', isVital: false, freeBytes: null },
  ])
})

const lookAt = async (rooms: Record<string, number | null | 'hangs'>) => {
  const config = configOf({ WAYFARE_FILES: '/mnt/files', WAYFARE_BACKUP_FOLDER: '/mnt/backups' })
  const names = Object.keys(rooms)
  const { read } = makeVitals({
    deps: { config, db: {} as never, maps: { basemap: { describe: () => ({ state: 'ready' }) } } as never },
    lag: () => ({ lagS: 0, cause: null }),
    readRoomOf: async (name) => {
      const known = names.find((one) => name.startsWith(one)) ?? ''
      const room = rooms[known]
      if (room === 'hangs') return new Promise(() => {})
      if (typeof room !== 'number') throw new Error('no such disk')
      return { id: names.indexOf(known), freeBytes: room * 2 ** 20 }
    },
  })
  return listChecks(await read()).disk
}

it.each([
  [{ '/srv': 5000, '/mnt/files': 5000, '/mnt/backups': 5000 }, { status: 'ok' }],
  [
    { '/srv': 5000, '/mnt/files': 900, '/mnt/backups': 5000 },
    { status: 'warning', trouble: 'disk_low', folder: '/mnt/files' },
  ],
  [
    { '/srv': 5000, '/mnt/files': 900, '/mnt/backups': 50 },
    { status: 'warning', trouble: 'disk_full', folder: '/mnt/backups' },
  ],
  [
    { '/srv': 50, '/mnt/files': 5000, '/mnt/backups': 10 },
    { status: 'failing', trouble: 'disk_full', folder: '/srv/data' },
  ],
  [{ '/srv': 5000, '/mnt/files': null, '/mnt/backups': 5000 }, { status: 'unknown' }],
  [
    { '/srv': 5000, '/mnt/files': 'hangs', '/mnt/backups': 900 },
    { status: 'warning', trouble: 'disk_low', folder: '/mnt/backups' },
  ],
] as const)('of several disks the fullest of those in trouble is told, with its folder: %o', async (rooms, check) => {
  expect(await lookAt(rooms)).toEqual(check)
})
