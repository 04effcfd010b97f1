// One PostgreSQL for all test runs of this clone, with a migrated template that every test file clones.
// Its files stay under node_modules/.cache, so that a rerun needs no initdb; several runs at once share the one server. A whole run has one
// of its own (TEST_DATABASE_DIR), which goes with it.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrateDatabase } from '../src/db/migrate.ts'
import { prepareDemoMap } from './demo-map.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** the server's own database: clones are made from here */
    adminUrl: string
    template: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = process.env['TEST_DATABASE_DIR'] ?? join(root, 'node_modules/.cache/wayfare-test-pg')
const users = join(home, 'users')
const lock = join(home, 'lock')
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** One run at a time starts or stops the server; a lock that a killed run left is broken after its time. */
const locked = async <T>(work: () => Promise<T>): Promise<T> => {
  mkdirSync(users, { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - since > 60_000) rmSync(lock, { recursive: true, force: true })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

const othersAreAlive = (): boolean => {
  const pids = readdirSync(users).map(Number)
  for (const pid of pids) if (!isAlive(pid)) rmSync(join(users, String(pid)), { force: true })
  return pids.some((pid) => pid !== process.pid && isAlive(pid))
}

const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Embedded = Awaited<ReturnType<typeof startEmbedded>>

const start = (): Promise<Embedded> => startEmbedded({ dataDir: home, log: () => {} })

/** Test data may be lost with the machine: no waiting for the disk, and room for many runs at once. */
const hurry = async (db: Embedded): Promise<Embedded> => {
  const isTuned = await withClient(db.url, async (client) => {
    const { rows } = await client.query<{ fsync: string }>(`select current_setting('fsync') as fsync`)
    if (rows[0]?.fsync === 'off') return true
    for (const setting of ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'max_connections = 400']) {
      await client.query(`alter system set ${setting}`)
    }
    return false
  })
  if (isTuned) return db
  await db.stop()
  return start()
}

const migrationsDir = fileURLToPath(new URL('../src/db/migrations', import.meta.url))

const templateName = (): string => {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsDir).toSorted()) hash.update(readFileSync(join(migrationsDir, name)))
  hash.update(readFileSync(join(migrationsDir, '../migrate.ts')))
  hash.update(readFileSync(join(root, 'node_modules/graphile-worker/package.json')))
  return `template_${hash.digest('hex').slice(0, 16)}`
}

const names = async (client: Client, pattern: string): Promise<string[]> =>
  (await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [pattern])).rows.map(
    ({ datname }) => datname,
  )

/** Databases of runs that were killed, and templates of an older schema that no run uses. */
const clearOld = async (client: Client, template: string): Promise<void> => {
  const clones = (await names(client, 'test\\_%')).filter((name) => !isAlive(Number(name.split('_')[1])))
  const templates = othersAreAlive() ? [] : (await names(client, 'template\\_%')).filter((name) => name !== template)
  for (const name of [...clones, ...templates]) await client.query(`drop database if exists ${name} with (force)`)
}

export const databaseUrl = (adminUrl: string, name: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.toString()
}

const makeTemplate = async (client: Client, adminUrl: string, template: string): Promise<void> => {
  if ((await names(client, template)).length > 0) return
  const draft = `draft_${template}`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft}`)
  const pool = new Pool({ connectionString: databaseUrl(adminUrl, draft) })
  try {
    await migrateDatabase(pool, log)
  } finally {
    await pool.end()
  }
  await client.query(`alter database ${draft} rename to ${template}`)
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  let db: Embedded | undefined
  const prepared = prepareDemoMap()
  const started = locked(async () => {
    db = await hurry(await start())
    writeFileSync(join(users, String(process.pid)), '')
    const { url } = db
    const template = templateName()
    await withClient(url, async (client) => {
      await clearOld(client, template)
      await makeTemplate(client, url, template)
    })
    project.provide('adminUrl', url)
    project.provide('template', template)
  })
  await Promise.all([prepared, started])
  return () =>
    locked(async () => {
      rmSync(join(users, String(process.pid)), { force: true })
      if (!othersAreAlive()) await db?.stop()
    })
}
