// `npm run export` as an operator runs it: beside a server, without one, and on a PostgreSQL of one's own.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { claimDataDir } from '../src/db/embedded-claim.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { cloneDatabase } from './database.ts'
import { readTable } from './exports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'wf-exporting-'))
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const dataDir = join(home, 'data')

const run = async (program: string, args: readonly string[], town: Record<string, string> = {}) => {
  const own = {
    WAYFARE_DATA: dataDir,
    DATABASE_URL: '',
    WAYFARE_SECRET: '',
    WAYFARE_DEMO: 'off',
    WAYFARE_ADMIN_PASSWORD: 'harbour7',
  }
  const env = { ...process.env, NODE_ENV: 'development', ...own, ...town }
  const path = join(root, 'server/dist', `${program}.js`)
  const done = await promisify(execFile)(process.execPath, [path, ...args], { cwd: root, env, timeout: 120_000 }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: 'code' in done ? done.code : 0, said: done.stdout + done.stderr }
}

const readMails = (to: string) => readTable(to, 'app_user').map(({ email }) => email)

it('exports the built-in database, whether or not a server has it', { timeout: 240_000 }, async () => {
  const mail = 'owner@town.example'
  const made = await run('create-admin', ['--email', mail, '--first-name', 'Olivia', '--last-name', 'Owner'])
  expect(made.said).toContain('is an administrator now')
  const to = join(home, 'stopped')
  const { code, said } = await run('export', ['--to', to])
  expect([code, said]).toEqual([0, expect.stringContaining(`${to} is written`)])
  expect(said).toMatch(/^app_user\.csv: 1 rows$/m)
  expect(said).toContain('The points of trips are not in it: --tracks takes them along.')
  expect(readMails(to)).toEqual([mail])

  const again = await run('export', ['--to', to])
  expect(again).toEqual({
    code: 1,
    said: expect.stringMatching(/ is not empty\. Name a folder that is new or empty\. Nothing was changed\.\n$/),
  })

  // as a running server has both
  const claim = claimDataDir(dataDir)
  const embedded = await startEmbedded({ dataDir: realpathSync(dataDir), log: () => {} })
  try {
    const beside = await run('export', ['--tracks'])
    expect([beside.code, beside.said]).toEqual([0, expect.stringContaining('track_point.csv: 0 rows')])
    const folder = join(dataDir, 'exports')
    const [name = ''] = readdirSync(folder)
    expect(name).toMatch(/^wayfare-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
    expect(readMails(join(folder, name))).toEqual([mail])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  } finally {
    await embedded.stop()
    claim.release()
  }
})

it.each([
  ['the data folder', 'own/files', undefined],
  ['a shared folder', 'shared', join(home, 'shared')],
])('exports a PostgreSQL of one’s own, with what was uploaded to %s', { timeout: 60_000 }, async (_where, place, chosen) => {
  const clone = await cloneDatabase()
  const own = join(home, 'own')
  mkdirSync(join(home, place, 'cars'), { recursive: true })
  writeFileSync(join(home, place, 'cars/one'), 'a picture')
  const client = new Client({ connectionString: clone.url })
  await client.connect()
  await client.query(`insert into stored_file (id, purpose, name, storage_key, media_type, bytes)
    values ('x1', 'carImage', 'x1', 'cars/one', 'image/webp', 9)`)
  await client.end()
  const to = join(home, 'deeper/below', place)
  const files: Record<string, string> = chosen === undefined ? {} : { WAYFARE_FILES: chosen }
  const { code, said } = await run('export', ['--to', to], { DATABASE_URL: clone.url, WAYFARE_DATA: own, ...files })
  expect([code, said]).toEqual([0, expect.stringContaining('and 1 uploaded files.')])
  expect(existsSync(join(to, 'files/cars/one.webp'))).toBe(true)
  rmSync(join(home, place), { recursive: true })
  await clone.drop()
})

it('says how it is used', async () => {
  expect(await run('export', ['--folder', '/tmp'])).toEqual({
    code: 1,
    said: 'Use: npm run export [-- --to FOLDER] [--tracks]\n',
  })
})
