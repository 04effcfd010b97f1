// Two workers on a PostgreSQL of one's own: one is killed in the middle of a job, and the other has it within 8 s.
import { Pool } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from './database.ts'
import { makeWorkers } from './workers.ts'

const clone = await cloneDatabase()
const pool = new Pool({ connectionString: clone.url })
pool.on('error', () => {})
const { start, findHolder, close } = makeWorkers(clone.url, pool)

afterAll(async () => {
  await close()
  await pool.end()
  await clone.drop()
})

const count = async (query: string): Promise<number> => (await pool.query(query)).rowCount ?? 0

it('what a killed worker had locked is done by another within 8 s', { timeout: 180_000 }, async () => {
  const workers = [await start('one'), await start('two')]
  // held up by a table that nobody else may read, the job is under way for as long as we like
  const holder = await pool.connect()
  await holder.query('begin; lock table audit_proof in access exclusive mode')
  await pool.query(`select graphile_worker.add_job('audit.prove', '{}'::json)`)
  const by = await findHolder('audit.prove', workers)
  by.child.kill('SIGKILL')
  const killedAt = Date.now()
  await holder.query('rollback')
  holder.release()
  expect(await count('select from audit_proof')).toBe(0)
  expect(await findHolder('audit.prove', workers)).toBe(by)
  await expect.poll(() => count('select from audit_proof'), { timeout: 60_000 }).toBeGreaterThan(0)
  expect(Date.now() - killedAt).toBeLessThan(8_000)
})
