import type { BookingView } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { describeTrip, isScheduled } from './trip-words.ts'

const format = {
  duration: (s: number) => `${s} s`,
  exactMoney: (amount: string) => `${amount} kr`,
  dateTime: (ms: number) => `at ${ms}`,
}

const wordsFor = (booking: Partial<BookingView>, etaS: number | null = null, now = 1000) =>
  describeTrip({ cashPaymentAmount: '0.00', cardPaymentAmount: '0.00', driverName: 'Amira', ...booking } as BookingView, {
    etaS,
    now,
    format,
  })

test('a booking for later names its time until drivers are asked, and then searches like any other', () => {
  const later = { status: 'NEW', bookLater: true, releaseAt: 2000, tripdate: 5000, noTaker: null, requestedCount: 2 } as const
  expect(isScheduled(later, 1999)).toBe(true)
  expect(wordsFor(later)).toEqual({ key: 'trip_scheduled', params: { time: 'at 5000' } })
  expect(wordsFor(later, null, 2000)).toEqual({ key: 'trip_finding_driver', params: { count: 2 } })
})

test('at the end the rider hears what is still to be paid, and how', () => {
  expect(wordsFor({ status: 'REACHED', cashPaymentAmount: '50.00' })).toEqual({
    key: 'trip_please_pay',
    params: { amount: '50.00 kr' },
  })
  expect(wordsFor({ status: 'PENDING', cardPaymentAmount: '70.00', prepaid: false })).toEqual({
    key: 'trip_please_pay_card',
    params: { amount: '70.00 kr' },
  })
  expect(wordsFor({ status: 'REACHED', category: 'taxi' }).key).toBe('trip_arrived')
  expect(wordsFor({ status: 'REACHED', category: 'delivery', cardPaymentAmount: '70.00', prepaid: true }).key).toBe(
    'trip_parcel_there',
  )
})

test('a parcel is on its way where a rider would be', () => {
  expect(wordsFor({ status: 'STARTED', category: 'delivery' }, 60).key).toBe('trip_parcel_moving_eta')
  expect(wordsFor({ status: 'STARTED', category: 'taxi' }).key).toBe('trip_on_trip')
  expect(wordsFor({ status: 'PAID', category: 'delivery' }).key).toBe('trip_parcel_done')
})

test('a driver who is as good as there is told without minutes, and a ride never ends in none', () => {
  expect(wordsFor({ status: 'ACCEPTED' }, 120)).toEqual({
    key: 'trip_driver_on_the_way',
    params: { driver: 'Amira', time: '120 s' },
  })
  expect(wordsFor({ status: 'ACCEPTED' }, 0)).toEqual({ key: 'trip_driver_near', params: { driver: 'Amira' } })
  expect(wordsFor({ status: 'STARTED', category: 'taxi' }, 0)).toEqual({ key: 'trip_on_trip_eta', params: { time: '60 s' } })
})
