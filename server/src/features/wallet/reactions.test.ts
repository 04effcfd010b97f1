import { setApproval, removeUser } from '@wayfare/contract/people-edit'
import { requestCode, verifyCode } from '@wayfare/contract/sign-in'
import { signUp, signUpDriver } from '@wayfare/contract/sign-in-sign-up'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import type { UserId } from '@wayfare/core/ids'
import { beforeEach, expect, test } from 'vitest'
import { makeSolved } from '../../../test/challenge.ts'
import type { TestUser } from '../../../test/make.ts'
import { startApp } from '../../../test/harness.ts'
import { makeSignUps } from '../../../test/sign-up.ts'
import { makeTrips } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import { emitEvent } from '../../events.ts'
import { markVerified } from '../accounts/commands-verification.ts'
import { payBonus } from './commands-bonus.ts'

const app = await startApp()
const { call, make } = app
const { form, driverForm } = makeSignUps(app)
const admin = await make.admin()
const trips = makeTrips(app)

beforeEach(() =>
  app.settings({ bonus: 50, bonusMoment: 'approval', bonusPerDay: 1000, emailVerify: false, driverApproval: true }),
)

let count = 0
const friend = () => make.rider({ referralId: `friend${1000 + ++count}` })
const referralIdOf = async (id: UserId) =>
  (await app.db.selectFrom('appUser').select('referralId').where('id', '=', id).executeTakeFirstOrThrow()).referralId ?? ''

const balanceOf = async (ownerId: UserId): Promise<bigint> => {
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
    for (let i = 0; i < 5; i++) await emitEvent(tx, { type: 'AccountApproved', userId: newcomer.id })
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
  await inTx(app.deps, (tx) => emitEvent(tx, { type: 'AccountApproved', userId: left.id }))
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

/** Takes a newcomer's trip to the point at which the driver has the cash. */
const ride = async (rider: TestUser) => {
  const { carType, driver } = await trips.cast()
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, 'PAID')
  return driver
}

test('by default a bonus waits for the first paid trip and a proven contact, whichever comes last', async () => {
  await app.settings({ bonusMoment: 'first_trip' })
  const referrer = await friend()
  const [early, late] = [
    await make.rider({ signupViaReferral: referrer.id }),
    await make.rider({ signupViaReferral: referrer.id }),
  ]
  await app.db.updateTable('appUser').set({ emailVerified: false }).where('id', 'in', [early.id, late.id]).execute()
  await inTx(app.deps, (tx) => emitEvent(tx, { type: 'AccountApproved', userId: early.id }))
  expect(await balanceOf(referrer.id)).toBe(0n)

  await inTx(app.deps, (tx) => markVerified(tx, early.id))
  expect(await balanceOf(referrer.id)).toBe(0n)
  await ride(early)
  expect([await balanceOf(referrer.id), await balanceOf(early.id)]).toEqual([5000n, 5000n])
  await ride(early)
  expect(await balanceOf(referrer.id)).toBe(5000n)

  await ride(late)
  expect(await balanceOf(late.id)).toBe(0n)
  await inTx(app.deps, (tx) => markVerified(tx, late.id))
  expect([await balanceOf(referrer.id), await balanceOf(late.id)]).toEqual([10_000n, 5000n])
})

test('a driver who was brought has driven a paid trip, and a number proven by a code is a contact while it is the own one', async () => {
  await app.settings({ bonusMoment: 'first_trip' })
  const referrer = await friend()
  const driver = await ride(await make.rider())
  const proven = (provenMobile: string | null) =>
    app.db
      .updateTable('appUser')
      .set({ signupViaReferral: referrer.id, emailVerified: false, provenMobile })
      .where('id', '=', driver.id)
      .execute()
  const ask = () => inTx(app.deps, (tx) => emitEvent(tx, { type: 'AccountApproved', userId: driver.id }))
  for (const number of [null, '+46700000000']) {
    await proven(number)
    await ask()
    expect(await balanceOf(referrer.id)).toBe(0n)
  }
  await proven(driver.mobile)
  await ask()
  expect(await balanceOf(referrer.id)).toBe(5000n)
})

test('a number that is proven by a code after the first paid trip brings the bonus then, without another trip', async () => {
  await app.settings({ bonusMoment: 'first_trip', mobileLoginEnabled: true })
  const referrer = await friend()
  const newcomer = await make.rider({ mobile: '+46701740605', signupViaReferral: referrer.id })
  await app.db.updateTable('appUser').set({ emailVerified: false }).where('id', '=', newcomer.id).execute()
  await ride(newcomer)
  expect(await balanceOf(newcomer.id)).toBe(0n)

  const signInByCode = async () => {
    const challenge = await makeSolved(app.deps, 'signInCode')
    const { verificationId } = await call(requestCode, { mobile: '+46701740605', challenge })
    await app.settle()
    const sms = app.db.selectFrom('devMessage').select('body').where('recipient', '=', '+46701740605').orderBy('id', 'desc')
    const otp = /\b\d{6}\b/.exec((await sms.executeTakeFirstOrThrow()).body)?.[0] ?? ''
    await call(verifyCode, { verificationId, otp })
  }
  for (let times = 0; times < 2; times++) {
    await signInByCode()
    expect([await balanceOf(referrer.id), await balanceOf(newcomer.id)]).toEqual([5000n, 5000n])
  }
})

test('ten accounts made at once earn no more than a day allows, and the others wait for their next trip', async () => {
  await app.settings({ bonusMoment: 'first_trip', bonusPerDay: 2 })
  const referrer = await friend()
  const many = await Promise.all(Array.from({ length: 4 }, () => make.rider({ signupViaReferral: referrer.id })))
  for (const rider of many) await ride(rider)
  expect(await balanceOf(referrer.id)).toBe(10_000n)
  const unpaid = many[3]
  if (!unpaid) throw new Error('unreachable')
  expect(await balanceOf(unpaid.id)).toBe(0n)
  await app.settings({ bonusPerDay: 3 })
  await ride(unpaid)
  expect(await balanceOf(unpaid.id)).toBe(5000n)
})

test('of newcomers whose trips end at the same moment no more are paid for than a day allows', async () => {
  await app.settings({ bonusPerDay: 3 })
  const referrer = await friend()
  const many = await Promise.all(Array.from({ length: 8 }, () => make.rider({ signupViaReferral: referrer.id })))
  await Promise.all(many.map(({ id }) => payBonus(app.deps, id)))
  expect(await balanceOf(referrer.id)).toBe(15_000n)
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
})
