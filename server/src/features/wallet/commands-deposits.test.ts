import { proveLedger, requestWithdraw } from '@wayfare/contract/wallet'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { exportJournal, listDeposits, recordDeposit } from '@wayfare/contract/wallet-journal'
import type { InputOf } from '@wayfare/contract/endpoint'
import { readCsv } from '@wayfare/core/csv'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { inTx } from '../../db/tx.ts'
import { writePosting } from './post.ts'

const app = await startApp({ settings: { bankFields: false } })
const { call, refusal, make } = app
const admin = await make.admin()

const record = (input: InputOf<typeof recordDeposit>) => call(recordDeposit, input, { as: admin })
const refused = async (input: object) => (await refusal(recordDeposit, input as never, { as: admin })).key
const balances = async () => {
  const { accounts, sum, balancesAgree } = await call(proveLedger, {}, { as: admin })
  expect([sum, balancesAgree]).toEqual(['0.00', true])
  return Object.fromEntries(accounts.map(({ kind, balance }) => [kind, Number(balance)]))
}

/** A trip of 300 paid by card, which the provider now owes. */
const takeCard = () =>
  inTx(app.deps, (tx) =>
    writePosting(tx, 'SEK', {
      kind: 'Debit',
      reference: 'T1',
      once: 'trip:T1:card',
      legs: [
        { account: { kind: 'cards' }, amount: -30_000n },
        { account: { kind: 'trips' }, amount: 30_000n },
      ],
    }),
  )

test('a payout of a provider and cash from the box are booked, and the books still sum to zero', async () => {
  await takeCard()
  await call(addToWallet, { user: (await make.rider()).id, amount: '80' }, { as: admin })
  expect(await record({ source: 'provider', provider: 'stripe', amount: '250', fee: '7.45', note: 'po_1' })).toMatchObject({
    source: 'provider',
    provider: 'stripe',
    amount: '250.00',
    fee: '7.45',
    by: admin.id,
  })
  expect(await balances()).toMatchObject({ cards: -50, bank: -242.55, providerFees: -7.45, cashbox: -80 })
  await record({ source: 'cashbox', amount: '80' })
  expect(await balances()).toMatchObject({ cashbox: 0, bank: -322.55 })
  const { deposits, nextCursor } = await call(listDeposits, { limit: 1 }, { as: admin })
  expect(deposits).toMatchObject([{ source: 'cashbox', amount: '80.00', fee: '0.00' }])
  const older = await call(listDeposits, { limit: 1, cursor: nextCursor ?? '' }, { as: admin })
  expect(older).toMatchObject({ deposits: [{ provider: 'stripe', note: 'po_1' }], nextCursor: null })
})

test('of deposits that are recorded at once none is more than what was left to bring', async () => {
  await call(addToWallet, { user: (await make.rider()).id, amount: '80' }, { as: admin })
  const { cashbox = 0 } = await balances()
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => record({ source: 'cashbox', amount: String(-cashbox) })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ key: 'deposit_too_large' })
  expect((await balances()).cashbox).toBe(0)
})

test('what cannot be is refused, and changes nothing', async () => {
  const before = await balances()
  for (const amount of ['', '0', '-5', '1.005', 'five'])
    expect(await refused({ source: 'cashbox', amount })).toBe('proper_amount')
  expect(await refused({ source: 'provider', amount: '5' })).toBe('deposit_provider_missing')
  expect(await refused({ source: 'cashbox', provider: 'stripe', amount: '5' })).toBe('deposit_provider_missing')
  expect(await refused({ source: 'provider', provider: 'stripe', amount: '5', fee: '5' })).toBe('deposit_fee_too_large')
  expect(await refused({ source: 'cashbox', amount: '5', fee: '1' })).toBe('deposit_fee_too_large')
  expect(await refused({ source: 'provider', provider: 'stripe', amount: '50.01' })).toBe('deposit_too_large')
  expect(await refused({ source: 'cashbox', amount: '0.01' })).toBe('deposit_too_large')
  expect(await balances()).toEqual(before)
})

test('the journal has a line for each entry of the period, and its debits are its credits', async () => {
  const driver = await make.driver({ firstName: 'Salma', lastName: 'Ek' })
  await make.money(driver, 5000n)
  const { id } = await call(requestWithdraw, { amount: '12.50' }, { as: driver })
  const today = new Date(app.deps.now()).toISOString().slice(0, 10)
  const read = async (from: string, to: string) => {
    const { body } = await app.raw(exportJournal, { from, to }, { as: admin })
    const [head, ...rows] = readCsv(body) ?? []
    return rows.map(({ cells }) =>
      Object.fromEntries((head?.cells ?? []).map((name, at) => [name.replace('\ufeff', ''), cells[at] ?? ''])),
    )
  }
  const rows = await read('2020-01-01', '2099-12-31')
  const own = rows.filter((row) => row['reference'] === id)
  expect(own).toMatchObject([
    { account: 'wallet', ownerId: driver.id, owner: 'Salma Ek', debit: '12.50', credit: '', currency: 'SEK' },
    { account: 'withdrawals', ownerId: '', debit: '', credit: '12.50' },
  ])
  const sum = (column: string) => rows.reduce((total, row) => total + Math.round(Number(row[column] || 0) * 100), 0)
  expect(sum('debit')).toBe(sum('credit'))
  const { rows: counted } = await app.database.directPool.query<{ n: string }>('select count(*) as n from ledger_entry')
  expect(rows).toHaveLength(Number(counted[0]?.n))
  expect(await read('2020-01-01', '2020-12-31')).toEqual([])
  expect((await refusal(exportJournal, { from: today, to: '2026-02-30' }, { as: admin })).key).toBe('bad_request')
})

test('a journal of many pages leaves no entry out and tells none twice', async () => {
  await inTx(app.deps, async (tx) => {
    for (let at = 0; at < 1100; at++) {
      await writePosting(tx, 'SEK', {
        kind: 'Debit',
        reference: 'many',
        once: `many:${at}`,
        legs: [
          { account: { kind: 'fees' }, amount: 1n },
          { account: { kind: 'trips' }, amount: -1n },
        ],
      })
    }
  })
  const { body } = await app.raw(exportJournal, { from: '2020-01-01', to: '2099-12-31' }, { as: admin })
  const many = body.split('\r\n').filter((line) => line.includes(',many,'))
  expect([many.length, new Set(many).size]).toEqual([2200, 2200])
})

test('all of it is for admins alone, and the demo lock keeps the journal in', async () => {
  const days = { from: '2026-01-01', to: '2026-01-31' }
  for (const as of [await make.driver(), await make.fleetAdmin()]) {
    expect((await refusal(recordDeposit, { source: 'cashbox', amount: '1' }, { as })).status).toBe(403)
    expect((await refusal(listDeposits, {}, { as })).status).toBe(403)
    expect((await refusal(exportJournal, days, { as })).status).toBe(403)
  }
  await app.settings({ allowCriticalEditsAdmin: false })
  expect((await refusal(exportJournal, days, { as: admin })).key).toBe('demo_mode')
  await app.settings({ allowCriticalEditsAdmin: true })
})
