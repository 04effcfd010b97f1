import {
  forgotPassword,
  requestCode,
  requestVerification,
  resetPassword,
  signIn,
  verifyCode,
  verifyEmail,
} from '@wayfare/contract/sign-in'
import { updatePerson } from '@wayfare/contract/people-edit'
import { makeResetLink, verifyPerson } from '@wayfare/contract/people-help'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeSolved } from '../../../test/challenge.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { hashPassword } from '../sign-in/auth.ts'
import { findOrCreateSocialUser } from '../sign-in/commands-social-users.ts'

const app = await startApp({ settings: { mobileLoginEnabled: true } })
const { call, make } = app
const admin = await make.admin()
const password = 'mysecret1'
const passwordHash = await hashPassword(password)

beforeEach(app.nextDay)

const mailsTo = async (email: string): Promise<string[]> => {
  await app.settle()
  const rows = await app.db.selectFrom('devMessage').select('body').where('recipient', '=', email).orderBy('id').execute()
  return rows.map(({ body }) => body)
}
const tokenIn = (text: string | undefined): string => /token=([\w.-]+)/.exec(text ?? '')?.[1] ?? ''

/** What the mail says that answers "forgot password". */
const forget = async (email: string): Promise<string> => {
  await call(forgotPassword, { email })
  return (await mailsTo(email)).at(-1) ?? ''
}

/** The desk writes another address than it was told, and whoever has that mailbox uses the link in the mail that comes. */
const mistype = async (person: TestUser): Promise<string> => {
  const email = `slip-${app.deps.newId(8).toLowerCase()}@town.example`
  await call(updatePerson, { id: person.id, email }, { as: admin })
  await call(verifyEmail, { token: tokenIn((await mailsTo(email))[0]) })
  return email
}

describe('an address that the desk gave to somebody who has a way in', () => {
  it('does not open the account to whoever has its mailbox', async () => {
    const email = await mistype(await make.rider({ passwordHash }))
    expect(await forget(email)).not.toContain('token=')
    expect(await forget(email)).toContain('has not confirmed it yet')
  })

  it('opens nothing of somebody who comes in by codes to the phone either', async () => {
    const mobile = '+46701888111'
    const rider = await make.rider({ mobile })
    const { verificationId } = await call(requestCode, { mobile, challenge: await makeSolved(app.deps, 'signInCode') })
    const otp = /\b\d{6}\b/.exec((await mailsTo(mobile))[0] ?? '')?.[0] ?? ''
    await call(verifyCode, { verificationId, otp })
    const email = await mistype(rider)
    expect(await forget(email)).not.toContain('token=')
    const provider = {
      provider: 'apple' as const,
      subject: 'a stranger',
      email,
      emailVerified: true,
      firstName: 'S',
      lastName: 'T',
    }
    await expect(findOrCreateSocialUser(app.deps, provider)).rejects.toMatchObject({ key: 'user_exists' })
  })

  it('is the person’s once one signs in with it, and "forgot password" works as ever', async () => {
    const rider = await make.rider({ passwordHash })
    const email = await mistype(rider)
    expect((await call(signIn, { email, password })).me.id).toBe(rider.id)
    const token = tokenIn(await forget(email))
    await call(resetPassword, { token, password: 'another1' })
  })

  it('is theirs when they ask for the link themselves, use it signed in, or the desk vouches for it', async () => {
    const [asks, clicks, told] = [await make.rider(), await make.rider({ passwordHash }), await make.rider({ passwordHash })]
    const address = (name: string) => `${name}-${app.deps.newId(8).toLowerCase()}@town.example`
    const emails = [address('asks'), address('clicks'), address('told')] as const
    await app.db
      .updateTable('appUser')
      .set({ provenMobile: '+4520123456', mobile: '+4520123456' })
      .where('id', '=', asks.id)
      .execute()
    for (const [index, { id }] of [asks, clicks, told].entries())
      await call(updatePerson, { id, email: emails[index] ?? '' }, { as: admin })

    const session = await make.session(asks.id)
    await call(requestVerification, {}, { headers: { authorization: `Bearer ${session.token}` } })
    await call(verifyEmail, { token: tokenIn((await mailsTo(emails[0])).at(-1)) })
    const clicker = await make.session(clicks.id)
    await call(
      verifyEmail,
      { token: tokenIn((await mailsTo(emails[1]))[0]) },
      { headers: { authorization: `Bearer ${clicker.token}` } },
    )
    await call(verifyPerson, { id: told.id }, { as: admin })
    for (const email of emails) expect(await forget(email)).toContain('token=')
  })

  it('opens by a link that the desk hands over', async () => {
    const rider = await make.rider({ passwordHash })
    const email = await mistype(rider)
    const { link } = await call(makeResetLink, { id: rider.id }, { as: admin })
    await call(resetPassword, { token: tokenIn(link), password: 'another1' })
    expect((await call(signIn, { email, password: 'another1' })).me.id).toBe(rider.id)
  })
})
