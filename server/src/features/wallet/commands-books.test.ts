import { getBooks, getLastProof, listLedgerEntries, listWallets, proveBooks } from '@wayfare/contract/wallet-books'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'
import { scheduleProof } from './commands-books.ts'

const app = await startApp()
const trips = makeTrips(app)
const { make } = app
const admin = await make.admin()

const prove = () => app.call(proveBooks, {}, { as: admin })

/** Bypasses all triggers, as only someone with direct access to the database can. */
const tamper = (statement: ReturnType<typeof sql>): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    await statement.execute(tx)
  })

const walletOf = async (owner: UserId): Promise<bigint> => {
  const row = await app.db
    .selectFrom('ledgerAccount')
    .select('id')
    .where('ownerId', '=', owner)
    .where('kind', '=', 'wallet')
    .executeTakeFirstOrThrow()
  return row.id
}

const hour = (at: Date): string => at.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Stockholm' })

const mended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const mend of mended.splice(0)) await mend()
  app.takeErrors()
})

it('proves books that hold, and keeps what it found', async () => {
  await trips.trip('PAID')
  const proof = await prove()
  expect(proof).toMatchObject({ holds: true, by: admin.id, wrongAccounts: 0, wrongTransactions: 0, faults: [] })
  expect(proof.sums.every(({ sum }) => Number(sum) === 0)).toBe(true)
  expect(proof.entries).toBeGreaterThan(3)
  expect((await app.call(getLastProof, {}, { as: admin })).proof).toEqual(proof)
})

it('finds a balance that somebody changed, logs it as an error and tells every admin', async () => {
  const { driver } = await trips.trip('PAID')
  const second = await make.admin()
  const told: string[] = []
  for (const { id: one } of [admin, second])
    app.deps.bus.subscribe(`user.${one}`, (message) => {
      const { notice } = message as { notice?: { key: string } }
      if (notice?.key === 'notice_books_broken') told.push(`user.${one}`)
    })
  const id = await walletOf(driver.id)
  await tamper(sql`update ledger_account set balance_minor = balance_minor + 777 where id = ${id}`)
  mended.push(() => tamper(sql`update ledger_account set balance_minor = balance_minor - 777 where id = ${id}`))
  const proof = await prove()
  expect(proof).toMatchObject({ holds: false, wrongAccounts: 1, wrongTransactions: 0 })
  expect(proof.faults).toMatchObject([{ what: 'account', name: 'wallet', owner: driver.id, currency: 'SEK' }])
  const [fault] = proof.faults
  expect(Number(fault?.expected) - Number(fault?.found)).toBeCloseTo(7.77, 2)
  expect(app.takeErrors()).toMatchObject([{ message: 'the books do not balance', fields: { wrongAccounts: 1 } }])
  const events = await app.db.selectFrom('event').select('payload').where('type', '=', 'BooksBroken').execute()
  expect(events).toMatchObject([{ payload: { proofId: proof.id } }])
  await app.readAll()
  expect(told.toSorted()).toEqual([`user.${admin.id}`, `user.${second.id}`].toSorted())
})

it('finds an entry that somebody changed, also where the balance was made to fit: the sums of its months do not', async () => {
  const { driver } = await trips.trip('PAID')
  const id = await walletOf(driver.id)
  const change = (by: number) =>
    tamper(sql`with changed as (
        update ledger_entry set amount_minor = amount_minor + ${by}::integer
        where account_id = ${id} and amount_minor > 0 returning 1)
      update ledger_account set balance_minor = balance_minor + ${by}::integer where id = ${id}`)
  await change(50)
  mended.push(() => change(-50))
  const proof = await prove()
  expect(proof).toMatchObject({ holds: false, wrongAccounts: 1, wrongTransactions: 1 })
  expect(proof.sums).toEqual([{ currency: 'SEK', sum: '0.50' }])
})

it('finds a month of a wallet whose lines somebody changed, and one with money under another name', async () => {
  const { driver } = await trips.trip('PAID')
  const id = await walletOf(driver.id)
  const count = (by: number) =>
    tamper(sql`update wallet_month set lines = lines + ${by}::integer where account_id = ${id} and word = 'trip'`)
  const name = (from: string, to: string) =>
    tamper(sql`update wallet_month set word = ${to} where account_id = ${id} and word = ${from}`)
  await count(1)
  expect(await prove()).toMatchObject({ holds: false, wrongAccounts: 1, faults: [{ what: 'account', owner: driver.id }] })
  await count(-1)
  // a statement would miss entries outside the range
  const place = (by: number) =>
    tamper(sql`update wallet_month set last_transaction = last_transaction + ${by}::integer where account_id = ${id}`)
  await place(-1)
  expect(await prove()).toMatchObject({ holds: false, wrongAccounts: 1, faults: [{ owner: driver.id }] })
  await place(1)
  await name('trip', 'bonus')
  mended.push(() => name('bonus', 'trip'))
  expect(await prove()).toMatchObject({ holds: false, wrongAccounts: 1, faults: [{ owner: driver.id, expected: '0.00' }] })
})

