// Money moves at random on sixteen connections at once, some of which the database kills midway; callers then retry. Afterwards
// every account has the confirmed balance, each action counted once, and none is below its floor.
import { proveBooks } from '@wayfare/contract/wallet-books'
import {
  makeAdminCreditPosting,
  makeHoldPosting,
  makeTripPostings,
  tipPostings,
  withdrawPosting,
  type LedgerAccount,
  type Posting,
} from '@wayfare/core/ledger'
import { makeCardToWalletPosting } from '@wayfare/core/ledger-cards'
import { asId, type UserId } from '@wayfare/core/ids'
import { Refusal } from '@wayfare/core/errors'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase, startApp } from '../../../test/harness.ts'
import { makeDice } from '../../../test/random/dice.ts'
import { thoroughly } from '../../../test/thorough.ts'
import { openKysely, openPool, poolOptions } from '../../db/open.ts'
import { inTx } from '../../db/tx.ts'
import { writePostings } from './post.ts'

const connections = 16
const deeds = thoroughly(6000, 400)
/** Kills a connection whenever this many tries have ended: by the clock, a slow machine would never finish one. */
const cutEvery = 4
const mostTries = 30

const clone = await cloneDatabase()
const app = await startApp({ clone })
const { make, db, call } = app
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const cut = { ...poolOptions(clone.url, { prepare: true }), max: connections, application_name: 'to-be-cut' }
const many = openKysely(openPool(cut, quiet))
const deps = { ...app.deps, db: many }
afterAll(() => many.destroy())

const seed = Number(process.env['WAYFARE_SEED'] ?? 7)
const dice = makeDice(seed)

const riders = await Promise.all(Array.from({ length: 4 }, () => make.rider()))
const drivers = await Promise.all(Array.from({ length: 12 }, () => make.driver()))
const pickOf = <T>(all: readonly T[]): T => {
  const one = dice.pickAny(all)
  if (one === null) throw new Error('nobody to pick')
  return one
}
const pick = (people: readonly { id: UserId }[]): UserId => pickOf(people).id

const makeTrip = (n: number) => ({ id: asId<'booking'>(`K${n}`), customer: pick(riders), driver: pick(drivers) })

const makeCashTrip = (n: number): readonly Posting[] => {
  const tripCost = BigInt(1000 + dice.below(20_000))
  const discountAmount = BigInt(dice.below(500))
  const payable = tripCost - discountAmount
  return makeTripPostings(makeTrip(n), {
    paymentMode: 'cash',
    tripCost,
    driverShare: (tripCost * 9n) / 10n,
    discountAmount,
    payableAmount: payable,
    usedWalletMoney: 0n,
    cardPaymentAmount: 0n,
    cashPaymentAmount: payable,
    customerPaid: payable,
  })
}

const makers: readonly ((n: number, amount: bigint) => readonly Posting[])[] = [
  makeCashTrip,
  makeCashTrip,
  makeCashTrip,
  (n, amount) => [makeAdminCreditPosting({ id: `K${n}`, owner: pick(riders), amount })],
  (n, amount) => [makeCardToWalletPosting({ id: `K${n}`, owner: pick(riders), amount, booking: null })],
  (n, amount) => [makeHoldPosting({ id: asId<'booking'>(`K${n}`), owner: pick(riders), amount })],
  (n, amount) => [withdrawPosting({ id: `K${n}`, owner: pick(riders), amount })],
  (n, amount) => tipPostings({ ...makeTrip(n), by: 'wallet', amount }),
]

const keyOf = (account: LedgerAccount): string => `${account.kind}:${'owner' in account ? account.owner : ''}`

const counts = { cut: 0, again: 0, refused: 0 }

/** Kills a busy connection. */
const cutOne = async (): Promise<void> => {
  const { rows } = await app.database.directPool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'to-be-cut' and datname = current_database() and state <> 'idle' order by random() limit 1`)
  counts.cut += rows.length
}

const cutting: Promise<void>[] = []
let ended = 0
const endTry = (): void => {
  ended += 1
  if (ended % cutEvery === 0) cutting.push(cutOne())
}

/** Retries until there is an answer: done, or refused because the balance is too low. */
const insist = async (postings: readonly Posting[]): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await inTx(deps, (tx) => writePostings(tx, 'SEK', postings))
      // now and then the answer is lost on its way
      if (!dice.chance(0.1)) return true
    } catch (error) {
      if (error instanceof Refusal) {
        expect(error.key).toBe('wallet_balance_low')
        counts.refused += 1
        return false
      }
      counts.again += 1
      // nobody is cut off so often in a row: something else is wrong
      if (tries > mostTries) throw error
    } finally {
      endTry()
    }
  }
}

test(`whatever is cut, the books hold and every account has what was answered (seed ${seed})`, { timeout: 600_000 }, async () => {
  const expected = new Map<string, bigint>()
  let next = 0
  const work = async (): Promise<void> => {
    for (let n = next++; n < deeds; n = next++) {
      const postings = pickOf(makers)(n, BigInt(1 + dice.below(3000)))
      if (!(await insist(postings))) continue
      for (const { account, amount } of postings.flatMap(({ legs }) => legs))
        expected.set(keyOf(account), (expected.get(keyOf(account)) ?? 0n) + amount)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  await Promise.all(cutting)
  const { rows } = await sql<{ key: string; balance: bigint; parts: number }>`
    select kind || ':' || coalesce(owner_id, '') as key, sum(balance_minor)::bigint as balance, count(*)::int as parts
    from ledger_account group by 1`.execute(db)
  expect(Object.fromEntries(rows.map(({ key, balance }) => [key, balance]))).toEqual(Object.fromEntries(expected))
  expect(rows.filter(({ key, parts }) => !key.endsWith(':') && parts > 1)).toEqual([])
  expect(Math.max(...rows.map(({ parts }) => parts))).toBeGreaterThan(1)
  const low =
    await sql`select key from (select a.kind || a.owner_id as key, e.balance_after_minor as after, e.amount_minor, t.floor
      from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transaction t on t.id = e.transaction_id
      where a.owner_id is not null) entry
    where amount_minor < 0 and after < 0 and (floor or key like 'hold%')`.execute(db)
  expect(low.rows).toEqual([])
  const events = await sql<{ n: number }>`select count(*)::int as n from event where type = 'WalletPosted'`.execute(db)
  const entries = await sql<{
    n: number
  }>`select count(*)::int as n from ledger_entry e join ledger_account a on a.id = e.account_id
    where a.kind = 'wallet'`.execute(db)
  expect(events.rows).toEqual(entries.rows)
  expect(await call(proveBooks, {}, { as: await make.admin() })).toMatchObject({ holds: true })
  expect(counts.cut).toBeGreaterThan(20)
  expect(counts.again).toBeGreaterThan(5)
  expect(counts.refused).toBeGreaterThan(5)
})
