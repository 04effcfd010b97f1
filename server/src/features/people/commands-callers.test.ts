import { updateProfile } from '@wayfare/contract/people-profile'
import { addCaller, searchRiders } from '@wayfare/contract/people-riders'
import { getPerson } from '@wayfare/contract/people'
import { requestCode, verifyCode } from '@wayfare/contract/sign-in'
import { describe, expect, it } from 'vitest'
import { makeSolved } from '../../../test/challenge.ts'
import { startApp } from '../../../test/harness.ts'

const app = await startApp({ settings: { country: 'SE', mobileLoginEnabled: true } })
const { call, refusal, make } = app
const as = await make.admin()

const refusedBy = async (input: { firstName: string; mobile: string }) => {
  const { key, details } = await refusal(addCaller, input, { as })
  return [key, (details as { field: string }).field]
}

describe('a caller whom nobody knows', () => {
  it('is a rider by name and number, whom the desk finds by either and tells nothing', async () => {
    const caller = await call(addCaller, { firstName: ' Nour ', lastName: 'Haddad', mobile: '070-123 99 44' }, { as })
    expect(caller).toMatchObject({
      firstName: 'Nour',
      lastName: 'Haddad',
      mobile: '+46701239944',
      email: null,
      bookings: 0,
      recent: [],
      places: [],
      walletBalance: '0.00',
    })
    expect((await call(searchRiders, { text: '0701239944' }, { as })).riders).toEqual([caller])
    const { person } = await call(getPerson, { id: caller.id }, { as })
    expect(person).toMatchObject({ userType: 'rider', approved: true, createdByAdmin: true, email: null })
    await app.settle()
    const told = await app.db.selectFrom('devMessage').select('recipient').where('recipient', 'like', '%9944').execute()
    expect(told).toEqual([])
  })

  it('may have given one name alone', async () => {
    const caller = await call(addCaller, { firstName: 'Mehmet', mobile: '+46701239945' }, { as })
    expect(caller).toMatchObject({ firstName: 'Mehmet', lastName: '' })
  })

  it('comes in by a code later, has no password, and may add the address that the account lacks', async () => {
    const mobile = '+46701239948'
    await call(addCaller, { firstName: 'Ines', mobile }, { as })
    const { verificationId } = await call(requestCode, { mobile, challenge: await makeSolved(app.deps, 'signInCode') })
    await app.settle()
    const sms = app.db.selectFrom('devMessage').select('body').where('recipient', '=', mobile)
    const otp = /\b\d{6}\b/.exec((await sms.executeTakeFirstOrThrow()).body)?.[0] ?? ''
    const { me, token } = await call(verifyCode, { verificationId, otp })
    expect(me).toMatchObject({ email: ' ', hasPassword: false, locked: ['mobile'] })

    const headers = { authorization: `Bearer ${token}` }
    const names = { firstName: 'Ines', lastName: 'Sol' }
    const added = await call(updateProfile, { ...names, email: 'ines@town.example' }, { headers })
    expect(added).toMatchObject({ email: 'ines@town.example', emailVerified: false, locked: ['email', 'mobile'] })
    expect((await refusal(updateProfile, { ...names, email: 'other@town.example' }, { headers })).key).toBe('profile_locked')
  })

  it('needs a name and a number that nobody else has', async () => {
    const { mobile } = await make.driver({ mobile: '+46701239946' })
    expect(await refusedBy({ firstName: '  ', mobile: '+46701239947' })).toEqual(['proper_input_name', 'firstName'])
    expect(await refusedBy({ firstName: 'Ola', mobile: '112' })).toEqual(['mobile_no_blank_error', 'mobile'])
    expect(await refusedBy({ firstName: 'Ola', mobile: mobile ?? '' })).toEqual(['user_exists', 'mobile'])
  })
})
