// Backup and restore as an operator runs them: the programs themselves, and what they say.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSecrets } from '../src/secrets.ts'
import { checkSecret } from '../src/db/secret-check.ts'
import { cloneDatabase, emptyDatabase, type Clone } from './database.ts'
import { databaseUrl } from './global-setup.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'wf-restore-'))
const folder = join(home, 'backups')
const secret = 'the secret of the old machine, long enough'
const passphrase = 'a passphrase that is long enough'

/** A machine of its own: its data folder, and its database. */
const makeMachine = (name: string, { url }: Clone) => {
  const dataDir = join(home, name)
  mkdirSync(dataDir)
  const shared = { WAYFARE_DATA: dataDir, DATABASE_URL: url, WAYFARE_BACKUP_FOLDER: folder, WAYFARE_SECRET: '' }
  return { dataDir, env: { ...shared, NODE_ENV: 'development', WAYFARE_DEMO: 'off', PORT: '0', HOST: '127.0.0.1' } }
}
type Machine = ReturnType<typeof makeMachine>

/** Gives what it said, or why it refused. */
const run = async (program: string, args: readonly string[], { env }: Machine, more: Record<string, string> = {}) => {
  // a server that starts after all is not waited for
  const options = { cwd: root, env: { ...process.env, ...env, ...more }, timeout: 60_000 }
  const path = join(root, 'server/dist', `${program}.js`)
  const done = await promisify(execFile)(process.execPath, [path, ...args], options).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: 'code' in done ? done.code : 0, said: done.stdout + done.stderr }
}

const phrase = { WAYFARE_BACKUP_PASSPHRASE: passphrase }
let old: Machine
let oldClone: Clone
const clones: Clone[] = []
const pools: Pool[] = []
const keep = (clone: Clone): Clone => {
  clones.push(clone)
  return clone
}
const poolOf = ({ url }: { url: string }): Pool => {
  const pool = new Pool({ connectionString: url })
  pool.on('error', () => {})
  pools.push(pool)
  return pool
}

const people = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ id: string }>('select id from app_user order by id')).rows.map(({ id }) => id)

beforeAll(async () => {
  oldClone = keep(await cloneDatabase())
  old = makeMachine('old', oldClone)
  writeFileSync(join(old.dataDir, 'secret'), `${secret}\n`)
  mkdirSync(join(old.dataDir, 'files/users'), { recursive: true })
  writeFileSync(join(old.dataDir, 'files/users/f1'), 'a picture')
  const pool = poolOf(oldClone)
  await pool.query(
    `insert into app_user (id, user_type, email) values ('a', 'admin', 'a@town.example'), ('b', 'rider', 'b@town.example')`,
  )
  await pool.query(`insert into setting (id, data) values (1, '{"appName": "Majorna Taxi"}')`)
  await checkSecret(pool, secret, { isNewWanted: false, where: '' })
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  for (const clone of clones) await clone.drop()
  rmSync(home, { recursive: true, force: true })
})

it('brings an encrypted backup to another machine, with its secret and files', { timeout: 300_000 }, async () => {
  const made = await run('backup', [], old, phrase)
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('The secret is in it.') })
  const [name = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, name)).includes('town.example')).toBe(false)

  const clone = keep(await emptyDatabase())
  const machine = makeMachine('new', clone)
  const done = await run('restore', [], machine, phrase)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('The books balance, and the audit log is whole.') })
  expect(done.said).toContain('2 people')
  expect(await people(poolOf(clone))).toEqual(['a', 'b'])
  expect(readFileSync(join(machine.dataDir, 'secret'), 'utf8').trim()).toBe(secret)
  expect(readFileSync(join(machine.dataDir, 'files/users/f1'), 'utf8')).toBe('a picture')
  expect(readdirSync(machine.dataDir).filter((entry) => entry.startsWith('restore-'))).toEqual([])
})

