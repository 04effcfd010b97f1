import { expect, test } from 'vitest'
import { countFilters, defaultViewsOf, filterOf, isSameView, readView, sortOf, sortText, textOf } from './people-view.ts'

const view = (query: string) => readView(new URLSearchParams(query))

test('a link carries the whole question, and whose drawer is open is no part of it', () => {
  const one = view('search=asa&approved=false&from=2026-11-01&carType=car_1&fleetAdmin=none&sort=-lastName&person=u1')
  expect(filterOf('driver', one)).toEqual({
    userType: 'driver',
    approved: 'false',
    from: '2026-11-01',
    carType: 'car_1',
    fleetAdmin: 'none',
    sort: '-lastName',
    search: 'asa',
  })
  expect(textOf(one)).not.toContain('person')
  expect(view(textOf(one))).toEqual(one)
})

test('what the server would refuse is left out of the question', () => {
  const odd = view('approved=maybe&createdByAdmin=1&from=yesterday&to=2026-1-1&carType=a b&fleetAdmin=a%2Fb&sort=mobile')
  expect(filterOf('rider', odd)).toEqual({ userType: 'rider' })
})

test('filters are counted by kind; words and order are none', () => {
  expect(countFilters(view('search=a&sort=email'))).toBe(0)
  expect(countFilters(view('approved=true&from=2026-11-01&to=2026-11-02&referralId=asa1234'))).toBe(3)
})

const names = (userType: 'driver' | 'rider') => defaultViewsOf(userType).map(({ name }) => name)

test('drivers who are kept out wait, others are blocked; either way it is the same question', () => {
  expect(names('driver')).toContain('driver_accounts_waiting')
  expect(names('rider')).toContain('people_blocked')
  for (const userType of ['driver', 'rider'] as const)
    expect(defaultViewsOf(userType).filter(({ query }) => isSameView(view('approved=false&x=1'), query))).toHaveLength(1)
})

test('an order goes into the address and comes back', () => {
  for (const text of ['email', '-email', 'createdAt', '-approved']) expect(sortText(sortOf(view(`sort=${text}`)))).toBe(text)
  expect(sortOf(view('sort=wallet'))).toBeNull()
  expect(sortText(null)).toBe('')
})
