import { expect, test } from 'vitest'
import { isSameView, readView, viewText } from '../../shared/use-address-view.ts'
import { countFilters, findStanding, listDefaultViews, makeStandingView, peopleFields } from './people-view.ts'

const view = (query: string) => readView(peopleFields, new URLSearchParams(query))

test('a link carries the whole question, and whose drawer is open is no part of it', () => {
  const one = view('search=asa&approved=false&from=2026-11-01&carType=car_1&fleetAdmin=none&sort=-lastName&person=u1')
  expect(one).toEqual({
    approved: 'false',
    from: '2026-11-01',
    carType: 'car_1',
    fleetAdmin: 'none',
    sort: '-lastName',
    search: 'asa',
  })
  expect(view(viewText(peopleFields, one))).toEqual(one)
})

test('what the server would refuse is left out of the question', () => {
  const odd = view('approved=maybe&createdByAdmin=1&from=yesterday&to=2026-1-1&carType=a b&fleetAdmin=a%2Fb&sort=mobile')
  expect(odd).toEqual({})
})

test('filters are counted by kind; words and order are none', () => {
  expect(countFilters(view('search=a&sort=email'))).toBe(0)
  expect(countFilters(view('approved=true&from=2026-11-01&to=2026-11-02&referralId=asa1234'))).toBe(3)
})

const names = (userType: 'driver' | 'rider') => listDefaultViews(userType).map(({ name }) => name)

const shown = (query: string) =>
  listDefaultViews('driver')
    .filter((one) => isSameView(peopleFields, view(query), one.query))
    .map(({ name }) => name)

test('drivers who wait and drivers who are blocked are two views; of others nobody waits', () => {
  expect(names('driver')).toEqual(['bookings_all', 'driver_accounts_waiting', 'people_blocked', 'driver_accounts_approved'])
  expect(names('rider')).toEqual(['bookings_all', 'people_blocked', 'driver_accounts_approved'])
  expect(shown('blocked=false&approved=false&x=1')).toEqual(['driver_accounts_waiting'])
  expect(shown('blocked=true')).toEqual(['people_blocked'])
  expect(listDefaultViews('driver').map(({ query }) => view(query))).toEqual([
    {},
    { approved: 'false', blocked: 'false' },
    { blocked: 'true' },
    { approved: 'true' },
  ])
})

test('a standing is one filter, goes into the address and comes back; a link of before still says what it said', () => {
  for (const standing of ['any', 'approved', 'waiting', 'blocked'] as const) {
    expect(findStanding('driver', makeStandingView(standing))).toBe(standing)
    expect(countFilters(makeStandingView(standing))).toBe(standing === 'any' ? 0 : 1)
  }
  expect(findStanding('driver', view('approved=false'))).toBe('unapproved')
  expect(findStanding('rider', view('approved=false'))).toBe('blocked')
})
