// The operator's accounts and daily sums are kept in parts, so that concurrent writers do not wait for each other; readers add up
// all parts. A wallet stays one row, which postings change one after the other.
import { getDashboard, getEarningReports } from '@wayfare/contract/reports'
import { getBooks, listLedgerEntries, proveBooks } from '@wayfare/contract/wallet-books'
import { recordDeposit } from '@wayfare/contract/wallet-journal'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import type { UserId } from '@wayfare/core/ids'
import type { Posting } from '@wayfare/core/ledger'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import type { Tx } from '../../deps.ts'
import { settleTrip } from '../bookings/payment.ts'
import { findBookingRow } from '../bookings/queries.ts'
import { isCurrencyInUse } from '../settings/queries.ts'
import { writePosting } from './post.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, db, make } = app
const admin = await make.admin()

const usual = 'select (pg_backend_pid() % 16)::smallint'

const choosePart = (body: string): Promise<unknown> =>
  sql.raw(`create or replace function connection_part() returns smallint language sql stable as $$ ${body} $$`).execute(db)

const write = (posting: Posting, currency = 'SEK') => inTx(app.deps, (tx) => writePosting(tx, currency, posting))

const give = (owner: UserId, amount: bigint, once: string): Posting => ({
  kind: 'Credit',
  reference: once,
  once,
  legs: [
    { account: { kind: 'wallet', owner }, amount },
    { account: { kind: 'cashbox' }, amount: -amount },
  ],
})

const listParts = async (kind: 'cashbox' | 'wallet', currency: string) => {
  const rows = db.selectFrom('ledgerAccount').select(['part', 'balanceMinor']).where('kind', '=', kind)
  return rows.where('currency', '=', currency).orderBy('part').execute()
}

/** Does the first in a transaction that stays open until the second, on a connection with another part, is done. */
const doBeside = async (first: (tx: Tx) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> => {
  await inTx(app.deps, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await choosePart(`select (case pg_backend_pid() when ${rows[0]?.pid} then 2 else 1 end)::smallint`)
    await first(tx)
    await second()
  }).finally(() => choosePart(usual))
}

const askPart = () => app.database.directPool.query<{ part: number }>('select connection_part() as part, pg_sleep(0.2)')

test('a connection has one part of sixteen, and several connections have several', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, askPart))
  const parts = answers.map(({ rows }) => rows[0]?.part ?? -1)
  expect(parts.every((part) => part >= 0 && part < 16)).toBe(true)
  expect(new Set(parts).size).toBeGreaterThan(1)
})

test('a posting waits for none that has not committed yet, unless both move one wallet', async () => {
  const [one, other] = [await make.rider(), await make.rider()]
  await doBeside(
    (tx) => writePosting(tx, 'SEK', give(one.id, 100n, 'beside:1')),
    () => write(give(other.id, 100n, 'beside:2')),
  )
  expect(await listParts('cashbox', 'SEK')).toEqual([
    { part: 1, balanceMinor: -100n },
    { part: 2, balanceMinor: -100n },
  ])
  const waits = doBeside(
    (tx) => writePosting(tx, 'SEK', give(one.id, 100n, 'beside:3')),
    () =>
      inTx(app.deps, async (tx) => {
        await sql`set local lock_timeout = '300ms'`.execute(tx)
        await writePosting(tx, 'SEK', give(one.id, 100n, 'beside:4'))
      }),
  )
  await expect(waits).rejects.toThrow(/lock timeout/)
})

test('a trip is settled while another that was just settled has not committed', async () => {
  const [one, other] = [await trips.trip('REACHED'), await trips.trip('REACHED')]
  // the recount by a city's first trip must not interfere
  await trips.trip('PAID')
  const row = await findBookingRow(db, one.id)
  if (!row) throw new Error('unreachable')
  await sql`update booking set status = 'PAID', paid_at = now() where id = ${one.id}`.execute(db)
  await doBeside(
    (tx) => settleTrip(tx, app.deps, row),
    () => trips.collect(other.driver, other.id),
  )
  const { revenue } = await call(getDashboard, {}, { as: admin })
  const { total } = await call(getEarningReports, {}, { as: admin })
  const paid = sql<{ fees: string; rides: number }>`select round(sum(convenience_fees_minor) / 100.0, 2)::text as fees,
    count(*)::int as rides from booking where status = 'PAID'`
  const { rows } = await paid.execute(db)
  const days = await sql<{ parts: number }>`select count(*)::int as parts from earning_day`.execute(db)
  expect(days.rows[0]?.parts).toBeGreaterThan(1)
  expect({ fees: revenue.today, rides: total.rides }).toEqual(rows[0])
  expect(await call(proveBooks, {}, { as: admin })).toMatchObject({ holds: true })
})

