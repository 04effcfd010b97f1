import { getDateLocale, getLangLocale } from '@wayfare/core/locales'
import { expect, test } from 'vitest'
import { dateLocaleChoices, formatLocaleName, formatOwnName, listLangLocaleChoices } from './locale-choices.ts'

test('every choice is one that the server takes', () => {
  const languages = listLangLocaleChoices('en', '')
  expect(languages.length).toBeGreaterThan(120)
  expect(languages.filter(({ value }) => getLangLocale(value) !== value)).toEqual([])
  const dates = dateLocaleChoices('en', '')
  expect(dates.length).toBeGreaterThan(220)
  expect(dates.filter(({ value }) => getDateLocale(value) !== value)).toEqual([])
})

test('choices are named in the reader’s language, and found by their tag', () => {
  expect(listLangLocaleChoices('sv', '')).toContainEqual({ value: 'fi', label: 'finska · fi' })
  expect(listLangLocaleChoices('ar', '').find(({ value }) => value === 'pt-BR')?.label).toMatch(/البرازيل.* · pt-BR$/)
  expect(formatLocaleName('en', 'sv-FI')).toBe('Swedish (Finland)')
  expect(dateLocaleChoices('en', '')).toContainEqual({ value: 'ar-u-nu-latn', label: 'Arabic · ar-u-nu-latn' })
  expect([formatLocaleName('en', 'ar-u-nu-latn'), formatLocaleName('en', 'no tag')]).toEqual(['Arabic', 'no tag'])
  expect([formatOwnName('sv'), formatOwnName('ar')]).toEqual(['Svenska', 'العربية'])
})

test('what is stored can be kept, known or not', () => {
  expect(dateLocaleChoices('en', 'sv-AX')[0]).toEqual({ value: 'sv-AX', label: 'sv-AX' })
  expect(listLangLocaleChoices('en', 'sv').filter(({ value }) => value === 'sv')).toHaveLength(1)
})
