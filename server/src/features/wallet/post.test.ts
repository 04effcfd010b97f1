import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import type { Posting } from '@wayfare/core/ledger'
import { asId, type UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTx } from '../../db/tx.ts'
import { startApp } from '../../../test/harness.ts'
import { writePosting } from './post.ts'

const app = await startApp()
const { call, refusal, make } = app

const credit = (owner: UserId, amount: bigint, once: string): Posting => ({
  kind: 'Credit',
  reference: 'AdminCredit',
  once,
  legs: [
    { account: { kind: 'wallet', owner }, amount },
    { account: { kind: 'promotions' }, amount: -amount },
  ],
})

const move = (from: UserId, to: UserId, i: number): Posting => ({
  kind: 'Debit',
  reference: 'test',
  once: `move:${i}:${from}`,
  legs: [
    { account: { kind: 'wallet', owner: from }, amount: -10n },
    { account: { kind: 'wallet', owner: to }, amount: 10n },
  ],
})

const write = (posting: Posting, currency = 'SEK') => inTx(app.deps, (tx) => writePosting(tx, currency, posting))

const balanceOf = async (as: Parameters<typeof call>[2]) => (await call(getWallet, {}, as)).balance

test('a posting changes the wallet once, however often it is posted', async () => {
  const as = await make.rider()
  for (let i = 0; i < 5; i++) await write(credit(as.id, 5000n, `bonus:${as.id}`))
  await Promise.all(Array.from({ length: 20 }, () => write(credit(as.id, 5000n, `bonus:${as.id}`))))
  expect(await balanceOf({ as })).toBe('50.00')
})

test('its owner is told with the posting', async () => {
  const as = await make.rider()
  await write(credit(as.id, 100n, `told:${as.id}`))
  const events = await app.db.selectFrom('event').select('payload').where('type', '=', 'WalletPosted').execute()
  expect(events.filter(({ payload }) => payload['userId'] === as.id)).toEqual([
    { payload: { userId: as.id, txRef: 'AdminCredit', amountMinor: '100', currency: 'SEK' } },
  ])
})

test('nobody else is told, and each wallet in it is told what it changed by', async () => {
  const [from, to] = [await make.driver(), await make.driver()]
  const reference = `told both ${app.deps.newId()}`
  const posting = { ...move(from.id, to.id, 0), reference }
  await write({
    ...posting,
    legs: [...posting.legs, { account: { kind: 'cashbox' }, amount: -5n }, { account: { kind: 'fees' }, amount: 5n }],
  })
  const events = await app.db.selectFrom('event').select('payload').where('type', '=', 'WalletPosted').execute()
  const told = events.flatMap(({ payload }) =>
    payload['txRef'] === reference ? [[payload['userId'], payload['amountMinor']]] : [],
  )
  expect(told).toEqual([
    [from.id, '-10'],
    [to.id, '10'],
  ])
})

test('its legs are kept under their accounts, numbered from one in the order of the accounts', async () => {
  const { id } = await make.rider()
  await write(credit(id, 700n, `legs:${id}`))
  const rows = await app.db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerAccount as account', 'account.id', 'ledgerEntry.accountId')
    .innerJoin('ledgerTransaction as posting', 'posting.id', 'ledgerEntry.transactionId')
    .select([
      'seq',
      'account.kind',
      'account.ownerId',
      'amountMinor',
      'accountId',
      'posting.kind as posted',
      'reference',
      'floor',
      'reverses',
    ])
    .where('once', '=', `legs:${id}`)
    .orderBy('seq')
    .execute()
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2])
  expect((rows[0]?.accountId ?? 0n) < (rows[1]?.accountId ?? 0n)).toBe(true)
  expect(rows.map(({ kind, ownerId, amountMinor }) => [kind, ownerId, amountMinor]).toSorted()).toEqual([
    ['promotions', null, -700n],
    ['wallet', id, 700n],
  ])
  expect(rows[0]).toMatchObject({ posted: 'Credit', reference: 'AdminCredit', floor: false, reverses: null })
})

test('what a wallet does not have is not taken where there is a floor, and nothing is written', async () => {
  const as = await make.rider()
  const { id } = as
  await write(credit(id, 100n, `floor:${id}`))
  const take = (amount: bigint, floor: boolean) =>
    write({ ...credit(id, -amount, `take:${id}:${amount}:${floor}`), kind: 'Debit', floor })
  await expect(take(101n, true)).rejects.toMatchObject({ key: 'wallet_balance_low' })
  expect(await balanceOf({ as })).toBe('1.00')
  await take(100n, true)
  await take(1n, false)
  // other errors are passed on unchanged
  await expect(write(credit(asId('nobody'), 5n, `nobody:${id}`))).rejects.not.toMatchObject({ key: 'wallet_balance_low' })
})

