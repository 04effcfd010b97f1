import { describe, expect, it } from 'vitest'
import { formatCountryLabel, isFound, listCountries } from './country-list.ts'

const codesFor = (typed: string, locale = 'en') =>
  listCountries(locale)
    .filter((country) => isFound(country, typed))
    .map(({ code }) => code)

const nameIn = (locale: string, country: string) => listCountries(locale).find(({ code }) => code === country)?.name

describe('a country', () => {
  it('has its name in the language of the page', () => {
    expect(['en', 'sv', 'ar', 'es'].map((locale) => nameIn(locale, 'SE'))).toEqual(['Sweden', 'Sverige', 'السويد', 'Suecia'])
    expect(nameIn('no such language', 'SE')).toBe('Sweden')
  })

  it('stands where the language sorts it', () => {
    const swedish = listCountries('sv').map(({ name }) => name)
    expect(swedish.indexOf('Åland')).toBeGreaterThan(swedish.indexOf('Zambia'))
    expect(listCountries('en').findIndex(({ code }) => code === 'AX')).toBeLessThan(10)
  })

  it('is found by name, by code and by dial code', () => {
    expect(codesFor('swed')).toEqual(['SE'])
    expect(codesFor('cote')).toEqual(['CI'])
    expect(codesFor('kingdom')).toEqual(['GB'])
    expect(codesFor('+46')).toEqual(['SE'])
    expect(codesFor('0046')).toEqual(['SE'])
    expect(codesFor('se')).toContain('SE')
    expect(codesFor('sweden', 'ar')).toEqual(['SE'])
    expect(codesFor('السوي', 'ar')).toEqual(['SE'])
    expect(codesFor('zzz')).toEqual([])
  })

  it('reads as its name and its dial code, the code from left to right', () => {
    expect(formatCountryLabel(listCountries('ar').find(({ code }) => code === 'SE')!)).toBe('السويد \u2066+46\u2069')
  })
})