test('every reader of the operator’s accounts has the sum of their parts', async () => {
  const { id } = await make.rider()
  const before = await call(getBooks, {}, { as: admin })
  for (const [part, amount] of [300n, 200n, 100n].entries()) {
    await choosePart(`select ${part + 5}::smallint`)
    await write(give(id, amount, `parts:${part}`))
  }
  await choosePart('select 9::smallint')
  const findCashbox = async () => {
    const { currencies } = await call(getBooks, {}, { as: admin })
    return currencies.find(({ currency }) => currency === 'SEK')?.kinds.find(({ kind }) => kind === 'cashbox')
  }
  const had = before.currencies[0]?.kinds.find(({ kind }) => kind === 'cashbox')
  const now = (Number(had?.balance) - 6).toFixed(2)
  expect(await findCashbox()).toEqual({ kind: 'cashbox', accounts: 1, balance: now })
  const { accounts, balancesAgree } = await call(proveLedger, {}, { as: admin })
  expect(accounts.filter(({ kind }) => kind === 'cashbox')).toEqual([{ kind: 'cashbox', owner: null, balance: now }])
  expect(balancesAgree).toBe(true)
  const proof = await call(proveBooks, {}, { as: admin })
  expect([proof.holds, proof.accounts]).toEqual([true, accounts.length])
  // more than any single part holds, and the whole amount
  const most = (-Number(now)).toFixed(2)
  const refused = await app.refusal(recordDeposit, { source: 'cashbox', amount: String(Number(most) + 1) }, { as: admin })
  expect(refused).toMatchObject({ key: 'deposit_too_large', details: { most } })
  await call(recordDeposit, { source: 'cashbox', amount: most }, { as: admin })
  expect(await findCashbox()).toMatchObject({ balance: '0.00' })
  const { postings } = await call(listLedgerEntries, { reference: 'parts:1' }, { as: admin })
  expect(postings[0]?.entries.map(({ account, balanceAfter }) => [account, balanceAfter]).toSorted()).toEqual([
    ['cashbox', null],
    ['wallet', '5.00'],
  ])
  await choosePart(usual)
})

test('a part that somebody changed is found, also where another makes up for it', async () => {
  const { rows } = await sql<{ id: bigint }>`select id from ledger_account where kind = 'cashbox' order by part limit 2`.execute(
    db,
  )
  const change = (by: number) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = 'replica'`.execute(tx)
      for (const [at, { id }] of rows.entries())
        await sql`update ledger_account set balance_minor = balance_minor + ${at === 0 ? by : -by}::integer where id = ${id}`.execute(
          tx,
        )
    })
  await change(50)
  expect(await call(proveBooks, {}, { as: admin })).toMatchObject({ holds: false, wrongAccounts: 2 })
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ balancesAgree: false })
  await change(-50)
  app.takeErrors()
  expect(await call(proveBooks, {}, { as: admin })).toMatchObject({ holds: true })
})

const move = (amount: bigint, once: string): Posting => ({
  kind: 'Debit',
  reference: once,
  once,
  legs: [
    { account: { kind: 'cashbox' }, amount },
    { account: { kind: 'bank' }, amount: -amount },
  ],
})

test('a currency is in use while an account of the operator has something in it, and not while its parts sum to nothing', async () => {
  await choosePart('select 3::smallint')
  await write(move(700n, 'there'), 'NOK')
  expect(await isCurrencyInUse(db, 'NOK')).toBe(true)
  await choosePart('select 4::smallint')
  await write(move(-700n, 'back'), 'NOK')
  expect((await listParts('cashbox', 'NOK')).map(({ balanceMinor }) => balanceMinor)).toEqual([700n, -700n])
  expect(await isCurrencyInUse(db, 'NOK')).toBe(false)
  await choosePart(usual)
})

test('people have one account of a kind, of one part, whoever posts', async () => {
  const as = await make.rider()
  const { id } = as
  for (const part of [11, 12]) {
    await choosePart(`select ${part}::smallint`)
    await write(give(id, 100n, `one:${id}:${part}`))
  }
  await choosePart(usual)
  expect((await call(getWallet, {}, { as })).balance).toBe('2.00')
  const second = db.insertInto('ledgerAccount').values({ kind: 'wallet', ownerId: id, currency: 'SEK', part: 1 })
  await expect(second.execute()).rejects.toThrow(/ledger_account_part/)
})
