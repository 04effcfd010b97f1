// Two workers on a PostgreSQL of one's own: one is killed in the middle of a job, and the other has it within 8 s.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from './database.ts'
import { layDemoMap } from './demo-map.ts'
import { testSecret } from './harness.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const clone = await cloneDatabase()
const pool = new Pool({ connectionString: clone.url })
pool.on('error', () => {})
const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-workers-'))
const children: ChildProcess[] = []

afterAll(async () => {
  for (const child of children) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await pool.end()
  await clone.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const count = async (query: string): Promise<number> => (await pool.query(query)).rowCount ?? 0

const readWorkers = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('select id from job_worker')).rows.map(({ id }) => id)

/** A process that takes jobs, and the workers that it says it is. */
const startWorker = async (name: string): Promise<{ child: ChildProcess; ids: string[] }> => {
  const before = await readWorkers()
  layDemoMap(join(dataDir, name))
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    WAYFARE_DATA: join(dataDir, name),
    // processes of one database share it
    WAYFARE_SECRET: testSecret,
    WAYFARE_DEMO: 'off',
    WAYFARE_ROLES: 'worker',
    WAYFARE_BUS: 'postgres',
    DATABASE_URL: clone.url,
  }
  const child = spawn(process.execPath, [join(root, 'server/dist/main.js')], { cwd: root, env, stdio: 'ignore' })
  children.push(child)
  const readMine = async (): Promise<string[]> => (await readWorkers()).filter((id) => !before.includes(id))
  await expect.poll(readMine, { timeout: 60_000 }).toHaveLength(2)
  return { child, ids: await readMine() }
}

it('what a killed worker had locked is done by another within 8 s', { timeout: 180_000 }, async () => {
  const workers = [await startWorker('one'), await startWorker('two')]
  // held up by a table that nobody else may read, the job is under way for as long as we like
  const holder = await pool.connect()
  await holder.query('begin; lock table audit_proof in access exclusive mode')
  await pool.query(`select graphile_worker.add_job('audit.prove', '{}'::json)`)
  const findHolder = async (): Promise<string | undefined> => {
    const jobs = `select locked_by from graphile_worker.jobs where task_identifier = 'audit.prove' and locked_by is not null`
    return (await pool.query<{ locked_by: string }>(jobs)).rows[0]?.locked_by
  }
  await expect.poll(findHolder, { interval: 20 }).toBeDefined()
  const by = (await findHolder()) ?? ''
  workers.find(({ ids }) => ids.includes(by))?.child.kill('SIGKILL')
  const killedAt = Date.now()
  await holder.query('rollback')
  holder.release()
  expect(await count('select from audit_proof')).toBe(0)
  expect(await findHolder()).toBe(by)
  await expect.poll(() => count('select from audit_proof'), { timeout: 60_000 }).toBeGreaterThan(0)
  expect(Date.now() - killedAt).toBeLessThan(8_000)
})
