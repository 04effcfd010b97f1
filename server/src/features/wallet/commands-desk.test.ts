import { getSession } from '@wayfare/contract/sign-in'
import { getWallet, proveLedger, requestWithdraw } from '@wayfare/contract/wallet'
import { addToWallet, completeWithdraw, listWithdraws, searchWallets, withdrawSorts } from '@wayfare/contract/wallet-admin'
import { listWalletCredits, takeBackCredit } from '@wayfare/contract/wallet-credits'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import type { TestUser } from '../../../test/make.ts'

const app = await startApp({ settings: { bankFields: false } })
const { call, refusal, make } = app
const address = await app.listen()
const { connect } = makeConnect(() => address.replace('http', 'ws'))
const admin = await make.admin()

const balanceOf = async (as: TestUser) => (await call(getWallet, {}, { as })).balance
const proof = () => call(proveLedger, {}, { as: admin })
const accountOf = async (kind: string) => Number((await proof()).accounts.find((one) => one.kind === kind)?.balance ?? 0)
const add = (user: TestUser, amount: string, more: { note?: string; once?: string; as?: TestUser } = {}) =>
  call(
    addToWallet,
    { user: user.id, amount, ...(more.note ? { note: more.note } : {}) },
    { as: more.as ?? admin, ...(more.once ? { once: more.once } : {}) },
  )
const refusedAdd = async (user: string, amount: string) => (await refusal(addToWallet, { user, amount }, { as: admin })).key

const withdrawal = async (amount = '10') => {
  const driver = await make.driver()
  await make.money(driver, 100_000n)
  return { driver, ...(await call(requestWithdraw, { amount }, { as: driver })) }
}

const find = async (text: string) => (await call(searchWallets, { text }, { as: admin })).owners

const creditsOf = async (rider: TestUser) => (await call(listWalletCredits, { user: rider.id }, { as: admin })).credits

const added = async (amount: string) => {
  const driver = await make.driver()
  await add(driver, amount, { note: 'A slip' })
  const [credit] = await creditsOf(driver)
  if (!credit) throw new Error('nothing was added')
  const takeBack = (part: string, reason = 'Ten times too much') =>
    call(takeBackCredit, { id: credit.id, amount: part, reason }, { as: admin })
  const refused = async (part: string, reason = 'Ten times too much') =>
    (await refusal(takeBackCredit, { id: credit.id, amount: part, reason }, { as: admin })).key
  return { driver, credit, takeBack, refused }
}

describe('taking back what was added', () => {
  it('reverses the posting with a reason, for the owner and the audit log, and the books hold', async () => {
    const { driver, credit, takeBack } = await added('1000')
    expect(credit).toMatchObject({ amount: '1000.00', note: 'A slip', takenBack: null })
    const box = await accountOf('cashbox')
    const { credit: after, balance } = await takeBack('900')
    expect([after.takenBack?.amount, after.takenBack?.reason, balance]).toEqual(['900.00', 'Ten times too much', '100.00'])
    expect((await accountOf('cashbox')) - box).toBeCloseTo(900, 6)
    const [last, first] = await app.db
      .selectFrom('ledgerTransaction')
      .select(['id', 'kind', 'once', 'reverses'])
      .where('once', 'like', `adminCredit:${credit.id}%`)
      .orderBy('id', 'desc')
      .execute()
    expect(last).toMatchObject({ kind: 'Debit', reverses: first?.id })
    const deed = await app.db
      .selectFrom('auditEntry')
      .select(['action', 'after'])
      .where('action', '=', 'wallet.takeBack')
      .execute()
    expect(JSON.stringify(deed)).toContain('Ten times too much')
    const { entries } = await call(getWallet, {}, { as: driver })
    expect(entries[0]).toMatchObject({ type: 'Debit', amount: '900.00', balanceAfter: '100.00', txRef: 'AdminCredit' })
  })

  it('happens once, at most as much as was added, with a reason, and never below zero', async () => {
    const { driver, takeBack, refused, credit } = await added('50')
    for (const wrong of ['0', '-1', '50.01', '1,000', '']) expect(await refused(wrong)).toBe('proper_amount')
    expect(await refused('50', ' ')).toBe('bad_request')
    expect((await refusal(takeBackCredit, { id: credit.id, amount: '1', reason: 'x' }, { as: driver })).status).toBe(403)
    await call(requestWithdraw, { amount: '20' }, { as: driver })
    expect(await refused('50')).toBe('wallet_balance_low')
    const tries = await Promise.all(
      [1, 2, 3].map(() =>
        takeBack('30').then(
          () => 'done',
          (cause) => cause.key,
        ),
      ),
    )
    expect(tries.toSorted()).toEqual(['credit_taken_back', 'credit_taken_back', 'done'])
    expect([(await call(getWallet, {}, { as: driver })).balance, await refused('1')]).toEqual(['0.00', 'credit_taken_back'])
  })
})

