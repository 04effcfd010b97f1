import { addCaller, searchRiders } from '@wayfare/contract/people-riders'
import { getPerson } from '@wayfare/contract/people'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp({ settings: { country: 'SE' } })
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

  it('needs a name and a number that nobody else has', async () => {
    const { mobile } = await make.driver({ mobile: '+46701239946' })
    expect(await refusedBy({ firstName: '  ', mobile: '+46701239947' })).toEqual(['proper_input_name', 'firstName'])
    expect(await refusedBy({ firstName: 'Ola', mobile: '112' })).toEqual(['mobile_no_blank_error', 'mobile'])
    expect(await refusedBy({ firstName: 'Ola', mobile: mobile ?? '' })).toEqual(['user_exists', 'mobile'])
  })
})
