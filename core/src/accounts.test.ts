import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeAverageRating, foldReferralId, getLandingPath, isRole, makeReferralId, roles } from './accounts.ts'
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
