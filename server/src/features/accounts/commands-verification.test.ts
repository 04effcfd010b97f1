import * as contract from '@wayfare/contract/sign-in'
import type { UserId } from '@wayfare/core/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { hashPassword } from '../sign-in/auth.ts'
import { dayMs } from './commands-attempts.ts'

const app = await startApp()
const { call, refusal, make } = app
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

// start at the beginning of a day, so that no count is split or left over
beforeEach(() => app.advance(dayMs - (app.deps.now().getTime() % dayMs)))

const person = () => make.rider({ passwordHash })
const unverify = (id: UserId) => app.db.updateTable('appUser').set({ emailVerified: false }).where('id', '=', id).execute()
const isVerified = async (id: UserId) =>
  (await app.db.selectFrom('appUser').select('emailVerified').where('id', '=', id).executeTakeFirst())?.emailVerified
/** The token from the newest mail with a link to this page. */
const tokenFor = async (email: string, page: string): Promise<string> => {
  await app.settle()
  const mails = await app.db.selectFrom('devMessage').select('body').where('recipient', '=', email).orderBy('id').execute()
  const last = mails.findLast(({ body }) => body.includes(`${page}?token=`))
  return /\?token=([\w.-]+)/.exec(last?.body ?? '')?.[1] ?? ''
}
const eventsOf = async (userId: string) => {
  const rows = await app.db.selectFrom('event').select(['type', 'payload']).orderBy('id').execute()
  return rows.filter(({ payload }) => JSON.stringify(payload).includes(userId)).map(({ type }) => type)
}

describe('the address', () => {
  it('is verified by the mailed link, once, and makes an approved account usable', async () => {
    const user = await person()
    await unverify(user.id)
    await call(contract.requestVerification, {}, { as: user })
    const token = await tokenFor(user.email, '/verify-email')
    await call(contract.verifyEmail, { token })
    expect(await isVerified(user.id)).toBe(true)
    expect((await eventsOf(user.id)).filter((type) => type === 'AccountApproved')).toHaveLength(1)
    expect((await refusal(contract.verifyEmail, { token })).key).toBe('link_expired')
    expect((await refusal(contract.requestVerification, {}, { as: user })).key).toBe('conflict')
  })

  it('makes nobody usable who still waits for approval', async () => {
    const waiting = await make.driver({ passwordHash })
    await unverify(waiting.id)
    await call(contract.requestVerification, {}, { as: waiting })
    await app.db.updateTable('appUser').set({ approved: false }).where('id', '=', waiting.id).execute()
    await call(contract.verifyEmail, { token: await tokenFor(waiting.email, '/verify-email') })
    expect(await eventsOf(waiting.id)).not.toContain('AccountApproved')
  })

  it('is not verified by a link older than three days or for a password', async () => {
    const user = await person()
    await unverify(user.id)
    await call(contract.forgotPassword, { email: user.email })
    const resets = await tokenFor(user.email, '/reset-password')
    expect((await refusal(contract.verifyEmail, { token: resets })).key).toBe('link_expired')
    await call(contract.requestVerification, {}, { as: user })
    const token = await tokenFor(user.email, '/verify-email')
    app.advance(3 * dayMs + 1000)
    expect((await refusal(contract.verifyEmail, { token })).key).toBe('link_expired')
    expect(await isVerified(user.id)).toBe(false)
  })
})