test('money of another currency lies in another wallet', async () => {
  const as = await make.rider()
  await write(credit(as.id, 100n, `sek:${as.id}`))
  await write(credit(as.id, 900n, `eur:${as.id}`), 'EUR')
  expect(await balanceOf({ as })).toBe('1.00')
})

test('what takes another posting back names it, once, and only one that is there', async () => {
  const { id } = await make.rider()
  await write(credit(id, 500n, `given:${id}`))
  const back = (once: string, reverses: string) => write({ ...credit(id, -100n, once), kind: 'Debit', reverses })
  await back(`back:${id}`, `given:${id}`)
  const named = await app.db
    .selectFrom('ledgerTransaction as back')
    .innerJoin('ledgerTransaction as given', 'given.id', 'back.reverses')
    .select('given.once')
    .where('back.once', '=', `back:${id}`)
    .execute()
  expect(named).toEqual([{ once: `given:${id}` }])
  await expect(back(`again:${id}`, `given:${id}`)).rejects.toThrow(/unique/)
  await expect(back(`lost:${id}`, `never:${id}`)).rejects.toThrow(/takes back never/)
})

test('many transfers between the same accounts at once neither deadlock nor lose a penny', async () => {
  const [a, b] = [await make.driver(), await make.driver()]
  await Promise.all(Array.from({ length: 100 }, (_, i) => write(i % 2 === 0 ? move(a.id, b.id, i) : move(b.id, a.id, i))))
  expect([await balanceOf({ as: a }), await balanceOf({ as: b })]).toEqual(['0.00', '0.00'])
  expect(await call(proveLedger, {}, { as: await make.admin() })).toMatchObject({ sum: '0.00', balancesAgree: true })
})

test('an unbalanced posting is refused by the code and by the database', async () => {
  const { id } = await make.rider()
  const posting = credit(id, 100n, `odd:${id}`)
  await expect(write({ ...posting, legs: posting.legs.slice(0, 1) })).rejects.toThrow(/balance/)
  const account = await app.db.selectFrom('ledgerAccount').select('id').executeTakeFirstOrThrow()
  const unbalanced = inTx(app.deps, async (tx) => {
    const transaction = await tx
      .insertInto('ledgerTransaction')
      .values({ kind: 'Credit', reference: 'x', once: `odd2:${id}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('ledgerEntry')
      .values({ transactionId: transaction.id, seq: 1, accountId: account.id, amountMinor: 5n })
      .execute()
  })
  await expect(unbalanced).rejects.toThrow(/balance|fewer than two/)
})

test('the ledger cannot be changed behind its back', async () => {
  await write(credit((await make.rider()).id, 100n, `final:${app.deps.newId()}`))
  for (const change of [
    sql`update ledger_entry set amount_minor = amount_minor + 1`,
    sql`delete from ledger_entry`,
    sql`delete from ledger_transaction`,
    sql`update ledger_transaction set reference = 'x'`,
    sql`update ledger_account set balance_minor = 0 where balance_minor <> 0`,
    sql`delete from ledger_account`,
    sql`truncate ledger_entry, ledger_transaction`,
  ]) {
    await expect(change.execute(app.db)).rejects.toThrow(/append-only|only by an entry/)
  }
  const entry = await app.db.selectFrom('ledgerEntry').selectAll().executeTakeFirstOrThrow()
  const legs = [5n, -5n].map((amountMinor, i) => ({
    transactionId: entry.transactionId,
    seq: 90 + i,
    accountId: entry.accountId,
    amountMinor,
  }))
  await expect(app.db.insertInto('ledgerEntry').values(legs).execute()).rejects.toThrow(/final/)
})

test('history comes in pages, newest first, with the balance after each entry', async () => {
  const as = await make.driver()
  for (let i = 1; i <= 5; i++) await write(credit(as.id, BigInt(i) * 100n, `page:${as.id}:${i}`))
  const first = await call(getWallet, { limit: 3 }, { as })
  expect(first.entries.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    ['5.00', '15.00'],
    ['4.00', '10.00'],
    ['3.00', '6.00'],
  ])
  const rest = await call(getWallet, { limit: 3, cursor: first.nextCursor ?? '' }, { as })
  expect(rest.entries.map(({ amount }) => amount)).toEqual(['2.00', '1.00'])
  expect(rest.nextCursor).toBeNull()
  expect(await refusal(getWallet, { cursor: 'x' }, { as })).toMatchObject({ key: 'bad_request', status: 400 })
})

test('a wallet is its owner’s, and the proof the admin’s', async () => {
  expect(await balanceOf({ as: await make.rider() })).toBe('0.00')
  expect(await refusal(getWallet, {})).toMatchObject({ key: 'unauthorized' })
  expect(await refusal(proveLedger, {}, { as: await make.fleetAdmin() })).toMatchObject({ key: 'forbidden', status: 403 })
})
