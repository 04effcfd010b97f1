import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialCodeOf, isDialCode, mobileOf, phoneCountries, splitMobile, storedMobile } from './phones.ts'

describe('a dial code', () => {
  it('is known for each of the 245 countries with a numbering plan', () => {
    expect(phoneCountries).toHaveLength(245)
    expect(phoneCountries.every((country) => isDialCode(dialCodeOf(country) ?? ''))).toBe(true)
    expect([dialCodeOf('SE'), dialCodeOf('se'), dialCodeOf('US'), dialCodeOf('EG'), dialCodeOf('AQ')]).toEqual([
      '46',
      '46',
      '1',
      '20',
      null,
    ])
    for (const code of ['', '0', '2', '99', '999', '+46']) expect(isDialCode(code)).toBe(false)
  })

  it('never begins with another one, so that a whole number can be taken apart', () => {
    const codes = [...new Set(phoneCountries.map((country) => dialCodeOf(country) ?? ''))]
    const clashes = codes.filter((code) => codes.some((other) => other !== code && code.startsWith(other)))
    expect(clashes).toEqual([])
  })
})

describe('a stored number', () => {
  it('is a plus sign, the dial code and the digits', () => {
    expect(mobileOf('46', '701740605')).toBe('+46701740605')
    expect(mobileOf('1', '2125550123')).toBe('+12125550123')
  })

  it('is the same with and without the zero of home, where that is no part of the number', () => {
    expect(mobileOf('46', '0701740605')).toBe('+46701740605')
    expect(storedMobile('+460701740605')).toBe('+46701740605')
    // in Italy and the Ivory Coast the zero belongs to it
    expect(mobileOf('39', '0612345678')).toBe('+390612345678')
    expect(mobileOf('225', '0123456789')).toBe('+2250123456789')
  })

  it('does not exist for another sign than a digit, an unknown dial code or more than fifteen digits', () => {
    const none = [
      ['46', '70 174'],
      ['46', '+701740'],
      ['46', ''],
      ['999', '701740605'],
      ['46', '12345678901234'],
    ] as const
    for (const [dialCode, digits] of none) expect(mobileOf(dialCode, digits)).toBeNull()
    for (const text of ['46701740605', '+', '+46', '+999123456', '+46 70', '+46701740605\r\n'])
      expect(splitMobile(text)).toBeNull()
  })

  it('comes apart into what it was made of, and storing it again changes nothing', () => {
    const number = fc.tuple(fc.constantFrom(...phoneCountries), fc.stringMatching(/^\d{6,11}$/))
    fc.assert(
      fc.property(number, ([country, digits]) => {
        const dialCode = dialCodeOf(country) ?? ''
        const stored = mobileOf(dialCode, `1${digits}`) ?? ''
        expect(splitMobile(stored)).toEqual({ dialCode, digits: `1${digits}` })
        expect(storedMobile(stored)).toBe(stored)
      }),
    )
  })
})
