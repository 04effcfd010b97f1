// Backups in a store instead of a folder, by the programs that an operator runs.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, emptyDatabase } from './database.ts'
import { startStore } from './stubs/s3-store.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'wf-store-'))
const keys = { keyId: 'AKIDEXAMPLE', key: 'a key of the store', region: 'eu-north-1' }
let store: Awaited<ReturnType<typeof startStore>>
beforeAll(async () => {
  store = await startStore({ bucket: 'town', ...keys })
})
afterAll(() => {
  store.stop()
  rmSync(home, { recursive: true, force: true })
})

const run = async (program: string, args: readonly string[], more: Record<string, string>) => {
  const dataDir = more['WAYFARE_DATA'] ?? ''
  mkdirSync(dataDir, { recursive: true })
  const place = {
    WAYFARE_BACKUP_FOLDER: 's3://town/nightly/',
    WAYFARE_BACKUP_S3_ENDPOINT: store.endpoint,
    WAYFARE_BACKUP_S3_REGION: keys.region,
    WAYFARE_BACKUP_S3_KEY_ID: keys.keyId,
    WAYFARE_BACKUP_S3_KEY: keys.key,
    WAYFARE_BACKUP_PASSPHRASE: 'a passphrase that is long enough',
    WAYFARE_BACKUP_KEEP_DAYS: '7',
  }
  const env = { ...process.env, ...place, WAYFARE_SECRET: '', WAYFARE_DEMO: 'off', NODE_ENV: 'development', ...more }
  const path = join(root, 'server/dist', `${program}.js`)
  const done = await promisify(execFile)(process.execPath, [path, ...args], { cwd: root, env, timeout: 120_000 }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: 'code' in done ? done.code : 0, said: done.stdout + done.stderr }
}

const inStore = () => ({
  WAYFARE_FILES: 's3://town/uploads',
  WAYFARE_FILES_S3_ENDPOINT: store.endpoint,
  WAYFARE_FILES_S3_REGION: keys.region,
  WAYFARE_FILES_S3_KEY_ID: keys.keyId,
  WAYFARE_FILES_S3_KEY: keys.key,
})

it('writes into the store, removes what is too old there, and restores the newest of it', { timeout: 300_000 }, async () => {
  const clone = await cloneDatabase()
  const old = { WAYFARE_DATA: join(home, 'old'), DATABASE_URL: clone.url }
  mkdirSync(old.WAYFARE_DATA)
  writeFileSync(join(old.WAYFARE_DATA, 'secret'), 'the secret of a town, which is long enough\n')
  const pool = new Pool({ connectionString: clone.url })
  await pool.query(`insert into app_user (id, user_type, email) values ('a', 'admin', 'a@town.example')`)
  await pool.end()
  store.objects.set('nightly/wayfare-2020-01-01T00-00-00Z.backup', Buffer.from('old'))
  store.objects.set('nightly/notes.txt', Buffer.from('not ours'))
  const made = await run('backup', [], old)
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('s3://town/nightly/wayfare-') })
  expect(made.said).toContain('older than 7 days: wayfare-2020-01-01T00-00-00Z.backup')
  expect([...store.objects.keys()].toSorted()[0]).toBe('nightly/notes.txt')
  expect(store.objects.size).toBe(2)
  expect(readdirSync(old.WAYFARE_DATA)).not.toContain('backups')

  const fresh = await emptyDatabase()
  const machine = { WAYFARE_DATA: join(home, 'new'), DATABASE_URL: fresh.url }
  const done = await run('restore', [], machine)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('The books balance') })
  const restored = new Pool({ connectionString: fresh.url })
  expect((await restored.query('select email from app_user')).rows).toEqual([{ email: 'a@town.example' }])
  await restored.end()
  await fresh.drop()

  const refused = await run('backup', [], { ...old, WAYFARE_BACKUP_S3_KEY: 'another key' })
  expect(refused.code).toBe(1)
  expect(refused.said.trim().split('\n').at(-1)).toMatch(/^The store of s3:\/\/town\/nightly refuses: SignatureDoesNotMatch/)
  expect((await run('backup', [], { ...old, WAYFARE_BACKUP_S3_KEY_ID: '', WAYFARE_BACKUP_S3_KEY: '' })).said).toContain(
    'WAYFARE_BACKUP_FOLDER=s3://town/nightly/ needs WAYFARE_BACKUP_S3_KEY_ID and WAYFARE_BACKUP_S3_KEY beside it.',
  )
  await clone.drop()
})

