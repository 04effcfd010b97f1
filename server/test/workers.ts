// Processes that take jobs from one database, for tests in which one of them dies or stands still.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { layDemoMap } from './demo-map.ts'
import { testSecret } from './harness.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Worker = { child: ChildProcess; ids: string[] }

/** `env` is added to what they are started with. */
export const makeWorkers = (databaseUrl: string, pool: Pool, env: Record<string, string> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-workers-'))
  const children: ChildProcess[] = []

  const readWorkers = async (): Promise<string[]> =>
    (await pool.query<{ id: string }>('select id from job_worker')).rows.map(({ id }) => id)

  return {
    /** A process that takes jobs, and the workers that it says it is. */
    start: async (name: string): Promise<Worker> => {
      const before = await readWorkers()
      layDemoMap(join(dataDir, name))
      const environment = {
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
        DATABASE_URL: databaseUrl,
        ...env,
      }
      const main = join(root, 'server/dist/main.js')
      const child = spawn(process.execPath, [main], { cwd: root, env: environment, stdio: 'ignore' })
      children.push(child)
      const readMine = async (): Promise<string[]> => (await readWorkers()).filter((id) => !before.includes(id))
      await expect.poll(readMine, { timeout: 60_000 }).toHaveLength(2)
      return { child, ids: await readMine() }
    },
    /** Whose worker has taken a job of this name; waits until one has. */
    findHolder: async (job: string, workers: readonly Worker[]): Promise<Worker> => {
      const held = `select locked_by from graphile_worker.jobs where task_identifier = $1 and locked_by is not null`
      const read = async () => (await pool.query<{ locked_by: string }>(held, [job])).rows[0]?.locked_by ?? ''
      const find = async () => {
        const id = await read()
        return workers.find(({ ids }) => ids.includes(id))
      }
      await expect.poll(find, { timeout: 60_000, interval: 20 }).toBeDefined()
      const found = await find()
      if (!found) throw new Error(`nobody has ${job} any more`)
      return found
    },
    close: async (): Promise<void> => {
      for (const child of children) {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
