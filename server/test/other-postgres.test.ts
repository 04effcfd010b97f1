// The data of another major version of PostgreSQL: the start leaves it alone, and a restore puts it aside. The programs themselves, and
// what they say.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { setOldClusterAside } from '../src/db/embedded-major.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'wf-major-'))
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const dataDir = join(home, 'data')
const folder = join(home, 'backups')
const cluster = join(dataDir, 'postgres/data')
const versionFile = join(cluster, 'PG_VERSION')
const aside = join(dataDir, 'postgres/pg-17-before')

const run = async (program: string, ...args: readonly string[]) => {
  const town = { WAYFARE_DATA: dataDir, DATABASE_URL: '', WAYFARE_BACKUP_FOLDER: folder, WAYFARE_SECRET: '', WAYFARE_DEMO: 'off' }
  const env = {
    ...process.env,
    ...town,
    NODE_ENV: 'development',
    PORT: '0',
    HOST: '127.0.0.1',
    WAYFARE_ADMIN_PASSWORD: 'harbour7',
  }
  const path = join(root, 'server/dist', `${program}.js`)
  const done = await promisify(execFile)(process.execPath, [path, ...args], { cwd: root, env, timeout: 120_000 }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: 'code' in done ? done.code : 0, said: done.stdout + done.stderr }
}

const listAll = (path: string): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()

it('is refused by the start in one line, and taken along by a restore that puts it aside', { timeout: 300_000 }, async () => {
  const made = await run('create-admin', '--email', 'owner@town.example', '--first-name', 'Olivia', '--last-name', 'Owner')
  expect(made.said).toContain('is an administrator now')
  writeFileSync(join(dataDir, 'secret'), 'the secret of a town, which is long enough\n')
  expect((await run('backup')).code).toBe(0)
  writeFileSync(versionFile, '17\n')
  const files = listAll(cluster)

  const refused = await run('main')
  expect(refused.code).toBe(1)
  const reasons = refused.said.split('\n').filter((line) => line.startsWith('The data in '))
  expect(reasons).toHaveLength(1)
  expect(reasons[0]).toContain(`The data in ${cluster} is of PostgreSQL 17, but this Wayfare brings PostgreSQL 18`)
  expect(reasons[0]).toContain('npm run upgrade')
  expect(reasons[0]).toContain('npm run restore -- FILE --replace')
  // without the word nothing moves
  expect((await run('restore')).said).toContain('is of PostgreSQL 17')
  expect(listAll(cluster)).toEqual(files)

  const done = await run('restore', folder, '--replace', '--go-on')
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining(`is kept as ${aside}`) })
  expect(done.said).toContain('with 1 people')
  expect(listAll(aside)).toEqual(files)
  expect(readFileSync(join(aside, 'PG_VERSION'), 'utf8')).toBe('17\n')
  expect(readFileSync(versionFile, 'utf8').trim()).toBe('18')
  expect(await run('bring-up')).toMatchObject({ code: 0, said: expect.stringContaining('The books balance') })
})

it('comes back as it was when nothing took its place', () => {
  const before = listAll(cluster)
  const old = setOldClusterAside(dataDir, '99')
  expect(old?.aside).toBe(join(dataDir, 'postgres/pg-18-before'))
  expect(existsSync(cluster)).toBe(false)
  old?.putBack()
  expect(listAll(cluster)).toEqual(before)
  expect(existsSync(join(dataDir, 'postgres/pg-18-before'))).toBe(false)
  expect(setOldClusterAside(dataDir, '18')).toBe(null)
})

it('stays where it is while its database runs', () => {
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n`)
  expect(() => setOldClusterAside(dataDir, '99')).toThrow(/still runs \(process \d+\): stop it first/)
  expect(existsSync(versionFile)).toBe(true)
})