it('finds a posting that lost its entries', async () => {
  await tamper(sql`insert into ledger_transaction (kind, reference, once) values ('Credit', 'x', 'lost')`)
  mended.push(() => tamper(sql`delete from ledger_transaction where once = 'lost'`))
  expect(await prove()).toMatchObject({ holds: false, wrongTransactions: 1, faults: [{ what: 'posting', name: 'lost' }] })
})

it('proves them every night at three by the city’s clocks, and plans the next night whatever it finds', async () => {
  const waiting = async () => {
    const { rows } = await sql<{ at: Date }>`select run_at as at from graphile_worker.jobs where key like 'proveBooks%'`.execute(
      app.db,
    )
    return rows.map(({ at }) => at)
  }
  await scheduleProof(app.deps)
  await scheduleProof(app.deps)
  const [first, ...more] = await waiting()
  expect([more.length, hour(first ?? new Date(0))]).toEqual([0, '03:00:00'])
  const before = (await app.call(getLastProof, {}, { as: admin })).proof?.id
  await app.runJobs({ early: true })
  const { proof } = await app.call(getLastProof, {}, { as: admin })
  expect(proof?.id).not.toBe(before)
  expect(proof).toMatchObject({ by: null, holds: true })
  expect(await waiting()).toEqual([first])
})

it('keeps the time of a night that was missed, so that a process that comes back proves at once', async () => {
  const missed = new Date(Date.now() - 3_600_000)
  await sql`update graphile_worker._private_jobs set run_at = ${missed} where key like 'proveBooks%'`.execute(app.db)
  await scheduleProof(app.deps)
  const { rows } = await sql<{ at: Date }>`select run_at as at from graphile_worker.jobs where key like 'proveBooks%'`.execute(
    app.db,
  )
  expect(rows.map(({ at }) => at)).toEqual([missed])
})

it('shows balances by kind and currency, which sum to zero', async () => {
  await trips.trip('PAID')
  const books = await app.call(getBooks, {}, { as: admin })
  const [own] = books.currencies
  expect(own).toMatchObject({ currency: 'SEK', sum: '0.00' })
  const sum = own?.kinds.reduce((all, { balance }) => all + Number(balance), 0)
  expect(sum).toBeCloseTo(0, 2)
  expect(own?.kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['wallet', 'fees', 'trips']))
  expect(books.wallets).toBe(own?.kinds.find(({ kind }) => kind === 'wallet')?.accounts)
  expect(books.proof?.id).toBeTruthy()
})

it('lists wallets from the lowest balance, page by page, and those of one person', async () => {
  const { driver } = await trips.trip('PAID')
  await make.money(await make.rider(), 5000n)
  const all = await app.call(listWallets, { limit: 200 }, { as: admin })
  const balances = all.wallets.map(({ balance }) => Number(balance))
  expect(balances).toEqual(balances.toSorted((a, b) => a - b))
  const owners: string[] = []
  let cursor: string | null = null
  do {
    const page: typeof all = await app.call(listWallets, { limit: 1, ...(cursor ? { cursor } : {}) }, { as: admin })
    owners.push(...page.wallets.map(({ owner }) => owner))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(owners).toEqual(all.wallets.map(({ owner }) => owner))
  const found = await app.call(listWallets, { search: driver.email }, { as: admin })
  expect(found.wallets.map(({ owner }) => owner)).toEqual([driver.id])
  expect(await app.refusal(listWallets, { cursor: 'x' }, { as: admin })).toMatchObject({ key: 'bad_request' })
})

it('shows every posting of a booking with its entries, and none of an unknown one', async () => {
  const { id, driver } = await trips.trip('PAID')
  const { postings } = await app.call(listLedgerEntries, { reference: id }, { as: admin })
  expect(postings.map(({ name }) => name)).toEqual([`trip:${id}:credit`, `trip:${id}:cash`])
  for (const { entries, bookingId } of postings) {
    expect(bookingId).toBe(id)
    expect(entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(0, 2)
  }
  expect(postings[0]?.entries.some(({ owner }) => owner === driver.id)).toBe(true)
  expect(await app.call(listLedgerEntries, { reference: 'nothing' }, { as: admin })).toEqual({ postings: [] })
})

it('is for admins alone', async () => {
  const others = [await make.rider(), await make.fleetAdmin()]
  for (const as of others) {
    expect(await app.refusal(getBooks, {}, { as })).toMatchObject({ key: 'forbidden' })
    expect(await app.refusal(proveBooks, {}, { as })).toMatchObject({ key: 'forbidden' })
    expect(await app.refusal(listWallets, {}, { as })).toMatchObject({ key: 'forbidden' })
    expect(await app.refusal(listLedgerEntries, { reference: 'x' }, { as })).toMatchObject({ key: 'forbidden' })
  }
})
