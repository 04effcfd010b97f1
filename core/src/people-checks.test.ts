import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roles } from './accounts.ts'
import { listPersonProblems, type PersonDraft } from './people-checks.ts'
import { invitationLastsMs, longestFields, mayWriteField, personFields } from './people.ts'

const rider: PersonDraft = { firstName: 'Vera', lastName: 'Ek', email: 'vera@town.example', mobile: '+46701234567' }
const vehicle = { vehicleMake: 'Volvo', vehicleModel: 'V60', vehicleNumber: 'ABC 123', carType: 'city' }

it('a number may be written as people do, and without its dial code within the country', () => {
  expect(listPersonProblems('rider', { ...rider, mobile: '+46 (0)70-123 45.67' })).toEqual([])
  expect(listPersonProblems('rider', { ...rider, mobile: '070-123 45 67' })).toEqual([
    { field: 'mobile', key: 'mobile_no_blank_error' },
  ])
  expect(listPersonProblems('rider', { ...rider, mobile: '070-123 45 67' }, '46')).toEqual([])
})

const problemsOf = (email: string) => listPersonProblems('rider', { ...rider, email })

it('an address of the kind that stands for none belongs to nobody', () => {
  expect(problemsOf('x@removed.invalid')).toEqual([{ field: 'email', key: 'email_or_mobile_issue' }])
  expect(problemsOf(' X@Removed.INVALID ')).toEqual([{ field: 'email', key: 'email_or_mobile_issue' }])
  expect(problemsOf('x at town')).toEqual([{ field: 'email', key: 'proper_email' }])
})

it('bank and fleet of a driver are written by an admin alone', () => {
  const fields = [...personFields, 'fleetAdmin']
  expect(fields.filter((field) => !mayWriteField('fleetadmin', field))).toEqual([
    'bankName',
    'bankCode',
    'bankAccount',
    'fleetAdmin',
  ])
  expect(fields.filter((field) => !mayWriteField('admin', field))).toEqual([])
  expect(invitationLastsMs).toBe(604_800_000)
})

it.each(personFields.filter((field) => field !== 'email' && field !== 'mobile'))(
  '%s is as long as there is room for',
  (field) => {
    const draft = { ...rider, ...vehicle }
    const problemsOf = (length: number) => listPersonProblems('driver', { ...draft, [field]: 'a'.repeat(length) })
    expect([problemsOf(longestFields[field]), problemsOf(longestFields[field] + 1)]).toEqual([[], [{ field, key: 'too_large' }]])
  },
)

it('what else is known of a person may have several lines, and nothing else may', () => {
  expect(listPersonProblems('driver', { ...rider, otherInfo: 'night shifts\r\n\tonly' })).toEqual([])
  expect(listPersonProblems('driver', { ...rider, otherInfo: 'a\u0000b' })).toEqual([{ field: 'otherInfo', key: 'bad_request' }])
  expect(listPersonProblems('driver', { ...rider, bankCode: 'a\tb' })).toEqual([{ field: 'bankCode', key: 'bad_request' }])
  expect(listPersonProblems('admin', { ...rider, mobile: ' ' })).toEqual([])
  expect(listPersonProblems('admin', { ...rider, lastName: '\n' })).toEqual([{ field: 'lastName', key: 'proper_input_name' }])
})

describe('a whole person', () => {
  it.each([
    ['rider', rider],
    ['driver', rider],
    ['driver', { ...rider, ...vehicle }],
    ['fleetadmin', { ...rider, mobile: '' }],
    ['admin', { ...rider, mobile: '' }],
  ] as const)('of the role %s has nothing wrong', (role, draft) => {
    expect(listPersonProblems(role, draft)).toEqual([])
  })

  it('is told everything that is wrong at once, in the order of the form', () => {
    const draft = { ...rider, firstName: ' ', email: 'nowhere', mobile: '070', vehicleMake: 'Volvo', bankName: 'a\nb' }
    expect(listPersonProblems('driver', draft)).toEqual([
      { field: 'firstName', key: 'proper_input_name' },
      { field: 'email', key: 'proper_email' },
      { field: 'mobile', key: 'mobile_no_blank_error' },
      { field: 'bankName', key: 'bad_request' },
      { field: 'vehicleModel', key: 'vehicle_incomplete' },
      { field: 'vehicleNumber', key: 'vehicle_incomplete' },
      { field: 'carType', key: 'vehicle_incomplete' },
    ])
  })

  it('has a number when there is somebody to call: riders and drivers', () => {
    const without = roles.filter((role) => listPersonProblems(role, { ...rider, mobile: '' }).length === 0)
    expect(without).toEqual(['fleetadmin', 'admin'])
  })

  it('is never longer than there is room for, and looking at it never throws', () => {
    const texts = fc.record(Object.fromEntries(personFields.map((field) => [field, fc.string({ maxLength: 600 })])))
    fc.assert(
      fc.property(texts, fc.constantFrom(...roles), (draft, role) => {
        const wrong = listPersonProblems(role, draft)
        if ((draft['firstName']?.length ?? 0) > 80) expect(wrong).toContainEqual({ field: 'firstName', key: 'too_large' })
        expect(wrong.every(({ field }) => role === 'driver' || personFields.slice(0, 4).includes(field as never))).toBe(true)
      }),
    )
  })
})
