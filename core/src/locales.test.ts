import { expect, test } from 'vitest'
import { findNearestLocale, getDateLocale, getDirection, getLangLocale } from './locales.ts'

test.each([
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['fa', 'rtl'],
  ['he', 'rtl'],
  ['ur-PK', 'rtl'],
  ['ckb', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['en', 'ltr'],
  ['sv-SE', 'ltr'],
  ['arn', 'ltr'],
  ['', 'ltr'],
  ['no locale', 'ltr'],
])('%s runs %s', (langLocale, direction) => {
  expect(getDirection(langLocale)).toBe(direction)
})

test.each([
  ['en-gb', 'en-GB', 'en-GB'],
  ['SV', 'sv', 'sv'],
  ['es-419', 'es-419', 'es-419'],
  ['zh-hans-cn', 'zh-Hans-CN', 'zh-Hans-CN'],
  ['ar-u-nu-latn', 'ar-u-nu-latn', null],
  ['en-x-ours', 'en-x-ours', null],
  ['en-XX', null, null],
  ['xx', null, null],
  ['tlh', null, null],
  ['en_GB', null, null],
  ['svenska', null, null],
  ['', null, null],
  [`en-u-${'abc-'.repeat(20)}`, null, null],
])('%s is the date locale %s and the language locale %s', (tag, dateLocale, langLocale) => {
  expect([getDateLocale(tag), getLangLocale(tag)]).toEqual([dateLocale, langLocale])
})

test('a region reads the texts of its language where there are none of its own', () => {
  expect(findNearestLocale('sv-FI', ['sv', 'en'])).toBe('sv')
  expect(findNearestLocale('sv-FI', ['sv', 'sv-FI'])).toBe('sv-FI')
  expect(findNearestLocale('fi', ['sv', 'en'])).toBeNull()
})
