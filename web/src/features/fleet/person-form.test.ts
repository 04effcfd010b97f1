import type { Person } from '@wayfare/contract/people'
import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { checkPerson, isFixed, makeNewPerson, makePersonChange, makePersonDraft, type PersonFormContext } from './person-form.ts'

const ground: PersonFormContext = { userType: 'driver', viewer: 'admin', hasBank: true, country: 'SE' }

const driver = {
  id: asId<'user'>('u1'),
  userType: 'driver',
  firstName: 'Åsa',
  lastName: 'Ek',
  email: 'asa@x.example',
  mobile: '+46701740605',
  contactHidden: false,
  vehicleMake: 'Volvo',
  vehicleModel: 'EX30',
  vehicleNumber: 'ABC 123',
  carType: 'city',
  otherInfo: null,
  bankName: null,
  bankCode: null,
  bankAccount: null,
  fleetAdmin: null,
  approved: true,
  version: 4,
} as unknown as Person

test('a whole number is its country and the digits behind the dial code; the operator’s country comes before others with the code', () => {
  expect(makePersonDraft(driver, ground)).toMatchObject({ country: 'SE', mobile: '701740605' })
  const american = { ...driver, mobile: '+12025550123' } as Person
  expect(makePersonDraft(american, { country: 'CA' })).toMatchObject({ country: 'CA', mobile: '2025550123' })
  expect(makePersonDraft({ ...driver, mobile: null } as Person, ground)).toMatchObject({ country: 'SE', mobile: '' })
})

test('only what was touched is sent, with the version it was read with', () => {
  const draft = { ...makePersonDraft(driver, ground), lastName: ' Al ', bankName: 'Nordea', carType: 'van' }
  expect(makePersonChange(draft, driver, ground)).toEqual({
    id: driver.id,
    version: 4,
    lastName: 'Al',
    bankName: 'Nordea',
    carType: 'van',
  })
  expect(makePersonChange(makePersonDraft(driver, ground), driver, ground)).toEqual({ id: driver.id, version: 4 })
})

test('digits of any script behind another dial code are another number', () => {
  const draft = { ...makePersonDraft(driver, ground), country: 'NO', mobile: '٤١٢٣٤٥٦٧' }
  expect(makePersonChange(draft, driver, ground)).toMatchObject({ mobile: '+4741234567' })
})

test('a fleet admin sends neither a bank nor whose driver it is', () => {
  const own = { ...ground, viewer: 'fleetadmin' } as const
  const draft = {
    ...makePersonDraft(null, own),
    firstName: 'A',
    lastName: 'B',
    email: 'a@b.example',
    bankName: 'X',
    fleetAdmin: 'f',
  }
  const sent = makeNewPerson(draft, own)
  expect(Object.keys(sent)).not.toContain('bankName')
  expect(Object.keys(sent)).not.toContain('fleetAdmin')
  expect(Object.keys(makeNewPerson(draft, ground))).toEqual(expect.arrayContaining(['bankName', 'fleetAdmin']))
})

test('a rider has no vehicle to send, and an empty number stays empty', () => {
  const riders = { ...ground, userType: 'rider' } as const
  const sent = makeNewPerson({ ...makePersonDraft(null, riders), firstName: 'A', lastName: 'B', email: 'a@b.example' }, riders)
  expect(sent).toEqual({
    userType: 'rider',
    firstName: 'A',
    lastName: 'B',
    email: 'a@b.example',
    mobile: '',
    approved: true,
    invite: true,
  })
})

test('everything is asked of a new one, and of one who is there only what was touched', () => {
  expect(checkPerson({ ...makePersonDraft(null, ground), vehicleMake: 'Volvo' }, null, ground)).toEqual({
    firstName: 'proper_input_name',
    lastName: 'proper_input_name',
    email: 'proper_email',
    mobile: 'mobile_no_blank_error',
    vehicleModel: 'vehicle_incomplete',
    vehicleNumber: 'vehicle_incomplete',
    carType: 'vehicle_incomplete',
  })
  const bare = { ...driver, mobile: null, vehicleMake: null } as Person
  expect(checkPerson({ ...makePersonDraft(bare, ground), firstName: 'Eva' }, bare, ground)).toEqual({})
  expect(checkPerson({ ...makePersonDraft(bare, ground), vehicleModel: 'V60' }, bare, ground)).toEqual({
    vehicleMake: 'vehicle_incomplete',
  })
})

test('what is hidden cannot be written, nor the address an admin was added with', () => {
  expect(isFixed('email', null)).toBe(false)
  expect(isFixed('email', driver)).toBe(false)
  expect(isFixed('mobile', { ...driver, contactHidden: true } as Person)).toBe(true)
  expect(isFixed('email', { ...driver, userType: 'admin' } as Person)).toBe(true)
  expect(isFixed('mobile', { ...driver, userType: 'admin' } as Person)).toBe(false)
})
