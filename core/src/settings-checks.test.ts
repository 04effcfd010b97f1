import { describe, expect, it } from 'vitest'
import { countries } from './countries.ts'
import { currencies, isCurrency } from './currencies.ts'
import { ownKeys, type MessageKey } from './errors.ts'
import { specificationKeys } from './specification-keys.ts'
import { defaultSettings } from './settings.ts'
import { checkSettings, isSettings, parseNonNegative } from './settings-checks.ts'

describe('a plain number', () => {
  it.each([
    ['0', 0],
    [' 7 ', 7],
    ['10.5', 10.5],
    ['0.123456789', 0.123456789],
    ['999999999999', 999_999_999_999],
    [3, 3],
  ])('%j is %j', (typed, value) => {
    expect(parseNonNegative(typed)).toBe(value)
  })

  it.each([
    '',
    ' ',
    '-1',
    '1000000000000',
    '0.1234567891',
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

  it.each(['keepTrackDays', 'keepChatDays', 'keepPhotoDays', 'keepNoticeDays', 'keepInboxDays'] as const)(
    'lets %s be for ever, or 30 to 3650 whole days',
    (field) => {
      const sound = (days: number | '') => checkSettings({ ...defaultSettings, [field]: days })
      for (const days of [0, 30, 365, 3650]) expect(sound(days)).toEqual({})
      for (const days of [1, 29, 30.5, 3651, '' as const]) expect(sound(days)).toEqual({ [field]: 'proper_keep_days' })
    },
  )

  it('keeps the audit log for a year at the least, or for ever', () => {
    const problems = [0, 365, 3650, 30, 364, 365.5, 3651, '' as const].map(
      (keepAuditDays) => checkSettings({ ...defaultSettings, keepAuditDays }).keepAuditDays,
    )
    expect(problems).toEqual([...Array(3).fill(undefined), ...Array(5).fill('proper_audit_days')])
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

  // the lowest and highest values accepted, and values just beyond them
  it.each<[keyof typeof defaultSettings, MessageKey, readonly unknown[], readonly unknown[]]>([
    ['appName', 'proper_text', ['W', 'a'.repeat(60)], ['', ' ', 'a'.repeat(61), 'a\tb']],
    ['symbol', 'proper_text', ['€', 'k'.repeat(6)], ['', ' ', 'k'.repeat(7)]],
    ['code', 'proper_currency', ['EUR'], ['', 'eur', 'XXX']],
    ['bonus', 'proper_bonus', [0, 1_000_000], [1_000_001, '']],
    ['bonusPerDay', 'proper_bonus_count', [1, 1000], [0, 1001, 1.5, '']],
    ['topUpMin', 'proper_top_up', [0.01, 1_000_000], [0, 0.001, '']],
    ['topUpMax', 'proper_top_up', [10, 1_000_000_000], [0, 9.99, 1_000_000_001, 10.001, '']],
    ['payoutIban', 'proper_iban', ['', 'SE4550000000058398257466'], [' ', 'SE4550000000058398257467']],
    ['driverRadius', 'proper_radius', [0.1, 500], [0, 501, '']],
    ['offerSeconds', 'proper_seconds', [5, 120], [4, 121, 5.5, '']],
    ['bookLaterLeadMinutes', 'proper_minutes', [1, 1440], [0, 1441, '']],
    ['fareClaimPercent', 'proper_claim_percent', [0, 1000], [1001, 0.5, '']],
    ['fareClaimMinFares', 'proper_claim_fares', [0, 0.25, 100], [100.5, 0.125, '']],
    ['rushHours', 'proper_hours', ['', '06:00-10:00'], ['6 to 10']],
    ['rushPercent', 'proper_rush_percent', [0, 200], [201, 0.5, '']],
    ['deskNumber', 'proper_call_number', ['', '112', '+46 31-123 45 67'], ['1', 'x112', '112x', '1--2', '+', '1'.repeat(21)]],
    ['panicNumber', 'proper_call_number', ['', '112'], ['the police']],
    ['timeZone', 'proper_time_zone', ['Europe/Lisbon', 'UTC'], ['', 'Europe/Gothenburg']],
    ['country', 'proper_country', ['PT'], ['', 'pt', 'XX']],
    ['restrictCountry', 'proper_country', ['', 'PT'], ['pt']],
    ['contactEmail', 'proper_email', ['', 'desk@taxi.example'], ['desk@', 'desk']],
    ['companyName', 'proper_text', ['', 'a'.repeat(100)], ['a'.repeat(101), 'a\nb']],
    ['companyWebsite', 'proper_link', ['', 'https://taxi.example'], ['taxi.example']],
    ['companyTerms', 'proper_link', ['', 'https://taxi.example/terms'], ['terms']],
    ...(['facebookHandle', 'twitterHandle', 'instagramHandle'] as const).map(
      (field) =>
        [
          field,
          'proper_handle',
          ['', '@majorna.taxi', 'majorna_taxi-1', 'a'.repeat(50), 'https://taxi.example'],
          ['@', 'a'.repeat(51), 'a b', '@@a', 'a!'],
        ] satisfies [typeof field, MessageKey, readonly string[], readonly string[]],
    ),
    ['appleStoreLink', 'proper_link', ['', 'https://apps.example/1'], ['apps']],
    ['playStoreLink', 'proper_link', ['', 'https://play.example/1'], ['play']],
  ])('knows what %s may be, and refuses by %s', (field, key, good, bad) => {
    const keyFor = (value: unknown) => checkSettings({ ...defaultSettings, decimal: 0, [field]: value } as never)[field]
    for (const value of good) expect([value, keyFor(value)]).toEqual([value, undefined])
    for (const value of bad) expect([value, keyFor(value)]).toEqual([value, key])
  })

  it('wants the highest top-up to be no lower than the lowest', () => {
    expect(checkSettings({ ...defaultSettings, topUpMin: 50, topUpMax: 50 })).toEqual({})
    expect(checkSettings({ ...defaultSettings, topUpMin: 50, topUpMax: 49.99 })).toEqual({ topUpMax: 'proper_top_up' })
  })

  it('says only what can be translated', () => {
    const wrong = Object.fromEntries(Object.keys(defaultSettings).map((field) => [field, ' \n'])) as never
    const keys = Object.values(checkSettings(wrong))
    expect(keys.length).toBeGreaterThan(15)
    expect(keys.filter((key) => ![...specificationKeys, ...ownKeys].includes(key))).toEqual([])
  })
})

const isWebAddress = (companyWebsite: string) => !('companyWebsite' in checkSettings({ ...defaultSettings, companyWebsite }))

describe('an address on the web', () => {
  it.each([
    'https://taxi.example',
    'http://taxi.example:8080/a?b=c#d',
    'HTTPS://Taxi.Example/',
    'https://tåxi.example',
    'https://مثال.إختبار/',
    'https://a.taxi-city.example/',
    'https://1.example?q',
    `https://taxi.example/${'a'.repeat(279)}`,
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
    'https://taxi-.example',
    'https://taxi.example:123456',
    'https://taxi.e',
    'x https://taxi.example',
    'https://taxi.example!',
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
