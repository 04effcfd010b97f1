// For tests: a trip as its driver sees it, what he is asked before, and the steps he takes.
import type { BookingView } from '@wayfare/contract/bookings'
import type { Task } from '@wayfare/contract/dispatch'
import { asId } from '@wayfare/core/ids'
import { vi } from 'vitest'
import type { Steps } from './use-driver-steps.ts'

export const pickup = { lat: 57.7, lng: 11.97, add: 'Valand' }
export const drop = { lat: 57.69, lng: 11.98, add: 'Götaplatsen' }

export const booking = (part: Partial<BookingView> = {}) =>
  ({
    id: 'B1',
    status: 'ACCEPTED',
    category: 'taxi',
    customer: 'rita',
    customerName: 'Rita Ek',
    customerContact: '+46701740600',
    driver: 'dan',
    pickup,
    drop,
    otpSecure: false,
    paymentMode: 'cash',
    prepaid: false,
    payableAmount: '100.00',
    cashPaymentAmount: '100.00',
    cardPaymentAmount: '0.00',
    usedWalletMoney: '0.00',
    pickupImage: null,
    deliverImage: null,
    driverArriveTime: 0,
    ...part,
  }) as BookingView

export const parcel = (part: Partial<BookingView> = {}) => booking({ category: 'delivery', status: 'ARRIVED', ...part })

const stop = { lat: 57.7, lng: 11.96, add: 'Järntorget' }

export const makeTask = (part: Partial<Task> = {}): Task => ({
  bookingId: asId<'booking'>('B1'),
  version: 1,
  driverShare: '120.00',
  cashPaymentAmount: '132.00',
  cardPaymentAmount: '0.00',
  usedWalletMoney: '0.00',
  prepaid: false,
  category: 'taxi',
  parcelType: null,
  option: null,
  tripDate: null,
  pickupDistanceM: 900,
  pickupDurationS: 180,
  tripDistanceM: 4200,
  tripDurationS: 700,
  pickupWay: null,
  tripWay: '',
  pickup: stop,
  drop: stop,
  carTypeName: 'Comfort',
  customerFirstName: 'Alva',
  customerRating: null,
  askedAt: 0,
  offerEndsAt: 12_000,
  ...part,
})

export const makeSteps = (part: Partial<Steps> = {}) => {
  const act = vi.fn<Steps['act']>(async () => ({ kind: 'waiting' }))
  return { waiting: [], progress: null, refused: null, busy: null, forgetRefused: vi.fn(), ...part, act } satisfies Steps
}
