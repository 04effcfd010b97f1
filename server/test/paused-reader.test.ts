// Two processes that react to events; one stands still in the middle of its reactions, with some of them done and its place not yet
// saved, and goes on when the other has done them all. `npm run faults` lets it stand for five minutes.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { expect, it } from 'vitest'
import { cloneDatabase, startApp } from './harness.ts'
import { hasNats, startNats } from './nats.ts'
import { isThorough, thoroughly } from './thorough.ts'
import { makeWorkers } from './workers.ts'

const pairs = 12
const bonusMinor = 1000

/** Newcomers and who brought each of them; a bonus is due to both as soon as the newcomer is approved. */
const makeTown = async (url: string) => {
  const settings = { bonus: bonusMinor / 100, bonusMoment: 'approval', bonusPerDay: pairs } as const
  const app = await startApp({ clone: { url, drop: async () => {} }, settings })
  const made: { referrer: string; newcomer: string }[] = []
  for (let i = 0; i < pairs; i++) {
    const referrer = await app.make.rider()
    made.push({ referrer: referrer.id, newcomer: (await app.make.rider({ signupViaReferral: referrer.id })).id })
  }
  await app.settle()
  await app.close()
  return made
}

type Pair = Awaited<ReturnType<typeof makeTown>>[number]

const makeQuestions = (pool: Pool) => ({
  /** `before`: runs when the events are written and nobody sees them yet */
  approve: async (made: readonly Pair[], before = async (): Promise<void> => {}): Promise<void> => {
    const ids = made.map(({ newcomer }) => newcomer)
    const insert = `insert into event (type, payload) select 'AccountApproved', jsonb_build_object('userId', id) from unnest($1::text[]) id`
    const client = await pool.connect()
    await client.query('begin')
    await client.query(insert, [ids])
    await before()
    await client.query('commit')
    client.release()
  },
  /** wallets that have got a bonus, with what is in them */
  readWallets: async (): Promise<[string, number][]> => {
    const { rows } = await pool.query<{ id: string; minor: string }>(
      `select a.owner_id as id, sum(e.amount_minor) as minor from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
       join ledger_account a on a.id = e.account_id where t.once like 'bonus:%' and a.kind = 'wallet' group by 1 order by 1`,
    )
    return rows.map(({ id, minor }) => [id, Number(minor)])
  },
  countWaiting: async (): Promise<number> => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await pool.query(waiting)).rowCount ?? 0
  },
  /** whether the reader's place is behind what there is */
  isBehind: async (): Promise<boolean> => {
    const { rows } = await pool.query<{ behind: boolean }>(
      `select exists (select from event e, event_cursor c where c.reader = 'reactions'
       and (e.transaction_id, e.id) > (c.transaction_id, c.event_id)) as behind`,
    )
    return rows[0]?.behind ?? true
  },
})

/** `env` says how the processes hear of one another. */
const checkPausedReader = async (env: Record<string, string>): Promise<void> => {
  const clone = await cloneDatabase()
  const made = await makeTown(clone.url)
  const pool = new Pool({ connectionString: clone.url })
  pool.on('error', () => {})
  const { approve, readWallets, countWaiting, isBehind } = makeQuestions(pool)
  const holder = new Client({ connectionString: clone.url })
  holder.on('error', () => {})
  const { start, close } = makeWorkers(clone.url, pool, env)
  try {
    const [one, two] = [await start('one'), await start('two')]
    // while the first does nothing the second reads
    one.child.kill('SIGSTOP')
    await holder.connect()
    // behind the events: no reader passes a transaction that is older than they are
    await approve(made, async () => {
      await holder.query('begin')
      await holder.query('select from app_user where id = $1 for update', [made[pairs / 2]?.referrer])
    })
    await expect.poll(countWaiting, { timeout: 40_000, interval: 20 }).toBeGreaterThan(0)
    await expect.poll(async () => (await readWallets()).length, { timeout: 4000, interval: 20 }).toBeGreaterThan(2)
    two.child.kill('SIGSTOP')
    const doneBefore = await readWallets()
    expect(doneBefore.length).toBeLessThan(2 * pairs)
    expect(await isBehind()).toBe(true)
    await holder.end()
    one.child.kill('SIGCONT')
    // the database ends what stands still, and with it the turn to read
    const due = made.flatMap(({ referrer, newcomer }): [string, number][] => [
      [referrer, bonusMinor],
      [newcomer, bonusMinor],
    ])
    const expected = due.toSorted(([a], [b]) => (a < b ? -1 : 1))
    const sorted = async () => (await readWallets()).toSorted(([a], [b]) => (a < b ? -1 : 1))
    await expect.poll(sorted, { timeout: 90_000, interval: 200 }).toEqual(expected)
    await expect.poll(isBehind, { timeout: 30_000 }).toBe(false)
    await pause(thoroughly(300_000, 0))
    two.child.kill('SIGCONT')
    await pause(4000)
    expect(await sorted()).toEqual(expected)
    // whichever of them has the turn, news go on being told
    expect([one.child.exitCode, two.child.exitCode]).toEqual([null, null])
    await approve(made)
    await expect.poll(isBehind, { timeout: 30_000 }).toBe(false)
    expect(await sorted()).toEqual(expected)
  } finally {
    await holder.end().catch(() => {})
    await close()
    await pool.end()
    await clone.drop()
  }
}

it(
  'what a process was reacting to that stood still is done by another, and once: it does not do it again when it goes on',
  { timeout: 900_000 },
  () => checkPausedReader({ WAYFARE_BUS: 'postgres' }),
)

// as long as the other once more: not with all other tests
it.skipIf(!hasNats || !isThorough)(
  'what a process was reacting to is done once, too, where they hear of one another over NATS (skipped without nats-server)',
  { timeout: 900_000 },
  async () => {
    const nats = await startNats()
    await checkPausedReader({ WAYFARE_BUS: 'nats', NATS_URL: nats.url }).finally(() => nats.stop())
  },
)
