// The built server with trips under way, over a PostgreSQL of its own, and what may happen to either. `npm run faults` takes more
// trips and more time.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../src/db/embedded.ts'
import { makeDriving, makeTown } from './busy-trips.ts'
import { testSecret } from './harness.ts'
import { makeKilledServer } from './killed-server.ts'
import { startProxy } from './proxy.ts'
import { thoroughly } from './thorough.ts'

const count = thoroughly(200, 12)
/** between two steps of a trip */
const gapMs = thoroughly(2500, 400)

const home = mkdtempSync(join(tmpdir(), 'wayfare-load-'))
const postgres = await startEmbedded({ dataDir: home, log: () => {} })
const proxy = await startProxy(postgres.url)
const server = makeKilledServer({ DATABASE_URL: proxy.url, WAYFARE_SECRET: testSecret, WAYFARE_DEMO: 'off' })
await server.open()

afterAll(async () => {
  await server.close()
  proxy.close()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}, 120_000)

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Positions of a trip that its phone has sent. */
const countPoints = async (id: string): Promise<number> => {
  const points = `select count(*)::int as count from track_point where booking_id = $1 and device = 'test-device' and seq > 0`
  return (await query<{ count: number }>(points, [id]))[0]?.count ?? 0
}

const readSteps = () => query('select booking_id, to_status from booking_step order by booking_id, version')

const startDriving = async () => makeDriving(server, await makeTown(postgres.url, count), gapMs)
type Driving = Awaited<ReturnType<typeof startDriving>>

/** What was not answered by 200 was told to come again, and when. */
const checkRefusals = ({ refused }: Driving): void => {
  const answers = refused.flatMap(({ answer }) => (answer ? [answer] : []))
  const wrong = answers.filter(({ status, key, retryAfter }) => key !== 'request_in_flight' && !(status === 503 && retryAfter))
  expect(wrong).toEqual([])
}

const some = async (driving: Driving): Promise<void> => {
  await expect.poll(driving.answered, { timeout: 60_000, interval: 20 }).toBeGreaterThan(count)
}

const patienceMs = 300_000

test(
  'trips go on when PostgreSQL is ended at once, again and again: nothing that was answered is lost',
  { timeout: 600_000 },
  async () => {
    const driving = await startDriving()
    const { pid } = server
    const before = pid()
    const running = driving.run(patienceMs)
    for (let time = 0; time < thoroughly(6, 2); time++) {
      const seen = driving.answered()
      await expect.poll(driving.answered, { timeout: 60_000, interval: 20 }).toBeGreaterThan(seen + count / 4)
      // what `pg_ctl stop -m immediate` sends; who watches over it starts it again
      process.kill(Number.parseInt(readFileSync(join(home, 'postgres/data/postmaster.pid'), 'utf8'), 10), 'SIGQUIT')
      await expect.poll(postgres.alive, { interval: 20 }).toBe(false)
      await expect
        .poll(
          () =>
            query('select').then(
              () => true,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true)
    }
    expect(driving.arrived()).toBeLessThan(count)
    await running
    expect(driving.refused.length).toBeGreaterThan(0)
    checkRefusals(driving)
    expect(pid()).toBe(before)
    await driving.check(countPoints)
  },
)

test(
  'trips wait while PostgreSQL is away: each request is told to come again, and none was done in the meantime',
  { timeout: 600_000 },
  async () => {
    const driving = await startDriving()
    const before = server.pid()
    const running = driving.run(patienceMs)
    await some(driving)
    proxy.stop()
    await pause(200)
    const [done, told] = [driving.answered(), driving.refused.length]
    const steps = await readSteps()
    await pause(thoroughly(60_000, 3000))
    const after = { done: driving.answered(), steps: await readSteps() }
    await proxy.restart()
    expect(after).toEqual({ done, steps })
    const away = driving.refused.slice(told)
    expect(away.length).toBeGreaterThan(count)
    expect(away.filter(({ answer, ms }) => answer?.status !== 503 || !answer.retryAfter || ms > 10_000)).toEqual([])
    await running
    checkRefusals(driving)
    expect(server.pid()).toBe(before)
    await driving.check(countPoints)
  },
)

test(
  'trips go on when the server is stopped and started: each request is answered or can be asked again',
  { timeout: 600_000 },
  async () => {
    const driving = await startDriving()
    const running = driving.run(patienceMs)
    for (let time = 0; time < thoroughly(3, 1); time++) {
      await some(driving)
      expect(await server.stop()).toBe(0)
      await server.start()
    }
    expect(driving.arrived()).toBeLessThan(count)
    await running
    checkRefusals(driving)
    await driving.check(countPoints)
  },
)
