// The demo's cars, which one of several processes drives: they go on driving while one process after the other is restarted.
import { Pool } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from './database.ts'
import { makeProcesses } from './processes.ts'

const clone = await cloneDatabase()
const pool = new Pool({ connectionString: clone.url })
pool.on('error', () => {})
const processes = makeProcesses(clone.url)
afterAll(async () => {
  await processes.close()
  await pool.end()
  await clone.drop()
})

/** Cars that said where they are since then. */
const countDriving = async (since: Date): Promise<number> => {
  const driving = `select from driver_position join app_user on app_user.id = driver_id where demo and at > $1`
  return (await pool.query(driving, [since])).rowCount ?? 0
}
const expectDriving = () => {
  const since = new Date()
  return expect.poll(() => countDriving(since), { timeout: 60_000, interval: 500 }).toBeGreaterThan(2)
}

it("the demo's cars go on driving while one process after the other is restarted", { timeout: 600_000 }, async () => {
  const robots = { WAYFARE_ROBOTS: 'on' }
  const east = await processes.start('east', robots)
  const west = await processes.start('west', robots)
  await expectDriving()
  await east.stop()
  await expectDriving()
  await processes.start('east', robots)
  await west.stop()
  await expectDriving()
})
