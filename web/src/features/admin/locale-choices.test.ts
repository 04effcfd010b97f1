import { dateLocaleOf, langLocaleOf } from '@wayfare/core/locales'
import { expect, test } from 'vitest'
import { dateLocaleChoices, langLocaleChoices, localeName, ownName } from './locale-choices.ts'

test('every choice is one that the server takes', () => {
  const languages = langLocaleChoices('en', '')
  expect(languages.length).toBeGreaterThan(120)
  expect(languages.filter(({ value }) => langLocaleOf(value) !== value)).toEqual([])
  const dates = dateLocaleChoices('en', '')
  expect(dates.length).toBeGreaterThan(220)
  expect(dates.filter(({ value }) => dateLocaleOf(value) !== value)).toEqual([])
})

test('choices are named in the reader’s language, and found by their tag', () => {
  expect(langLocaleChoices('sv', '')).toContainEqual({ value: 'fi', label: 'finska · fi' })
  expect(langLocaleChoices('ar', '').find(({ value }) => value === 'pt-BR')?.label).toMatch(/البرازيل.* · pt-BR$/)
  expect(localeName('en', 'sv-FI')).toBe('Swedish (Finland)')
  expect(dateLocaleChoices('en', '')).toContainEqual({ value: 'ar-u-nu-latn', label: 'Arabic · ar-u-nu-latn' })
  expect([localeName('en', 'ar-u-nu-latn'), localeName('en', 'no tag')]).toEqual(['Arabic', 'no tag'])
  expect([ownName('sv'), ownName('ar')]).toEqual(['Svenska', 'العربية'])
})

test('what is stored can be kept, known or not', () => {
  expect(dateLocaleChoices('en', 'sv-AX')[0]).toEqual({ value: 'sv-AX', label: 'sv-AX' })
  expect(langLocaleChoices('en', 'sv').filter(({ value }) => value === 'sv')).toHaveLength(1)
})
