import * as fc from 'fast-check'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { findDialCode, isDialCode, phoneCountries, splitMobile } from './dial-codes.ts'
import { checkDelivery, checkPhone, parseFullMobile, parseMobile, parsePhone } from './phones.ts'

describe('a dial code', () => {
  it('is known for each of the 245 countries with a numbering plan, as libphonenumber has them', () => {
    const theirs = getCountries().map((code) => [code, String(getCountryCallingCode(code))])
    expect(phoneCountries.map((code) => [code, findDialCode(code)]).toSorted()).toEqual(theirs.toSorted())
    expect(phoneCountries.every((country) => isDialCode(findDialCode(country) ?? ''))).toBe(true)
    expect(['SE', 'se', 'US', 'EG', 'AQ'].map(findDialCode)).toEqual(['46', '46', '1', '20', null])
    for (const code of ['', '0', '2', '99', '999', '+46']) expect(isDialCode(code)).toBe(false)
  })

  it('never begins with another one, so that a whole number can be taken apart', () => {
    const codes = [...new Set(phoneCountries.map((country) => findDialCode(country) ?? ''))]
    const clashes = codes.filter((code) => codes.some((other) => other !== code && code.startsWith(other)))
    expect(clashes).toEqual([])
  })
})

describe('a number', () => {
  it.each([
    ['46', '701234567'],
    ['46', '0701234567'],
    ['46', '070-123 45 67'],
    ['46', '(070) 123.45.67'],
    ['46', '+46 70 123 45 67'],
    ['46', '+46 (0)70-123 45 67'],
    ['46', '0046 70 123 45 67'],
    ['46', '+460701234567'],
    // as pasted from a phone book: direction marks, other dashes and spaces
    ['46', '\u202a+46\u00a070\u2011123\u201345\u00a067\u202c'],
    ['46', '٠٧٠١٢٣٤٥٦٧'],
    // a number with its own dial code may be from another country than the form's
    ['1', '+46701234567'],
    ['', '+46701234567'],
  ])('has one spelling, behind the dial code %j typed as %j', (dialCode, typed) => {
    expect(parseMobile(dialCode, typed)).toBe('+46701234567')
  })

  it('keeps a zero that belongs to it, and is told among countries that share a dial code', () => {
    expect(parseMobile('39', '06 1234 5678')).toBe('+390612345678')
    expect(parseMobile('225', '0123456789')).toBe('+2250123456789')
    expect(parseMobile('1', '(212) 555-0123')).toBe('+12125550123')
    expect(parseMobile('7', '8 912 345-67-89')).toBe('+79123456789')
  })

  it.each([
    '000000',
    '0000000000',
    '123456',
    '112',
    '',
    ' ',
    '+',
    '+46',
    '070',
    '0701234567 or 8',
    'tel:0701234567',
    '07012345678901',
    '+46 70 12',
    '+999701234567',
    '+46+701234567',
    '0701234567 x12',
    '+46 70 123 45 67,',
    '701230045 67 89',
  ])('is not %j, in Sweden', (typed) => {
    expect(parseMobile('46', typed)).toBeNull()
    expect(checkPhone({ dialCode: '46', mobile: typed })).toBe('mobile_no_blank_error')
  })

  it("without any dial code is nobody's", () => {
    expect(parseFullMobile('0701234567')).toBeNull()
    expect(parseFullMobile('+46701234567')).toBe('+46701234567')
    expect(parseMobile('999', '701234567')).toBeNull()
  })

  it('that is stored comes apart into dial code and digits, and storing it again changes nothing', () => {
    const typed = fc.tuple(fc.constantFrom(...phoneCountries), fc.stringMatching(/^\d{4,12}$/))
    fc.assert(
      fc.property(typed, ([country, digits]) => {
        const dialCode = findDialCode(country) ?? ''
        const stored = parseMobile(dialCode, digits)
        if (stored === null) return
        expect(stored).toMatch(/^\+[1-9]\d{5,14}$/)
        expect(parseFullMobile(stored)).toBe(stored)
        const parts = splitMobile(stored)
        expect(parts && parseMobile(parts.dialCode, stored)).toBe(stored)
      }),
    )
  })

  it('never throws, whatever was typed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => void parseMobile('46', typed)))
  })
})

const check = (name: string, phone: string, admin = false) => checkDelivery({ name, phone }, { admin, dialCode: '46' })

describe('the recipient of a parcel', () => {
  it('has a number that can be called, at a company behind an extension', () => {
    for (const phone of ['070-123 45 67', '+46 70-123 45 67', '031-123 45 67 x12', '(031) 123-4567 ext. 9', '+47 412 34 567'])
      expect(check('', phone)).toBeNull()
    for (const phone of ['', '123456', '0000000', '12-34 56 x7890', 'call me', '0701234567 or 8'])
      expect(check('Bo', phone)).toBe('deliveryDetailMissing')
    for (const typed of ['031-123 45 67 ext. 12', '031-123 45 67 EXT 12', '031-123 45 67x12', ' 031-123 45 67  x 12 '])
      expect([typed, parsePhone(typed, '46')]).toEqual([typed, '+46311234567 x12'])
    for (const typed of ['031-123 45 67 x12 please', '12 x34', '031-123 45 67 x', '031-123 45 67 y12'])
      expect([typed, parsePhone(typed, '46')]).toEqual([typed, null])
  })

  it('has a name when the desk books', () => {
    expect(check(' ', '0701234567', true)).toBe('deliveryDetailMissing')
    expect(check('Bo', '0701234567', true)).toBeNull()
  })
})
