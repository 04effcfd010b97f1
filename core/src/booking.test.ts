import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  categoryOf,
  headingOf,
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
  otpFrom,
  statusAtCreation,
  statuses,
  stopOf,
} from './booking.ts'
import type { Status } from './booking.ts'

describe('the category of a booking', () => {
  it('is the operator’s, and with both that of the car type', () => {
    expect([categoryOf('taxi', 'delivery'), categoryOf('delivery', 'taxi')]).toEqual(['taxi', 'delivery'])
    expect([categoryOf('both', 'delivery'), categoryOf('both', 'taxi')]).toEqual(['delivery', 'taxi'])
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
    ['is under way', isUnderWay, ['STARTED']],
    ['has its driver standing at the drop', isAtDrop, ['REACHED']],
  ])('%s', (_says, isSo, expected) => {
    expect(statuses.filter(isSo)).toEqual(expected)
  })

  it('sends the driver to the pickup first, then to the drop', () => {
    expect(statuses.map((status) => [status, headingOf(status), stopOf(status)]).filter(([, , stop]) => stop)).toEqual([
      ['ACCEPTED', 'pickup', 'pickup'],
      ['ARRIVED', null, 'pickup'],
      ['STARTED', 'drop', 'drop'],
      ['REACHED', null, 'drop'],
    ])
  })

  it('begins as NEW for a taxi or an admin, and waits for payment otherwise', () => {
    expect([statusAtCreation('taxi', false), statusAtCreation('taxi', true), statusAtCreation('delivery', true)]).toEqual([
      'NEW',
      'NEW',
      'NEW',
    ])
    expect(statusAtCreation('delivery', false)).toBe('PAYMENT_PENDING')
  })
})

describe('a code', () => {
  it('has five digits from 10000 to 99999', () => {
    expect([otpFrom(0), otpFrom(0.999_999_999)]).toEqual(['10000', '99999'])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (fraction) => {
        expect(otpFrom(fraction)).toMatch(/^[1-9]\d{4}$/)
      }),
    )
  })
})
