import { updateProfile } from '@wayfare/contract/people-profile'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp()
const { call, refusal, make } = app

// at the beginning of a day, so that no count is cut in two and none is left over
beforeEach(app.nextDay)

const names = { firstName: 'Astrid', lastName: 'Lind' }
const social = () => make.rider({ loginType: 'facebook', emailVerified: true })
const countMails = async (): Promise<number> => {
  await app.settle()
  const mails = app.db.selectFrom('devMessage').select('id').where('recipient', 'like', 'stranger-%')
  return (await mails.where('body', 'like', '%/verify-email?%').execute()).length
}

describe('a new address or number of one’s own', () => {
  it('makes us write to no more than five strangers an hour', async () => {
    const as = await social()
    const change = (n: number) => ({ ...names, email: `stranger-${n}@else.example` })
    for (const n of [1, 2, 3, 4, 5]) await call(updateProfile, change(n), { as })
    expect((await refusal(updateProfile, change(6), { as })).key).toBe('rate_limited')
    expect(await countMails()).toBe(5)
    // all else is saved as ever
    await call(updateProfile, { ...names, email: 'Stranger-5@else.example ', firstName: 'Eva' }, { as })
    app.advance(3_600_000)
    await app.db.updateTable('authSession').set({ provedAt: app.deps.now() }).where('id', '=', as.sessionId).execute()
    await call(updateProfile, change(6), { as })
  })

  it('tells of no more than fifty others a day whether they have an account', async () => {
    const [as, other] = [await social(), await make.rider()]
    const tries = [{ mobile: other.mobile }, { email: other.email }]
    for (let n = 0; n < 50; n += 1)
      expect((await refusal(updateProfile, { ...names, ...tries[n % 2] }, { as })).key).toBe('user_exists')
    for (const one of tries) expect((await refusal(updateProfile, { ...names, ...one }, { as })).key).toBe('rate_limited')
    await call(updateProfile, { ...names, email: as.email, mobile: as.mobile }, { as })
  })
})
