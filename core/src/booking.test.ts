import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getCategory,
  findHeading,
  findPhotoStage,
  isClaimOwed,
  isDue,
  isPhotoAsked,
  activeStatuses,
  busyStatuses,
  chatStatuses,
  dueStatuses,
  paidStatuses,
  trackedStatuses,
  unsettledStatuses,
  waitingStatuses,
  isActive,
  isAtDrop,
  isAtPickup,
  isBilled,
  isBusy,
  isCancelled,
  isChatOpen,
  isCompleted,
  isPaid,
  isPrepaying,
  isRatable,
  isSettled,
  isTracked,
  isUnassigned,
  isUnderWay,
  isUnpaid,
  isWaitingForDriver,
  makeOtp,
  statusAt,
  chooseInitialStatus,
  statuses,
  findTripEnd,
  type Status,
} from './booking.ts'

const owing = (claim: 'open' | 'owed' | null) => statuses.filter((status) => isClaimOwed({ claim, status }))
const stages = (category: 'taxi' | 'delivery') =>
  statuses.map((status) => findPhotoStage({ category, status })).filter((stage) => stage !== null)

describe('the category of a booking', () => {
  it('is the operator’s, and with both that of the car type', () => {
    expect([getCategory('taxi', 'delivery'), getCategory('delivery', 'taxi')]).toEqual(['taxi', 'delivery'])
    expect([getCategory('both', 'delivery'), getCategory('both', 'taxi')]).toEqual(['delivery', 'taxi'])
  })
})

describe('a status', () => {
  it.each<[string, (status: Status) => boolean, Status[]]>([
    ['is over once the booking is complete or cancelled', (status) => !isActive(status), ['COMPLETE', 'CANCELLED']],
    ['has no driver until one accepts', isUnassigned, ['PAYMENT_PENDING', 'NEW']],
    ['waits for a driver once nothing is to be paid before', isWaitingForDriver, ['NEW']],
    ['keeps the driver busy from accepting to the end of the drive', isBusy, ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']],
    ['is tracked until the end of the drive', isTracked, ['ACCEPTED', 'ARRIVED', 'STARTED']],
    [
      'lets both write from accepting until the booking is over',
      (status) => !isChatOpen(status),
      ['PAYMENT_PENDING', 'NEW', 'COMPLETE', 'CANCELLED'],
    ],
    ['asks for a card before and after the trip', isUnpaid, ['PAYMENT_PENDING', 'PENDING']],
    ['asks for it before the trip, once', isPrepaying, ['PAYMENT_PENDING']],
    ['has a final fare from the end of the drive, unless cancelled', isBilled, ['REACHED', 'PENDING', 'PAID', 'COMPLETE']],
    ['is paid, rated or not', isPaid, ['PAID', 'COMPLETE']],
    ['can be rated as long as it is not complete', isRatable, ['PAID']],
    ['is complete', isCompleted, ['COMPLETE']],
    ['is cancelled', isCancelled, ['CANCELLED']],
    ['moves no more money once paid or cancelled', isSettled, ['PAID', 'COMPLETE', 'CANCELLED']],
    ['has its driver standing at the pickup', isAtPickup, ['ARRIVED']],
    ['is to be paid after the trip', isDue, ['REACHED', 'PENDING']],
    ['is under way', isUnderWay, ['STARTED']],
    ['has its driver standing at the drop', isAtDrop, ['REACHED']],
  ])('%s', (_says, isSo, expected) => {
    expect(statuses.filter(isSo)).toEqual(expected)
  })

  it('sends the driver to the pickup first, then to the drop', () => {
    expect(statuses.map((status) => [status, findHeading(status), findTripEnd(status)]).filter(([, , stop]) => stop)).toEqual([
      ['ACCEPTED', 'pickup', 'pickup'],
      ['ARRIVED', null, 'pickup'],
      ['STARTED', 'drop', 'drop'],
      ['REACHED', null, 'drop'],
    ])
  })

  it('begins as NEW for a taxi, for an admin and where nothing is to be paid, and waits for payment otherwise', () => {
    const parcel = { category: 'delivery', bookedByAdmin: false, needsPayment: true } as const
    expect(chooseInitialStatus(parcel)).toBe('PAYMENT_PENDING')
    expect(chooseInitialStatus({ ...parcel, category: 'taxi' })).toBe('NEW')
    expect(chooseInitialStatus({ ...parcel, bookedByAdmin: true })).toBe('NEW')
    expect(chooseInitialStatus({ ...parcel, needsPayment: false })).toBe('NEW')
  })

  it('follows from the times of the trip, from the moment of each step on', () => {
    const [driverArriveAt, tripStartAt] = [new Date(2000), new Date(3000)]
    const at = (ms: number, times = {}) => statusAt({ driverArriveAt, tripStartAt, ...times }, new Date(ms))
    expect([at(2999), at(3000)]).toEqual(['ARRIVED', 'STARTED'])
    expect([at(1999, { tripStartAt: null }), at(2000, { tripStartAt: null })]).toEqual(['ACCEPTED', 'ARRIVED'])
    expect(at(3000, { driverArriveAt: null, tripStartAt: null })).toBe('ACCEPTED')
  })
})

describe('the lists of statuses', () => {
  it('hold those of which it is so', () => {
    const onTheWay = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']
    expect(activeStatuses).toEqual(['PAYMENT_PENDING', 'NEW', ...onTheWay, 'PENDING', 'PAID'])
    expect(unsettledStatuses).toEqual(['PAYMENT_PENDING', 'NEW', ...onTheWay, 'PENDING'])
    expect([busyStatuses, chatStatuses]).toEqual([onTheWay, [...onTheWay, 'PENDING', 'PAID']])
    expect([trackedStatuses, dueStatuses]).toEqual([onTheWay.slice(0, 3), ['REACHED', 'PENDING']])
    expect([paidStatuses, waitingStatuses]).toEqual([['PAID', 'COMPLETE'], ['NEW']])
  })
})

describe('a granted claim', () => {
  it('is owed once the trip itself is paid', () => {
    expect([owing('owed'), owing('open'), owing(null)]).toEqual([['PAID', 'COMPLETE'], [], []])
  })
})

describe('a photo of a parcel', () => {
  it('is taken where the driver stands with it, and never of a ride', () => {
    expect([stages('delivery'), stages('taxi')]).toEqual([['pickup_image', 'deliver_image'], []])
    expect(findPhotoStage({ category: 'delivery', status: 'ARRIVED' })).toBe('pickup_image')
    expect(findPhotoStage({ category: 'delivery', status: 'STARTED' })).toBe('deliver_image')
  })

  it('is asked for where the operator wants it', () => {
    const settings = { allowDeliveryPickupImageCapture: true, allowFinalDeliveryImageCapture: false }
    expect([isPhotoAsked('pickup_image', settings), isPhotoAsked('deliver_image', settings)]).toEqual([true, false])
  })
})

describe('a code', () => {
  it('has five digits from 10000 to 99999', () => {
    expect([makeOtp(0), makeOtp(0.999_999_999)]).toEqual(['10000', '99999'])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (fraction) => {
        expect(makeOtp(fraction)).toMatch(/^[1-9]\d{4}$/)
      }),
    )
  })
})
