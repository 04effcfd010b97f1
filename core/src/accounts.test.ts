import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeAverageRating,
  foldReferralId,
  formatPersonName,
  getLandingPath,
  isBlocked,
  isInternalEmail,
  isRole,
  isSocialProvider,
  listLockedFields,
  makeReferralId,
  maskInternalEmail,
  roles,
} from './accounts.ts'
import { makeIdFromBytes } from './ids.ts'

describe('a role', () => {
  it('is one of four', () => {
    expect(roles.every(isRole)).toBe(true)
    for (const word of ['', 'Admin', 'customer', 'constructor']) expect(isRole(word)).toBe(false)
  })

  it('decides where one lands after signing in', () => {
    expect(roles.map(getLandingPath)).toEqual(['/', '/bookings', '/dashboard', '/dashboard'])
  })
})

describe('an account', () => {
  it('is called by both names, or by the one there is', () => {
    expect([
      formatPersonName({ firstName: 'Vera', lastName: 'Ek' }),
      formatPersonName({ firstName: 'Vera', lastName: '' }),
    ]).toEqual(['Vera Ek', 'Vera'])
    expect(formatPersonName({ firstName: '', lastName: '' })).toBe('')
  })

  it('of who signs in by e-mail keeps address and number, and no other does', () => {
    const email = 'vera@town.example'
    const lockedOf = (loginType: string) => listLockedFields({ loginType, email })
    expect([lockedOf('email'), lockedOf('mobile'), lockedOf('facebook')]).toEqual([['email', 'mobile'], [], []])
  })

  it('of whom the desk took down without an address may get one', () => {
    expect(listLockedFields({ loginType: 'email', email: 'x@caller.invalid' })).toEqual(['mobile'])
  })

  it('without an address shows none of the internal one', () => {
    expect([maskInternalEmail('x@phone.invalid'), maskInternalEmail('vera@town.example')]).toEqual([' ', 'vera@town.example'])
    expect(isInternalEmail('invalid@town.example')).toBe(false)
  })

  it('is kept out when it is not approved, but for a driver who waits for it', () => {
    const blockedAt = new Date(0)
    expect([
      isBlocked({ approved: true, userType: 'rider', blockedAt: null }),
      isBlocked({ approved: true, userType: 'driver', blockedAt }),
      isBlocked({ approved: false, userType: 'rider', blockedAt: null }),
      isBlocked({ approved: false, userType: 'driver', blockedAt: null }),
      isBlocked({ approved: false, userType: 'driver', blockedAt }),
    ]).toEqual([false, false, true, false, true])
  })

  it('is vouched for by those that the operator may have an app with', () => {
    expect(['facebook', 'apple', 'google', ''].map(isSocialProvider)).toEqual([true, true, false, false])
  })
})

describe('a referral id', () => {
  it('is the lowercase first name and a number', () => {
    expect([makeReferralId('Anna', 1000), makeReferralId(' Anna Maria ', 9999), makeReferralId('Åsa', 4321)]).toEqual([
      'anna1000',
      'annamaria9999',
      'åsa4321',
    ])
  })

  it('of a name without a letter or digit begins with temp', () => {
    expect([makeReferralId('—', 1234), makeReferralId('😀', 1234)]).toEqual(['temp1234', 'temp1234'])
  })

  it('is found again however it is typed', () => {
    expect(foldReferralId(' A\u030aSA4321 ')).toBe(makeReferralId('Åsa', 4321))
  })
})

describe('a rating', () => {
  it('is the average to one decimal, and 0 before the first', () => {
    expect([
      computeAverageRating(0, 0),
      computeAverageRating(5, 1),
      computeAverageRating(9, 2),
      computeAverageRating(14, 3),
    ]).toEqual([0, 5, 4.5, 4.7])
  })

  it('stays between the lowest and the highest star', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (stars) => {
        const average = computeAverageRating(
          stars.reduce((sum, star) => sum + star, 0),
          stars.length,
        )
        expect(average).toBeGreaterThanOrEqual(Math.min(...stars) - 0.05)
        expect(average).toBeLessThanOrEqual(Math.max(...stars) + 0.05)
        expect(Math.round(average * 10) / 10).toBe(average)
      }),
    )
  })
})

describe('an id', () => {
  it('has one readable character per byte and no letter that is mistaken for a digit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        expect(makeIdFromBytes(bytes)).toMatch(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${bytes.length}}$`))
      }),
    )
  })
})