describe('adding to a wallet', () => {
  it('is an entry Credit with the txRef AdminCredit, out of the cash box, and says who did it and why', async () => {
    const rider = await make.rider()
    const before = await accountOf('cashbox')
    expect(await add(rider, '250.50', { note: 'Paid at the counter' })).toEqual({
      user: rider.id,
      amount: '250.50',
      balance: '250.50',
    })
    const { balance, entries } = await call(getWallet, {}, { as: rider })
    expect([balance, entries.length]).toEqual(['250.50', 1])
    expect(entries[0]).toMatchObject({ type: 'Credit', amount: '250.50', txRef: 'AdminCredit' })
    expect((await accountOf('cashbox')) - before).toBeCloseTo(-250.5, 6)
    const kept = await app.db.selectFrom('walletCredit').selectAll().where('userId', '=', rider.id).execute()
    expect(kept).toMatchObject([{ note: 'Paid at the counter', createdBy: admin.id, amountMinor: 25_050n }])
  })

  it('counts once, however often the button is pressed', async () => {
    const driver = await make.driver()
    const presses = Array.from({ length: 8 }, () => add(driver, '100', { once: 'pressed' }).catch(() => null))
    const done = (await Promise.all(presses)).filter((answer) => answer !== null)
    expect(done.length).toBeGreaterThan(0)
    expect(await add(driver, '100', { once: 'pressed' })).toEqual(done[0])
    expect(await balanceOf(driver)).toBe('100.00')
    expect((await refusal(addToWallet, { user: driver.id, amount: '1' }, { as: admin, once: null })).key).toBe(
      'idempotency_key_required',
    )
    expect(await proof()).toMatchObject({ sum: '0.00', balancesAgree: true })
  })

  it('wants a person, something above zero, and no more than the most', async () => {
    const rider = await make.rider()
    expect((await refusal(addToWallet, {}, { as: admin })).key).toBe('no_details_error')
    expect(await refusedAdd('', '5')).toBe('no_details_error')
    for (const nothing of ['', '0', '-5', 'five', '1,000', '1 000'])
      expect(await refusedAdd(rider.id, nothing)).toBe('no_details_error')
    expect(await refusedAdd(rider.id, '1.005')).toBe('proper_amount')
    const tooMuch = await refusal(addToWallet, { user: rider.id, amount: '10000000.01' }, { as: admin })
    expect(tooMuch).toMatchObject({ key: 'amount_too_large', status: 422, details: { most: '10000000.00' } })
    expect(await balanceOf(rider)).toBe('0.00')
  })

  it('is for riders and drivers who are there', async () => {
    const gone = await make.rider({ removedAt: new Date() })
    for (const id of [admin.id, (await make.fleetAdmin()).id, gone.id, 'nobody'])
      expect(await refusedAdd(id, '5')).toBe('not_found')
    const rider = await make.rider()
    for (const as of [rider, await make.driver(), await make.fleetAdmin()])
      expect((await refusal(addToWallet, { user: rider.id, amount: '5' }, { as })).status).toBe(403)
  })

  it('is told to the owner at once, and to nobody else', async () => {
    const [rider, other] = [await make.rider(), await make.rider()]
    const [mine, foreign] = [await connect(rider), await connect(other)]
    await mine.subscribe('me')
    await foreign.subscribe('me')
    await add(rider, '75')
    expect(await mine.event('me')).toMatchObject({ me: { walletBalance: '75.00' } })
    await add(other, '1')
    expect(await foreign.event('me')).toMatchObject({ me: { id: other.id } })
    expect(mine.ofType('event').filter(({ event }) => event.name === 'me')).toHaveLength(1)
  })
})

