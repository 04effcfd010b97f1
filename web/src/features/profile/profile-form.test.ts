import type { Me } from '@wayfare/contract/accounts'
import { expect, test } from 'vitest'
import { listProfileChanges, listProfileProblems, listRefusedFields } from './profile-form.ts'

const me = {
  firstName: 'Rita',
  lastName: ' ',
  email: ' ',
  mobile: null,
  vehicleMake: 'Volvo',
  vehicleModel: null,
  vehicleNumber: 'ABC 123',
  otherInfo: null,
} as Me

test.each(['+46 70-174 06 05', '0046 (70) 174.06.05', '070 174 06 05', '٠٧٠١٧٤٠٦٠٥'])(
  'a number is sent with its country code, however it was written: %s',
  async (typed) => {
    expect(await listProfileChanges(me, { mobile: typed }, 'SE')).toEqual({ mobile: '+46701740605' })
  },
)

test.each(['000000', '12ab', '0701'])('what no phone has is told and not sent: %s', async (typed) => {
  expect(listProfileProblems(me, ['mobile'], await listProfileChanges(me, { mobile: typed }, 'SE'))).toMatchObject({
    mobile: 'profile_mobile_wrong',
  })
})

test('only what differs from what is stored is sent, and a single space is nothing', async () => {
  const draft = { firstName: ' Rita ', lastName: 'Ray', email: '  ', mobile: '', vehicleModel: '', otherInfo: ' Quiet ' }
  expect(await listProfileChanges(me, draft, 'SE')).toEqual({ lastName: 'Ray', otherInfo: 'Quiet' })
  expect(await listProfileChanges(me, { email: 'Rita@Example.org' }, 'SE')).toEqual({ email: 'rita@example.org' })
})

test('each field says what is wrong with it, and a missing name counts before it was touched', () => {
  const fields = ['firstName', 'lastName', 'email', 'mobile'] as const
  expect(listProfileProblems(me, fields, {})).toEqual({ lastName: 'proper_input_name' })
  expect(listProfileProblems(me, fields, { firstName: '', lastName: 'Ray', email: 'ri ta@x.org', mobile: 'none' })).toEqual({
    firstName: 'proper_input_name',
    email: 'proper_email',
    mobile: 'profile_mobile_wrong',
  })
  expect(listProfileProblems(me, ['vehicleMake', 'vehicleModel'], { vehicleMake: '' })).toEqual({
    vehicleMake: 'vehicle_incomplete',
  })
  expect(listProfileProblems(me, ['bankName'], { bankName: 'a\nb' })).toEqual({ bankName: 'profile_one_line' })
})

test('a refusal stands at the fields that were sent', () => {
  expect(listRefusedFields('user_exists', { mobile: '+46701740605' })).toEqual({ mobile: 'user_exists' })
  expect(listRefusedFields('profile_locked', { mobile: '+46701740605' })).toEqual({})
})
