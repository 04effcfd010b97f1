// What keeps an export from being written, or from being whole: it is said in one sentence, and nothing is left.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { makeExport } from '../src/db/export.ts'
import { emptyDatabase } from './database.ts'
import { listFiles, makeExports, type ExportOptions } from './exports.ts'
import { startApp } from './harness.ts'

const { home, newFolder, exportTown } = makeExports()
const app = await startApp()
afterAll(() => app.close())

const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await app.database.directPool.query<T>(sql, values)).rows

/** A disk with nothing on it, where the machine has one. */
const mount = ['/dev/mqueue'].find(
  (path) => existsSync(path) && readdirSync(path).length === 0 && statSync(path).dev !== statSync(dirname(path)).dev,
)

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
const listLeft = (to: string): string[] => readdirSync(home).filter((name) => join(home, name).startsWith(to))

const fillDisk = (line: string): void => {
  if (line.startsWith('booking.csv')) throw full
}

const refusalOf = (options: ExportOptions): Promise<string> =>
  exportTown(app, options).then(
    () => 'it was written',
    (error: Error) => error.message,
  )

describe('what is in the way', () => {
  it('is left alone: a folder that is not empty, or a file', async () => {
    const to = newFolder()
    mkdirSync(to)
    writeFileSync(join(to, 'mine.txt'), 'mine')
    expect(await refusalOf({ to })).toBe(`${to} is not empty. Name a folder that is new or empty. Nothing was changed.`)
    expect(listFiles(to)).toEqual(['mine.txt'])
    const file = join(to, 'mine.txt')
    expect(await refusalOf({ to: file })).toContain(`${file} is not a folder.`)
    expect(await refusalOf({ to: join(file, 'below') })).toBe(
      `The export cannot be written to ${join(file, 'below')}: a file is in the way.`,
    )
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(readdirSync(home).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('takes a folder that is empty', async () => {
    const to = newFolder()
    mkdirSync(to, { mode: 0o755 })
    await exportTown(app, { to })
    expect(existsSync(join(to, 'README.md'))).toBe(true)
    expect(statSync(to).mode & 0o777).toBe(0o700)
    const [there, link] = [newFolder(), newFolder()]
    mkdirSync(there)
    symlinkSync(there, link)
    await exportTown(app, { to: link })
    expect([listFiles(there).includes('README.md'), lstatSync(link).isSymbolicLink()]).toEqual([true, true])
  })

  it.skipIf(!mount)('is a disk of its own, whose place no other folder takes', async () => {
    expect(await refusalOf({ to: mount ?? '' })).toBe(
      `${mount} is a disk of its own: name a new folder on it. Nothing was changed.`,
    )
  })

  it('is a disk that is full: one sentence, and nothing is left', async () => {
    const to = newFolder()
    expect(await refusalOf({ to, tell: fillDisk })).toBe(`The export cannot be written to ${to}: the disk is full.`)
    expect(listLeft(to)).toEqual([])
  })

  it('has no name before all of it is there', async () => {
    const to = newFolder()
    const seen: boolean[] = []
    await exportTown(app, { to, tell: () => seen.push(existsSync(to)) })
    expect(new Set(seen)).toEqual(new Set([false]))
    expect(existsSync(join(to, 'SHA256SUMS'))).toBe(true)
  })

  it('is a stop in the midst of it, which leaves nothing', async () => {
    const to = newFolder()
    const stop = new AbortController()
    const tell = (line: string) => line.startsWith('booking.csv') && stop.abort(new Error('cut off'))
    expect(await refusalOf({ to, tell, signal: stop.signal })).toBe('cut off')
    expect(listLeft(to)).toEqual([])
  })
})

describe('a database that is not of this version', () => {
  it('is refused where it was never set up, or is newer or older', async () => {
    const clone = await emptyDatabase()
    const client = new Client({ connectionString: clone.url })
    await client.connect()
    const options = { to: newFolder(), version: '0.2.0', storage: app.deps.services.storage, hasWays: false, tell: () => {} }
    await expect(makeExport(client, options)).rejects.toThrow('Wayfare has not yet been started on this database')
    await client.end()
    await clone.drop()
    await query(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
    expect(await refusalOf({})).toContain('is of a newer Wayfare than this one (9999-later)')
    await query(`delete from kysely_migration where name = '9999-later'`)
    const [{ timestamp } = { timestamp: '' }] = await query<{ timestamp: string }>(
      `delete from kysely_migration where name = '0046-retention' returning timestamp`,
    )
    expect(await refusalOf({})).toContain('is of an older Wayfare than this one')
    await query(`insert into kysely_migration (name, timestamp) values ('0046-retention', $1)`, [timestamp])
  })
})
