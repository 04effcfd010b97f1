import { expect, test } from 'vitest'
import { isSameView, readView, viewText } from '../../shared/use-address-view.ts'
import { sortText } from '../../ui/data-table-model.ts'
import { bookingFields, countFilters, defaultViews, getBookingSort, makeFilter } from './bookings-view.ts'

const view = (query: string) => readView(bookingFields, new URLSearchParams(query))

test('a link carries the whole question, in whatever order it is written', () => {
  const one = view('search=asa&status=NEW,PAID&from=2026-11-01&carType=car_1&sort=-total&x=1')
  expect(makeFilter(one, '2026-11-22')).toEqual({
    scope: 'all',
    filter: { status: 'NEW,PAID', from: '2026-11-01', search: 'asa', carType: 'car_1', sort: '-total' },
  })
  expect(isSameView(bookingFields, one, 'sort=-total&carType=car_1&from=2026-11-01&status=NEW,PAID&search=asa')).toBe(true)
  expect(isSameView(bookingFields, one, 'status=NEW')).toBe(false)
  expect(view(viewText(bookingFields, one))).toEqual(one)
})

test('what the server would refuse is left out of the question', () => {
  const odd = view('scope=mine&status=OLD&from=yesterday&to=2026-1-1&category=bus&paymentMode=gold&sort=name&carType=a b')
  expect(makeFilter(odd, '2026-11-22')).toEqual({ scope: 'all', filter: {} })
})

test('today is today whenever the view is opened', () => {
  const { query = '' } = defaultViews.find(({ name }) => name === 'view_today') ?? {}
  expect(makeFilter(view(query), '2026-11-22').filter).toMatchObject({ from: '2026-11-22', to: '2026-11-22', sort: 'date' })
  expect(makeFilter(view(query), '2027-01-01').filter).toMatchObject({ from: '2027-01-01', to: '2027-01-01' })
})

test('filters are counted by kind; words and order are none', () => {
  expect(countFilters(view('search=a&sort=date'))).toBe(0)
  expect(countFilters(view('status=NEW,PAID&from=2026-11-01&to=2026-11-02&paymentMode=cash'))).toBe(3)
})

test('an order goes into the address and comes back', () => {
  for (const text of ['total', '-total', 'date', '-booked']) expect(sortText(getBookingSort(view(`sort=${text}`)))).toBe(text)
  expect(getBookingSort(view('sort=zip'))).toBeNull()
  // what is searched for is in the order of time
  expect([getBookingSort(view('sort=total&search=asa')), sortText(getBookingSort(view('sort=date&search=asa')))]).toEqual([
    null,
    'date',
  ])
  expect(sortText(null)).toBe('')
})
