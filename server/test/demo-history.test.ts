// A living demo's past in a real database: whole, true in the books, the same each time, and written on after a start that was cut short.
import { proveLedger } from '@wayfare/contract/wallet'
import { statuses, trackedStatuses, busyStatuses } from '@wayfare/core/booking'
import { claimStates } from '@wayfare/core/fare-claim'
import { readBalances, readGround } from '../src/db/demo-ground.ts'
import { writePast } from '../src/db/demo-history.ts'
import type { Past } from '../src/db/demo-past.ts'
import { hourMs } from '../src/db/demo-calendar.ts'
import { planPast } from '../src/db/demo-plan.ts'
import { seedDatabase } from '../src/db/seed.ts'
import { proveAudit } from '../src/features/audit/commands.ts'
import { proveBooks } from '../src/features/wallet/commands-books.ts'
import { startHistory } from '../src/history.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp, type TestApp } from './harness.ts'

/** The fake town has four addresses: with numbers it has enough. */
const startTown = async (): Promise<TestApp> => {
  const app = await startApp({ config: { demo: true } })
  const { reverse } = app.maps.geocoder
  app.maps.geocoder.reverse = async (point, lang) => {
    const found = await reverse(point, lang)
    return { ...found, address: `${found.address} ${Math.round(point.lng * 1e5)}` }
  }
  await seedDatabase(app.db, { demo: true, isLiving: true })
  await app.settings({ category: 'both' })
  return app
}

/** The slowest machine plans and writes two months within so long (ms). */
const patienceMs = 240_000

const town = await startTown()
const { endsAt, seed } = await town.db.selectFrom('demoHistory').selectAll().executeTakeFirstOrThrow()

const plan = async (at = endsAt.getTime()) => {
  const ground = await readGround(town.deps, { seed, endsAt: at })
  if (!ground) throw new Error('the fake town is too small')
  return planPast(ground, await readBalances(town.deps))
}

/** Postings that the ledger would refuse, for they leave a wallet below zero. */
const listOverdrawn = ({ postings }: Past, balances: ReadonlyMap<string, bigint>): string[] => {
  const held = new Map(balances)
  return postings
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ posting }) =>
      posting.legs.flatMap(({ account, amount }) => {
        if (account.kind !== 'wallet') return []
        const left = (held.get(account.owner) ?? 0n) + amount
        held.set(account.owner, left)
        return posting.floor && amount < 0n && left < 0n ? [posting.once] : []
      }),
    )
}

/** Those of bookings that nobody is busy with. */
const restingStatuses = statuses.filter((status) => ![...trackedStatuses, ...busyStatuses].includes(status)).toSorted()

const listStatuses = ({ rows }: Past) => [
  ...new Set(rows.flatMap(({ table, row }) => (table === 'booking' && row.status ? [row.status] : []))),
]

const listGroups = async (app: TestApp, text: string): Promise<string[]> => {
  const { rows } = await sql.raw<{ one: string }>(text).execute(app.db)
  return rows.map(({ one }) => one).toSorted()
}

const readOne = async (app: TestApp, text: string): Promise<number> => {
  const { rows } = await sql.raw<{ one: string }>(text).execute(app.db)
  return Number(rows[0]?.one)
}

it(
  'is the same for the same seed, and a start that was cut short goes on with it',
  async () => {
    const [past, again] = [await plan(), await plan()]
    expect(again.rows).toEqual(past.rows)
    expect(again.postings).toEqual(past.postings)
    let asked = 0
    const options = { currency: 'SEK', written: 0, countEarnings: async () => {}, isStopped: () => asked++ >= 20 }
    expect(await writePast(town.db, past, options)).toBe(false)
    expect(await readOne(town, 'select days_written as one from demo_history')).toBe(20)
    const startedAt = performance.now()
    await startHistory(town.deps).done
    town.deps.log.info({ ms: Math.round(performance.now() - startedAt) }, 'the rest of the past')
    expect(await readOne(town, 'select count(*) as one from demo_history where done_at is not null')).toBe(1)
    const written = past.rows.filter(({ table }) => table === 'booking').length
    expect(await readOne(town, 'select count(*) as one from booking')).toBe(written)
    expect(await readOne(town, `select count(*) as one from ledger_transaction where once not like 'seed:%'`)).toBe(
      past.postings.length,
    )
    // a start after that adds nothing
    await startHistory(town.deps).done
    expect(await readOne(town, 'select count(*) as one from booking')).toBe(written)
  },
  patienceMs,
)

