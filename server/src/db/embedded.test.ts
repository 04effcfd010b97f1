import { spawn } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { claimDataDir } from './embedded-claim.ts'
import { findProcess } from './embedded-process.ts'
import { startEmbedded } from './embedded.ts'
import { computeSharedBuffersMb } from './embedded-cluster.ts'

const isRoot = process.getuid?.() === 0
const cleanups: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const makeDir = (mode = 0o755): string => {
  const dir = mkdtempSync(join(tmpdir(), 'wf-pg-'))
  chmodSync(dir, mode)
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

type Embedded = Awaited<ReturnType<typeof startEmbedded>>

const start = async (dataDir: string): Promise<Embedded> => {
  const db = await startEmbedded({ dataDir, log: () => {} })
  cleanups.push(() => db.stop())
  return db
}

const ask = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)

const until = async (check: () => Promise<boolean> | boolean): Promise<void> => {
  await expect.poll(check, { interval: 50 }).toBe(true)
}

describe('the embedded database', () => {
  const dataDir = makeDir()

  test('a first start creates it with checksums, UTF-8, safe commits and no TCP port', async () => {
    const db = await start(dataDir)
    expect(db.adopted).toBe(false)
    expect(db.alive()).toBe(true)
    const [row] = await ask(
      db.url,
      `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit, current_setting('data_checksums') sums,
        current_setting('server_encoding') encoding, current_setting('listen_addresses') tcp, current_setting('password_encryption') secret,
        current_database() name, lower('ÅÖ') lower`,
    )
    expect(row).toEqual({
      fsync: 'on',
      commit: 'on',
      sums: 'on',
      encoding: 'UTF8',
      tcp: '',
      secret: 'scram-sha-256',
      name: 'wayfare',
      lower: 'åö',
    })
    expect(statSync(join(dataDir, 'pg-password')).mode & 0o777).toBe(0o600)
    await ask(db.url, 'create table kept as select 42 as n')
    await db.stop()
    expect(db.alive()).toBe(false)
  })

  test('a restart finds its rows again', async () => {
    const db = await start(dataDir)
    expect(await ask(db.url, 'select n from kept')).toEqual([{ n: 42 }])
    await db.stop()
  })

  test('a killed database process is started again while the server runs', async () => {
    const db = await start(dataDir)
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await until(() => !db.alive())
    await until(() => db.alive())
    await until(async () => (await ask(db.url, 'select n from kept').catch(() => [])).length === 1)
    await db.stop()
  })

  test('lock files whose number now belongs to a stranger or a zombie do not stop the start', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    cleanups.push(() => void parent.kill('SIGKILL'))
    const zombie = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))))
    await until(() => findProcess(zombie) === null)
    for (const pid of [parent.pid, zombie, process.pid]) {
      writeFileSync(
        join(dataDir, 'postgres/data/postmaster.pid'),
        `${pid}\n${join(dataDir, 'postgres/data')}\n1\n5432\n\n\n1 1\n`,
      )
      writeFileSync(join(dataDir, 'postgres/run/.s.PGSQL.5432.lock'), `${pid}\n`)
      const db = await start(dataDir)
      expect(await ask(db.url, 'select n from kept')).toEqual([{ n: 42 }])
      await db.stop()
    }
    expect(findProcess(parent.pid ?? 0)).not.toBeNull()
  })

  test('data of another PostgreSQL version is refused with a sentence that names both', async () => {
    const versionFile = join(dataDir, 'postgres/data/PG_VERSION')
    const version = readFileSync(versionFile, 'utf8')
    writeFileSync(versionFile, '14\n')
    await expect(start(dataDir)).rejects.toThrow(/is of PostgreSQL 14, but this Wayfare brings PostgreSQL \d+/)
    writeFileSync(versionFile, version)
  })
})

test.skipIf(!isRoot)('as root it works below a private folder, run by an ordinary user', async () => {
  const dataDir = join(makeDir(0o700), 'clone', 'data')
  const db = await start(dataDir)
  expect((await ask(db.url, 'select 1 as n'))[0]).toEqual({ n: 1 })
  expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
  // Reading the settings anew must find the same folder from inside the process.
  expect(await ask(db.url, `select pg_reload_conf() ok`)).toEqual([{ ok: true }])
  await db.stop()
})

test('a long path and a second copy side by side: the socket moves to a short folder', async () => {
  const long = join(makeDir(), 'a'.repeat(90), 'data')
  const [one, two] = await Promise.all([start(long), start(makeDir())])
  expect(one.url).not.toBe(two.url)
  await ask(one.url, 'create table only_here ()')
  expect(await ask(two.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
  const socketDir = new URL(one.url).searchParams.get('host') ?? ''
  expect(lstatSync(socketDir).mode & 0o777).toBe(0o700)
  await Promise.all([one.stop(), two.stop()])
  rmSync(socketDir, { recursive: true, force: true })
})

test('it keeps an eighth of the memory for itself, and no more than it can use', () => {
  const gib = 1_073_741_824
  expect([gib / 4, 2 * gib, 4.5 * gib, 64 * gib].map(computeSharedBuffersMb)).toEqual([64, 256, 576, 1024])
})

describe('the claim on a data folder', () => {
  test('is refused while its holder lives and free once it is released', () => {
    const dataDir = makeDir()
    const claim = claimDataDir(dataDir)
    expect(() => claimDataDir(dataDir)).toThrow(
      `Another Wayfare server (process ${process.pid}) is using the data folder ${dataDir}.`,
    )
    claim.release()
    claimDataDir(dataDir).release()
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
  })

  test('of a crashed server is taken over, also when its process number lives on in a stranger', () => {
    const dataDir = makeDir()
    for (const text of [
      '',
      'x',
      JSON.stringify({ pid: process.ppid, startedAt: 'long ago' }),
      JSON.stringify({ pid: 4_194_000, startedAt: '' }),
    ]) {
      writeFileSync(join(dataDir, 'server.lock'), text)
      claimDataDir(dataDir).release()
    }
  })

  test('on a folder that cannot be written is refused in one sentence', () => {
    const path = join(makeDir(), 'file')
    writeFileSync(path, '')
    expect(() => claimDataDir(path)).toThrow(`Wayfare cannot use its data folder ${path}: it is not a folder.`)
    if (isRoot) return
    const closed = join(makeDir(), 'closed')
    mkdirSync(closed, { mode: 0o500 })
    expect(() => claimDataDir(closed)).toThrow('permission denied')
  })
})