it('refuses a database with something in it, unless that is meant, and keeps what was there', { timeout: 300_000 }, async () => {
  const clone = keep(await cloneDatabase())
  const machine = makeMachine('full', clone)
  mkdirSync(join(machine.dataDir, 'files'))
  writeFileSync(join(machine.dataDir, 'files/mine'), 'of before')
  const pool = new Pool({ connectionString: clone.url })
  await pool.query(`insert into app_user (id, user_type, email) values ('z', 'admin', 'z@other.example')`)
  await pool.end()
  const name = new URL(clone.url).pathname.slice(1)
  const refused = await run('restore', [], machine, phrase)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(`The database ${name} is not empty: it has 1 people`) })
  expect(refused.said).toContain('With --replace')
  expect(await people(poolOf(clone))).toEqual(['z'])
  await pools.pop()?.end()

  const done = await run('restore', [folder, '--replace'], machine, phrase)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining(`is kept as ${name}_before`) })
  const before = databaseUrl(clone.url, `${name}_before`)
  const admin = databaseUrl(clone.url, 'postgres')
  expect(await people(poolOf(clone))).toEqual(['a', 'b'])
  const aside = new Pool({ connectionString: before })
  expect(await people(aside)).toEqual(['z'])
  await aside.end()
  await poolOf({ url: admin }).query(`drop database ${name}_before`)
  const kept = readdirSync(machine.dataDir).find((entry) => entry.startsWith('files.before-')) ?? ''
  expect(readFileSync(join(machine.dataDir, kept, 'mine'), 'utf8')).toBe('of before')
  expect(readdirSync(join(machine.dataDir, 'files'))).toEqual(['users'])
})

it('refuses a backup whose secret nobody has, and takes it when it is there', { timeout: 300_000 }, async () => {
  const plainFolder = join(home, 'plain')
  const made = await run('backup', ['--folder', plainFolder], old)
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('The secret is NOT in it') })
  const clone = keep(await emptyDatabase())
  const machine = makeMachine('secretless', clone)
  expect(await run('restore', [plainFolder], machine)).toMatchObject({
    code: 1,
    said: expect.stringContaining('does not hold the secret of its database, and there is none here'),
  })
  expect(existsSync(join(machine.dataDir, 'secret'))).toBe(false)
  expect((await poolOf(clone).query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  const other = { WAYFARE_SECRET: 'another secret than that of the backup' }
  expect((await run('restore', [plainFolder], machine, other)).said).toContain('WAYFARE_SECRET is another one')
  expect((await run('restore', [folder], machine, { ...other, ...phrase })).said).toContain(
    'WAYFARE_SECRET is not the secret of the backup',
  )
  const done = await run('restore', [plainFolder], machine, { WAYFARE_SECRET: secret })
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('The books balance') })
})

it('does not start on a database of another secret, and says so in one line', { timeout: 300_000 }, async () => {
  const machine = makeMachine('changed', oldClone)
  const refused = await run('main', [], machine)
  expect(refused.code).toBe(1)
  const reason = refused.said.split('\n').filter((line) => line.startsWith('The secret ('))
  expect(reason).toEqual([expect.stringContaining('is not the one that this database was made with')])
  expect(refused.said).not.toContain('    at ')
})

it('knows another secret by what was sealed, where none was kept', async () => {
  const clone = keep(await cloneDatabase())
  const pool = poolOf(clone)
  const sealed = makeSecrets(secret).seal('key', 'push_key.sealed_private_key')
  await pool.query(`insert into push_key (name, public_key, sealed_private_key) values ('vapid', 'public', $1)`, [sealed])
  const check = (given: string, isNewWanted = false) => checkSecret(pool, given, { isNewWanted, where: 'here' })
  const another = 'another secret than the one before it'
  await expect(check(another)).rejects.toThrow(/The secret \(here\) is not the one/)
  await check(secret)
  await check(secret)
  await expect(check(another)).rejects.toThrow(/WAYFARE_NEW_SECRET=on/)
  await check(another, true)
  await check(another)
  await expect(check(secret)).rejects.toThrow(/is not the one/)
})
