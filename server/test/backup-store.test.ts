// Backups in a store instead of a folder, by the programs that an operator runs.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
