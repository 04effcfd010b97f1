import { setApproval } from '@wayfare/contract/accounts-people'
import { signUp, signUpDriver } from '@wayfare/contract/accounts-register'
import { removeUser } from '@wayfare/contract/accounts'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import type { UserId } from '@wayfare/core/ids'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeSignUps } from '../../../test/sign-up.ts'
import { inTx } from '../../db/tx.ts'
import { emit } from '../../events.ts'

const app = await startApp()
const { call, make } = app
const { form, driverForm } = makeSignUps(app)
const admin = await make.admin()

beforeEach(() => app.settings({ bonus: 50, emailVerify: false, driverApproval: true }))

let count = 0
const friend = () => make.rider({ referralId: `friend${1000 + ++count}` })
const referralIdOf = async (id: UserId) =>
  (await app.db.selectFrom('appUser').select('referralId').where('id', '=', id).executeTakeFirstOrThrow()).referralId ?? ''

const balanceOf = async (ownerId: string): Promise<bigint> => {
  await app.settle()
  const account = app.db.selectFrom('ledgerAccount').select('balanceMinor').where('ownerId', '=', ownerId)
  return (await account.executeTakeFirst())?.balanceMinor ?? 0n
}

test('who brings a rider gets the bonus, and so does the rider, with a reference in the history', async () => {
  const referrer = await friend()
  const { uid } = await call(signUp, { ...form(), referralId: await referralIdOf(referrer.id) })
  expect([await balanceOf(referrer.id), await balanceOf(uid)]).toEqual([5000n, 5000n])
  const { balance, entries } = await call(getWallet, {}, { as: referrer })
  expect(balance).toBe('50.00')
  expect(entries).toMatchObject([{ type: 'Credit', amount: '50.00', txRef: 'ReferralBonus' }])
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
})

test('a driver is paid for when approved, and never again', async () => {
  const referrer = await friend()
  const driver = await driverForm(await make.carType())
  const { uid: id } = await call(signUpDriver, { ...driver, referralId: await referralIdOf(referrer.id) })
  expect(await balanceOf(referrer.id)).toBe(0n)
  for (const approved of [true, false, true, false, true]) await call(setApproval, { id, approved }, { as: admin })
  expect([await balanceOf(referrer.id), await balanceOf(id)]).toEqual([5000n, 5000n])
})

test('one event worked on many times at once pays once', async () => {
  const referrer = await friend()
  const newcomer = await make.rider({ signupViaReferral: referrer.id })
  await inTx(app.deps, async (tx) => {
    for (let i = 0; i < 5; i++) await emit(tx, { type: 'AccountApproved', userId: newcomer.id })
  })
  expect([await balanceOf(referrer.id), await balanceOf(newcomer.id)]).toEqual([5000n, 5000n])
})

test('where addresses are verified nothing is paid before that', async () => {
  await app.settings({ emailVerify: true })
  const referrer = await friend()
  const { uid } = await call(signUp, { ...form(), referralId: await referralIdOf(referrer.id) })
  expect([await balanceOf(referrer.id), await balanceOf(uid)]).toEqual([0n, 0n])
})

test('nothing is paid without a bonus, without a referrer, or when one of them is gone', async () => {
  const [referrer, leaving] = [await friend(), await friend()]
  const alone = await call(signUp, form())
  expect(await balanceOf(alone.uid)).toBe(0n)

  const left = await make.rider({ signupViaReferral: leaving.id })
  await call(removeUser, { id: leaving.id }, { as: admin })
  await inTx(app.deps, (tx) => emit(tx, { type: 'AccountApproved', userId: left.id }))
  expect([await balanceOf(left.id), await balanceOf(leaving.id)]).toEqual([0n, 0n])

  await app.settings({ bonus: 0 })
  const unpaid = await call(signUp, { ...form(), referralId: await referralIdOf(referrer.id) })
  expect([await balanceOf(unpaid.uid), await balanceOf(referrer.id)]).toEqual([0n, 0n])
})

test('a bonus has the minor units of the currency', async () => {
  await app.settings({ bonus: 7.25 })
  const referrer = await friend()
  await call(signUp, { ...form(), referralId: await referralIdOf(referrer.id) })
  expect(await balanceOf(referrer.id)).toBe(725n)
})