it(
  'asks no wallet for more than it holds and has a booking of every kind, whenever the demo is started',
  async () => {
    const balances = await readBalances(town.deps)
    for (let start = 0; start < 24; start++) {
      const at = endsAt.getTime() + start * 11 * hourMs
      const past = await plan(at)
      expect([new Date(at), listOverdrawn(past, balances)]).toEqual([new Date(at), []])
      expect([new Date(at), listStatuses(past).toSorted()]).toEqual([new Date(at), restingStatuses])
    }
  },
  patienceMs,
)

it('has forty rides and parcels a day for sixty days, and all that comes of them', async () => {
  expect(await readOne(town, 'select count(*) as one from booking')).toBeGreaterThan(2100)
  expect(await readOne(town, 'select count(*) as one from booking')).toBeLessThan(2700)
  expect(await readOne(town, 'select count(distinct created_at::date) as one from booking')).toBeGreaterThanOrEqual(60)
  expect(await listGroups(town, 'select distinct status as one from booking')).toEqual(restingStatuses)
  expect(await listGroups(town, 'select distinct claim_state as one from booking where claim_state is not null')).toEqual(
    expect.arrayContaining(claimStates.filter((state) => state !== 'open').toSorted()),
  )
  expect(await listGroups(town, 'select distinct category as one from booking')).toEqual(['delivery', 'taxi'])
  expect(await listGroups(town, 'select distinct payment_mode as one from booking')).toEqual(['card', 'cash', 'wallet'])
  expect(await listGroups(town, `select distinct cancelled_by as one from booking where cancelled_by is not null`)).toEqual([
    'admin',
    'rider',
    'system',
  ])
  expect(await listGroups(town, 'select distinct rating::text as one from booking where rating is not null')).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ])
  expect(await listGroups(town, 'select distinct purpose as one from payment')).toEqual(['booking', 'claim', 'topUp'])
  expect(
    await listGroups(
      town,
      `select distinct coalesce(ended_as, case when processed then 'paid' else 'waits' end) as one from withdraw`,
    ),
  ).toEqual(expect.arrayContaining(['declined', 'paid', 'waits']))
  for (const table of [
    'refund',
    'wallet_credit',
    'bank_deposit',
    'promo_use',
    'chat_message',
    'panic',
    'campaign',
    'booking_note',
    'saved_address',
  ])
    expect([table, await readOne(town, `select count(*) as one from ${table}`)]).not.toEqual([table, 0])
})

it('keeps tracks of the last three days only', async () => {
  expect(await readOne(town, 'select count(distinct booking_id) as one from track_point')).toBeGreaterThan(50)
  expect(await readOne(town, `select count(*) as one from track_point where at < now() - interval '75 hours'`)).toBe(0)
})

it('leaves the books and the log as they prove', async () => {
  const admin = await town.make.admin()
  const proof = await town.call(proveLedger, {}, { as: admin })
  expect([proof.balancesAgree, proof.sum]).toEqual([true, '0.00'])
  expect(await proveBooks(town.deps, null)).toMatchObject({ holds: true })
  expect(await proveAudit(town.deps, null)).toMatchObject({ holds: true })
  // what reports keep is what the bookings and entries say
  const months = `select count(*) as one from ((select * from wallet_month)
    except (select * from wallet_month_posted())) odd`
  expect(await readOne(town, months)).toBe(0)
  expect(await readOne(town, 'select sum(rides) as one from earning_day')).toBe(
    await readOne(town, 'select count(*) as one from booking where paid_at is not null'),
  )
  expect(
    await readOne(
      town,
      `select count(*) as one from ledger_account where kind in ('hold','trips') and balance_minor <> 0 and kind = 'hold'`,
    ),
  ).toBe(0)
})

const twice = (who: string) => `select count(*) as one from booking a join booking b on a.${who} = b.${who} and a.id < b.id
  and tstzrange(a.accepted_at, a.trip_end_at) && tstzrange(b.accepted_at, b.trip_end_at)
  where a.trip_end_at is not null and b.trip_end_at is not null`

it('moves no driver and no rider twice at a time, and no step before the one before', async () => {
  expect(await readOne(town, twice('driver_id'))).toBe(0)
  const unordered = `select count(*) as one from booking_step a join booking_step b using (booking_id) where b.version = a.version + 1 and b.at < a.at`
  expect(await readOne(town, unordered)).toBe(0)
  expect(
    await readOne(
      town,
      `select count(*) as one from ledger_transaction a join ledger_transaction b on b.id = a.id + 1
    where b.created_at < a.created_at and a.once not like 'seed:%'`,
    ),
  ).toBe(0)
})

it('is not made where there is no living demo', async () => {
  const plain = await startApp({ config: { demo: true } })
  await seedDatabase(plain.db, { demo: true })
  await startHistory(plain.deps).done
  expect(await readOne(plain, 'select count(*) as one from booking')).toBe(0)
})