describe('looking for the owner of a wallet', () => {
  it('finds riders and drivers by name, phone and e-mail, with what is in their wallets', async () => {
    const rider = await make.rider({ firstName: 'Zebulon', lastName: 'Åkerström' })
    const driver = await make.driver({ firstName: 'Zebulon', lastName: 'Berg' })
    await make.admin({ firstName: 'Zebulon' })
    await make.fleetAdmin({ firstName: 'Zebulon' })
    await make.rider({ firstName: 'Zebulon', removedAt: new Date() })
    await make.money(driver, 1234n)
    expect(await find('zebulon')).toMatchObject([
      { id: driver.id, userType: 'driver', walletBalance: '12.34', mobile: driver.mobile },
      { id: rider.id, userType: 'rider', walletBalance: '0.00', email: rider.email },
    ])
    expect((await find('akerstrom zebulon')).map(({ id }) => id)).toEqual([rider.id])
    expect((await find(driver.mobile)).map(({ id }) => id)).toEqual([driver.id])
    expect((await find(rider.email)).map(({ id }) => id)).toEqual([rider.id])
    expect((await refusal(searchWallets, { text: 'zebulon' }, { as: rider })).status).toBe(403)
  })

  it('neither shows nor searches contacts while critical edits are locked', async () => {
    const rider = await make.rider({ firstName: 'Xerxes' })
    await app.settings({ allowCriticalEditsAdmin: false })
    expect(await find('xerxes')).toMatchObject([{ id: rider.id, email: null, mobile: null, contactHidden: true }])
    expect(await find(rider.email)).toEqual([])
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})

describe('a withdrawal', () => {
  it('is completed once: of two at the same moment one pays, the other reads that it is done', async () => {
    const { id, driver } = await withdrawal('10')
    const before = [await accountOf('withdrawals'), await accountOf('bank')]
    const complete = () =>
      call(completeWithdraw, { id }, { as: admin }).then(
        (row) => row.processed,
        (error: { key: string }) => error.key,
      )
    const answers = await Promise.all(Array.from({ length: 6 }, complete))
    expect(answers.filter((answer) => answer === true)).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'withdraw_processed')).toHaveLength(5)
    expect((await accountOf('withdrawals')) - (before[0] ?? 0)).toBeCloseTo(-10, 6)
    expect((await accountOf('bank')) - (before[1] ?? 0)).toBeCloseTo(10, 6)
    expect(await balanceOf(driver)).toBe('990.00')
    const row = await app.db.selectFrom('withdraw').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ processed: true, processedBy: admin.id })
    expect(await proof()).toMatchObject({ sum: '0.00', balancesAgree: true })
  })

  it('is completed by an admin alone, and only one that there is', async () => {
    const { id, driver } = await withdrawal()
    for (const as of [driver, await make.fleetAdmin()]) expect((await refusal(completeWithdraw, { id }, { as })).status).toBe(403)
    expect((await refusal(completeWithdraw, { id: 'nothing' }, { as: admin })).key).toBe('not_found')
    const done = await call(completeWithdraw, { id }, { as: admin, once: 'again' })
    expect(done.processDate).toBeGreaterThan(0)
    expect(await call(completeWithdraw, { id }, { as: admin, once: 'again' })).toEqual(done)
  })

  it('is listed by state and by name, newest first, with how much waits', async () => {
    await app.db.deleteFrom('withdraw').execute()
    const rows = [await withdrawal('1'), await withdrawal('2'), await withdrawal('4')]
    await call(completeWithdraw, { id: rows[1]?.id ?? '' }, { as: admin })
    const list = (filter: object) => call(listWithdraws, filter, { as: admin })
    const all = await list({})
    expect(all.withdraws.map(({ amount, processed }) => [amount, processed])).toEqual([
      ['4.00', false],
      ['2.00', true],
      ['1.00', false],
    ])
    expect([all.waiting, all.count]).toEqual([{ count: 2, amount: '5.00' }, 3])
    expect((await list({ state: 'waiting' })).withdraws.map(({ amount }) => amount)).toEqual(['4.00', '1.00'])
    expect((await list({ state: 'processed' })).withdraws.map(({ amount }) => amount)).toEqual(['2.00'])
    expect((await list({ search: rows[0]?.name.toLowerCase() ?? '', state: 'waiting' })).withdraws.length).toBeGreaterThan(0)
    expect((await list({ search: '%' })).withdraws).toEqual([])
    const first = await list({ limit: 2 })
    const rest = await list({ limit: 2, cursor: first.nextCursor })
    expect([...first.withdraws, ...rest.withdraws]).toEqual(all.withdraws)
    expect(rest.count).toBeNull()
  })

  it('is sorted by date, name or amount, page by page', async () => {
    await app.db.deleteFrom('withdraw').execute()
    for (const amount of ['30', '5', '200', '5']) await withdrawal(amount)
    for (const sort of withdrawSorts) {
      const read = (more: object) => call(listWithdraws, { sort, ...more }, { as: admin })
      const all = (await read({})).withdraws
      const column = sort.replace('-', '') as 'date' | 'name' | 'amount'
      const values = all.map((row) => (column === 'name' ? row.name : Number(row[column])))
      const up = values.toSorted((a, b) => (a < b ? -1 : 1))
      expect([sort, values]).toEqual([sort, sort.startsWith('-') ? up.toReversed() : up])
      const first = await read({ limit: 3 })
      const rest = await read({ limit: 3, cursor: first.nextCursor })
      expect([...first.withdraws, ...rest.withdraws].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    }
    const { nextCursor } = await call(listWithdraws, { limit: 1, sort: 'name' }, { as: admin })
    expect(await refusal(listWithdraws, { sort: 'date', cursor: nextCursor ?? '' }, { as: admin })).toMatchObject({ status: 400 })
  })

  it('is told to every desk and to its owner as it is asked for and paid out', async () => {
    const driver = await make.driver()
    await make.money(driver, 5000n)
    await app.settle()
    const [desk, mine] = [await connect(admin), await connect(driver)]
    await desk.subscribe('withdraws')
    await mine.subscribe('me')
    const { id } = await call(requestWithdraw, { amount: '20' }, { as: driver })
    expect(await desk.event('withdraws')).toEqual({ name: 'withdraws' })
    await call(completeWithdraw, { id }, { as: admin })
    expect(await desk.event('withdraws', 1)).toEqual({ name: 'withdraws' })
    expect(await mine.event('withdraws')).toEqual({ name: 'withdraws' })
    mine.send({ type: 'subscribe', topic: 'withdraws' })
    expect(await mine.next('refused')).toMatchObject({ key: 'forbidden' })
    expect((await call(getSession, {}, { as: driver })).me?.walletBalance).toBe('30.00')
  })
})
