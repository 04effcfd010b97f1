import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryOf, isActive, isBusy, isTracked, otpFrom, statusAtCreation, statuses } from './booking.ts'

describe('the category of a booking', () => {
  it('is the operator’s, and with both that of the car type', () => {
    expect([categoryOf('taxi', 'delivery'), categoryOf('delivery', 'taxi')]).toEqual(['taxi', 'delivery'])
    expect([categoryOf('both', 'delivery'), categoryOf('both', 'taxi')]).toEqual(['delivery', 'taxi'])
  })
})

describe('a status', () => {
  it('is active until the booking is complete or cancelled', () => {
    expect(statuses.filter((status) => !isActive(status))).toEqual(['COMPLETE', 'CANCELLED'])
  })

  it('keeps the driver busy from accepting to the end of the drive, and is tracked until then', () => {
    expect(statuses.filter(isBusy)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'])
    expect(statuses.filter(isTracked)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED'])
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