it('says that files which lie in a store are not in the backup, and so does the restore', { timeout: 300_000 }, async () => {
  const clone = await cloneDatabase()
  const folder = join(home, 'named')
  const town = { WAYFARE_DATA: join(home, 'stored'), DATABASE_URL: clone.url, WAYFARE_BACKUP_FOLDER: folder }
  mkdirSync(town.WAYFARE_DATA)
  writeFileSync(join(town.WAYFARE_DATA, 'secret'), 'the secret of a town, which is long enough\n')
  store.objects.set('uploads/AB/one', Buffer.from('a picture'))
  const made = await run('backup', [], { ...town, ...inStore() })
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('rows, 0 files.') })
  expect(made.said).toContain('Uploaded files are NOT in it: they are in s3://town/uploads, which has to be backed up by itself.')
  const json = await run('backup', ['--json', '--folder', join(home, 'json')], { ...town, ...inStore() })
  expect(JSON.parse(json.said)).toMatchObject({ files: 0, filesIn: 's3://town/uploads' })

  const fresh = await emptyDatabase()
  const machine = { WAYFARE_DATA: join(home, 'named-here'), DATABASE_URL: fresh.url, WAYFARE_BACKUP_FOLDER: folder }
  mkdirSync(join(machine.WAYFARE_DATA, 'files'), { recursive: true })
  writeFileSync(join(machine.WAYFARE_DATA, 'files/copied'), 'copied before')
  const done = await run('restore', [], machine)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('The books balance') })
  expect(done.said).toContain(
    'Uploaded files are not in the backup: they are in s3://town/uploads. This installation looks for them in',
  )
  // nothing came that would need the place of what is there
  expect(readFileSync(join(machine.WAYFARE_DATA, 'files/copied'), 'utf8')).toBe('copied before')
  await fresh.drop()
  await clone.drop()
})

it('restores files of a folder into a store, or into a folder that others share', { timeout: 300_000 }, async () => {
  const clone = await cloneDatabase()
  const shared = join(home, 'shared')
  const town = { WAYFARE_DATA: join(home, 'folder'), DATABASE_URL: clone.url, WAYFARE_BACKUP_FOLDER: join(home, 'whole') }
  mkdirSync(town.WAYFARE_DATA)
  writeFileSync(join(town.WAYFARE_DATA, 'secret'), 'the secret of a town, which is long enough\n')
  for (const folder of ['AB', 'lost+found', '.snapshot']) {
    mkdirSync(join(shared, folder), { recursive: true })
    writeFileSync(join(shared, folder, 'one'), `in ${folder}`)
  }
  const made = await run('backup', [], { ...town, WAYFARE_FILES: shared })
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('rows, 1 files.') })

  const away = { ...town, WAYFARE_FILES: join(home, 'not-mounted'), WAYFARE_BACKUP_FOLDER: join(home, 'part') }
  const first = new Pool({ connectionString: clone.url })
  await first.query(
    `insert into stored_file (id, purpose, name, storage_key, media_type, bytes) values ('f', 'carImage', 'f', 'AB/one', 'image/webp', 5)`,
  )
  await first.end()
  expect((await run('backup', [], away)).said).toContain(
    '1 uploaded files that the database names are NOT in it: they are not in',
  )
  expect((await run('backup', [], { ...town, WAYFARE_FILES: shared })).said).not.toContain('NOT in it: they')

  const other = join(home, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'mine'), 'of before')
  for (const [name, more] of Object.entries({ store: inStore(), other: { WAYFARE_FILES: other } })) {
    const fresh = await emptyDatabase()
    const machine = { ...town, WAYFARE_DATA: join(home, `to-${name}`), DATABASE_URL: fresh.url }
    expect(await run('restore', [], { ...machine, ...more })).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restored in'),
    })
    expect(existsSync(join(machine.WAYFARE_DATA, 'files'))).toBe(false)
    await fresh.drop()
  }
  expect(store.objects.get('uploads/AB/one')?.toString()).toBe('in AB')
  expect(readFileSync(join(other, 'AB/one'), 'utf8')).toBe('in AB')
  expect(readFileSync(join(other, 'mine'), 'utf8')).toBe('of before')

  const empty = await emptyDatabase()
  const refused = {
    ...town,
    WAYFARE_DATA: join(home, 'refused'),
    DATABASE_URL: empty.url,
    ...inStore(),
    WAYFARE_FILES_S3_KEY: 'another',
  }
  const told = await run('restore', [], refused)
  expect(told.code).toBe(1)
  expect(told.said.trim().split('\n').at(-1)).toMatch(/^The store of s3:\/\/town\/uploads refuses: SignatureDoesNotMatch/)
  const pool = new Pool({ connectionString: empty.url })
  expect((await pool.query(`select to_regclass('app_user') as found`)).rows).toEqual([{ found: null }])
  await pool.end()
  await empty.drop()
  await clone.drop()
})
