import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averageRating, foldReferralId, isRole, landingPath, referralIdFrom, roles } from './accounts.ts'
import { idFromBytes } from './ids.ts'

describe('a role', () => {
  it('is one of four', () => {
    expect(roles.every(isRole)).toBe(true)
    for (const word of ['', 'Admin', 'customer', 'constructor']) expect(isRole(word)).toBe(false)
  })

  it('decides where one lands after signing in', () => {
    expect(roles.map(landingPath)).toEqual(['/', '/bookings', '/dashboard', '/dashboard'])
  })
})

describe('a referral id', () => {
  it('is the lowercase first name and a number', () => {
    expect([referralIdFrom('Anna', 1000), referralIdFrom(' Anna Maria ', 9999), referralIdFrom('Åsa', 4321)]).toEqual([
      'anna1000',
      'annamaria9999',
      'åsa4321',
    ])
  })

  it('of a name without a letter or digit begins with temp', () => {
    expect([referralIdFrom('—', 1234), referralIdFrom('😀', 1234)]).toEqual(['temp1234', 'temp1234'])
  })

  it('is found again however it is typed', () => {
    expect(foldReferralId(' A\u030aSA4321 ')).toBe(referralIdFrom('Åsa', 4321))
  })
})

describe('a rating', () => {
  it('is the average to one decimal, and 0 before the first', () => {
    expect([averageRating(0, 0), averageRating(5, 1), averageRating(9, 2), averageRating(14, 3)]).toEqual([0, 5, 4.5, 4.7])
  })

  it('stays between the lowest and the highest star', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (stars) => {
        const average = averageRating(
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
        expect(idFromBytes(bytes)).toMatch(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${bytes.length}}$`))
      }),
    )
  })
})
