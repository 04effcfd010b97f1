import { deleteMe, updateProfile } from '@wayfare/contract/people-profile'
import { getWallet, listMyWithdraws, proveLedger, requestWithdraw } from '@wayfare/contract/wallet'
import { listWithdraws } from '@wayfare/contract/wallet-admin'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const { call, refusal, make } = app
const admin = await make.admin()
const bank = { bankName: 'Handelsbanken', bankCode: '6112', bankAccount: '123 456 789' }

beforeEach(() => app.settings({ bankFields: true, riderWithDraw: false }))

const driverWith = async (minor: bigint, fields: Parameters<typeof make.driver>[0] = bank): Promise<TestUser> => {
  const driver = await make.driver(fields)
  if (minor > 0n) await make.money(driver, minor)
  return driver
}
const ask = (as: TestUser, amount: string, once?: string) => call(requestWithdraw, { amount }, { as, ...(once ? { once } : {}) })
const refused = async (as: TestUser, amount: string) => (await refusal(requestWithdraw, { amount }, { as })).key
const walletOf = (as: TestUser) => call(getWallet, {}, { as })
const proof = () => call(proveLedger, {}, { as: admin })

describe('asking for money of the wallet', () => {
  it('takes it out at once, as an entry Withdraw that names the request, and keeps the bank as it was', async () => {
    const driver = await driverWith(50_000n)
    const asked = await ask(driver, '120.5')
    expect(asked).toMatchObject({
      ...bank,
      name: `${driver.firstName} Testsson`,
      amount: '120.50',
      processed: false,
      processDate: null,
    })
    const { balance, entries } = await walletOf(driver)
    expect(balance).toBe('379.50')
    expect(entries[0]).toMatchObject({ type: 'Withdraw', amount: '120.50', txRef: asked.id, bookingId: null })
    const names = { firstName: driver.firstName, lastName: 'Testsson' }
    await call(updateProfile, { ...names, bankAccount: '9' }, { as: driver })
    expect((await call(listMyWithdraws, {}, { as: driver })).withdraws).toEqual([asked])
    expect(await proof()).toMatchObject({ sum: '0.00', balancesAgree: true })
  })

  it('is done once for each key, however often it is sent, and not without one', async () => {
    const driver = await driverWith(10_000n)
    const first = await ask(driver, '60', 'one')
    expect(await ask(driver, '60', 'one')).toEqual(first)
    expect((await refusal(requestWithdraw, { amount: '61' }, { as: driver, once: 'one' })).key).toBe('idempotency_key_reused')
    expect((await refusal(requestWithdraw, { amount: '1' }, { as: driver, once: null })).key).toBe('idempotency_key_required')
    expect((await walletOf(driver)).balance).toBe('40.00')
  })

  it('never takes more than there is: of 120 at once from 105.00, 105 get their 1.00', async () => {
    const driver = await driverWith(10_500n)
    const answers = await Promise.all(
      Array.from({ length: 120 }, () =>
        ask(driver, '1.00').then(
          () => 'done',
          (error: { key?: string }) => error.key ?? String(error),
        ),
      ),
    )
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(105)
    expect(answers.filter((answer) => answer === 'wallet_balance_low')).toHaveLength(15)
    expect((await walletOf(driver)).balance).toBe('0.00')
    const rows = await app.db.selectFrom('withdraw').select('id').where('userId', '=', driver.id).execute()
    expect(rows).toHaveLength(105)
    expect(await proof()).toMatchObject({ sum: '0.00', balancesAgree: true })
  })

  it('is refused for what is no amount, and for more than there is', async () => {
    const driver = await driverWith(10_000n)
    for (const wrong of ['', '0', '0.00', '-1', '1.001', '1,000', 'all', '1e2', ' '])
      expect(await refused(driver, wrong)).toBe('proper_amount')
    expect(await refused(driver, '100.01')).toBe('wallet_balance_low')
    expect(await refused(await driverWith(0n), '0.01')).toBe('wallet_balance_low')
    expect((await walletOf(driver)).entries).toHaveLength(1)
    expect((await call(listMyWithdraws, {}, { as: driver })).withdraws).toEqual([])
  })

  it('needs to know the bank, where the operator asks for it', async () => {
    const driver = await driverWith(10_000n, { bankName: 'Handelsbanken' })
    expect(await refused(driver, '10')).toBe('bank_missing')
    await app.settings({ bankFields: false })
    expect(await ask(driver, '10')).toMatchObject({ bankName: null, bankCode: null, bankAccount: null })
  })

  it('is for riders only where the operator lets them, who may tell their bank then', async () => {
    const rider = await make.rider()
    await make.money(rider, 10_000n)
    expect(await refused(rider, '10')).toBe('forbidden')
    const names = { firstName: rider.firstName, lastName: 'Testsson' }
    expect((await refusal(updateProfile, { ...names, ...bank }, { as: rider })).key).toBe('bad_request')
    await app.settings({ riderWithDraw: true })
    await call(updateProfile, { ...names, ...bank }, { as: rider })
    expect((await refusal(updateProfile, { ...names, vehicleMake: 'Kia' }, { as: rider })).key).toBe('bad_request')
    expect(await ask(rider, '10')).toMatchObject({ ...bank, amount: '10.00' })
    expect(await refused(await make.admin(), '10')).toBe('forbidden')
  })

  it('is seen by its owner and the desk alone', async () => {
    const [driver, other] = [await driverWith(10_000n), await driverWith(0n)]
    const { id } = await ask(driver, '10')
    expect((await call(listMyWithdraws, {}, { as: other })).withdraws).toEqual([])
    for (const as of [other, await make.fleetAdmin(), null])
      expect(['forbidden', 'unauthorized']).toContain((await refusal(listWithdraws, {}, { as })).key)
    const { withdraws } = await call(listWithdraws, { search: id }, { as: admin })
    expect(withdraws).toMatchObject([{ id, uid: driver.id }])
  })

  it('comes in pages', async () => {
    const driver = await driverWith(10_000n)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await ask(driver, '1')).id)
    const first = await call(listMyWithdraws, { limit: 3 }, { as: driver })
    const rest = await call(listMyWithdraws, { limit: 3, cursor: first.nextCursor ?? '' }, { as: driver })
    expect([...first.withdraws, ...rest.withdraws].map(({ id }) => id)).toEqual(ids)
    expect(rest.nextCursor).toBeNull()
  })

  it('keeps the account until the money is there', async () => {
    const driver = await driverWith(1000n)
    const { id } = await ask(driver, '10')
    expect((await refusal(deleteMe, { forfeit: true }, { as: driver })).key).toBe('withdraw_open')
    await app.db.updateTable('withdraw').set({ processed: true, processedAt: new Date() }).where('id', '=', id).execute()
    await call(deleteMe, {}, { as: driver })
    await app.settle()
    const row = await app.db.selectFrom('withdraw').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: ' ', bankName: null, bankCode: null, bankAccount: null, amountMinor: 1000n })
  })
})

describe('the wallet', () => {
  const trips = makeTrips(app)

  it('says what is set aside and for which booking, and which entries are of a booking', async () => {
    await trips.addReason()
    const { rider, carType } = await trips.cast()
    await make.money(rider, 100_000n)
    const { id, payableAmount } = await trips.bookWith(rider, carType, {}, { paymentMode: 'wallet' })
    const during = await walletOf(rider)
    expect(during).toMatchObject({ held: payableAmount, holds: [{ bookingId: id, amount: payableAmount }] })
    expect(during.entries[0]).toMatchObject({ type: 'Debit', txRef: id, bookingId: id })
    expect(during.entries[1]).toMatchObject({ type: 'Credit', txRef: 'AdminCredit', bookingId: null })
    await trips.cancel(rider, id)
    expect(await walletOf(rider)).toMatchObject({ balance: '1000.00', held: '0.00', holds: [] })
  })
})
