import { removeUser } from '@wayfare/contract/people-edit'
import { deleteMe, updateProfile } from '@wayfare/contract/people-profile'
import { signUp, signUpDriver } from '@wayfare/contract/sign-in-sign-up'
import type { UserId } from '@wayfare/core/ids'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeSignUps } from '../../../test/sign-up.ts'

const app = await startApp()
const { call, refusal, make } = app
const { form, driverForm } = makeSignUps(app)
const admin = await make.admin()

const mobileOf = (id: UserId) =>
  app.db.selectFrom('appUser').select(['mobile', 'mobileFault']).where('id', '=', id).executeTakeFirstOrThrow()

/** Two people with one number; the second has had it in another spelling since before numbers had a standard form. */
const twins = async (digits: string) => {
  const holder = await make.rider({ mobile: `+46${digits}` })
  const waiting = await make.driver({ mobile: `+460${digits}` })
  await app.db.updateTable('appUser').set({ mobileFault: 'taken' }).where('id', '=', waiting.id).execute()
  return { holder, waiting, mobile: `+46${digits}` }
}

it('a driver registers with the number of an account that was removed or deleted', async () => {
  const leaves = [
    (id: string) => call(removeUser, { id: id as never }, { as: admin }),
    (_id: string, as: Awaited<ReturnType<typeof make.rider>>) => call(deleteMe, {}, { as }),
  ]
  const carType = await make.carType()
  for (const [at, leave] of leaves.entries()) {
    const digits = `70174051${at}`
    const before = await make.driver({ mobile: `+46${digits}` })
    const newcomer = { ...(await driverForm(carType)), dialCode: '46', mobile: digits }
    expect((await refusal(signUpDriver, newcomer)).key).toBe('user_exists')
    await leave(before.id, before)
    const { uid } = await call(signUpDriver, newcomer)
    expect(await mobileOf(uid)).toEqual({ mobile: `+46${digits}`, mobileFault: null })
    expect(await mobileOf(before.id)).toEqual({ mobile: null, mobileFault: null })
  }
})

it.each([
  ['its owner’s account is removed', '701740521', (id: string) => call(removeUser, { id: id as never }, { as: admin })],
  ['its owner deletes the account', '701740522', (_id: string, as: never) => call(deleteMe, {}, { as })],
  [
    'its owner takes another',
    '701740523',
    async (id: UserId, as: never) => {
      // people who sign in by e-mail keep the number
      await app.db.updateTable('appUser').set({ loginType: 'facebook' }).where('id', '=', id).execute()
      await call(updateProfile, { firstName: 'A', lastName: 'B', mobile: '+46701740599' }, { as })
    },
  ],
])('a number passes on to whom it also was when %s', async (_when, digits, leave) => {
  const { holder, waiting, mobile } = await twins(digits)
  await leave(holder.id, holder as never)
  expect(await mobileOf(waiting.id)).toEqual({ mobile, mobileFault: null })
  // one number is one account: a third person cannot get it as well
  expect((await refusal(signUp, { ...form(), dialCode: '46', mobile: digits })).key).toBe('user_exists')
})
