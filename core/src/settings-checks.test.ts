import { describe, expect, it } from 'vitest'
import { countries } from './countries.ts'
import { currencies, isCurrency } from './currencies.ts'
import { ownKeys, specificationKeys } from './errors.ts'
import { defaultSettings } from './settings.ts'
import { checkSettings, isSettings, isWebAddress, parseNonNegative } from './settings-checks.ts'

describe('a plain number', () => {
  it.each([
    ['0', 0],
    [' 7 ', 7],
    ['10.5', 10.5],
    [3, 3],
  ])('%j is %j', (typed, value) => {
    expect(parseNonNegative(typed)).toBe(value)
  })

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'ten',
    '1.2.3',
    '.5',
    '10.',
    '10,5',
    'NaN',
    'Infinity',
    -0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%j becomes empty', (typed) => {
    expect(parseNonNegative(typed)).toBe('')
  })
})

const bonusIn = (code: string, bonus: number) => checkSettings({ ...defaultSettings, code, bonus }).bonus

describe('the check of the settings', () => {
  it('finds nothing wrong with what a new installation has', () => {
    expect(checkSettings(defaultSettings)).toEqual({})
    expect(isSettings(defaultSettings)).toBe(true)
  })

  it('refuses an empty bonus by the key of the specification', () => {
    const draft = { ...defaultSettings, bonus: '' as const }
    expect(checkSettings(draft)).toEqual({ bonus: 'proper_bonus' })
    expect(isSettings(draft)).toBe(false)
  })

  it.each([
    ['SEK', 0, true],
    ['SEK', 2, true],
    ['SEK', 3, false],
    ['JPY', 0, true],
    ['JPY', 1, false],
    ['KWD', 3, true],
  ])('lets %s have %i decimals: %s', (code, decimal, isRight) => {
    expect(checkSettings({ ...defaultSettings, code, decimal }).decimal === undefined).toBe(isRight)
  })

  it('counts the bonus in whole minor units', () => {
    expect([bonusIn('SEK', 0.1), bonusIn('SEK', 99.99), bonusIn('JPY', 10), bonusIn('KWD', 0.125)]).toEqual(
      Array(4).fill(undefined),
    )
    expect([bonusIn('SEK', 0.001), bonusIn('JPY', 0.5)]).toEqual(['proper_bonus', 'proper_bonus'])
  })

  it('says only what can be translated', () => {
    const wrong = Object.fromEntries(Object.keys(defaultSettings).map((field) => [field, ' \n'])) as never
    const keys = Object.values(checkSettings(wrong))
    expect(keys.length).toBeGreaterThan(15)
    expect(keys.filter((key) => ![...specificationKeys, ...ownKeys].includes(key))).toEqual([])
  })
})

describe('an address on the web', () => {
  it.each([
    'https://taxi.example',
    'http://taxi.example:8080/a?b=c#d',
    'HTTPS://Taxi.Example/',
    'https://tåxi.example',
    'https://مثال.إختبار/',
  ])('is %s', (address) => expect(isWebAddress(address)).toBe(true))

  it.each([
    'taxi.example',
    'ftp://taxi.example',
    'javascript:alert(1)',
    'https://',
    'https://taxi',
    'https://me@taxi.example',
    'https://taxi.example/a b',
    'https://taxi.example/"onclick="x',
    'https://-taxi.example',
    `https://taxi.example/${'a'.repeat(300)}`,
    ' https://taxi.example',
  ])('is not %s', (address) => expect(isWebAddress(address)).toBe(false))

  it('is judged however it is made up', () => {
    expect(isWebAddress(`https://${'a'.repeat(290)}!`)).toBe(false)
    expect(isWebAddress(`https://${'a-'.repeat(145)}`)).toBe(false)
  })
})

describe('the lists', () => {
  it('name each currency and country once, by codes that have a name', () => {
    expect(new Set(currencies).size).toBe(currencies.length)
    expect(new Set(countries).size).toBe(countries.length)
    expect([currencies.length > 140, countries.length]).toEqual([true, 250])
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(countries.filter((code) => !names.of(code))).toEqual([])
    expect([isCurrency('SEK'), isCurrency('sek'), isCurrency('XXX'), isCurrency('')]).toEqual([true, false, false, false])
  })
})
