import { describe, expect, it } from 'vitest'
import { carryPrice, carryRate, proposalFields, proposalParts, suitSettings } from './city-proposal.ts'
import { countries } from './countries.ts'
import { currencies } from './currencies.ts'
import { computeFare, type Tariff } from './fare.ts'
import { getExponent, toDecimal } from './money.ts'
import { findCurrency, getPriceLevel } from './price-levels.ts'
import { checkSettings } from './settings-checks.ts'
import { defaultSettings, type Settings } from './settings.ts'

const regionOf = (country: string) => ({ country, timeZone: 'UTC' })

/** The smallest car of the demo in Gothenburg. */
const city: Tariff = {
  baseFare: 4500n,
  ratePerUnitDistance: 1300n,
  ratePerHour: 32_000n,
  minFare: 9500n,
  feeType: 'percentage',
  feeFlat: 0n,
  feeHundredths: 1000,
}

const carry = (to: Settings, from: Settings = defaultSettings): Tariff => ({
  ...city,
  baseFare: carryPrice(city.baseFare, from, to),
  ratePerUnitDistance: carryRate(city.ratePerUnitDistance, from, to),
  ratePerHour: carryPrice(city.ratePerHour, from, to),
  minFare: carryPrice(city.minFare, from, to),
})

const amountsIn = (country: string, timeZone: string) => {
  const to = suitSettings(defaultSettings, { country, timeZone })
  const { baseFare, ratePerUnitDistance, ratePerHour, minFare } = carry(to)
  return [baseFare, ratePerUnitDistance, ratePerHour, minFare].map((amount) => toDecimal(amount, to.code))
}

const written = (country: string) => {
  const { symbol, swipeSymbol, decimal } = suitSettings(defaultSettings, { country, timeZone: 'UTC' })
  return [symbol, swipeSymbol, decimal]
}

/** The price of 2.5 km in six minutes, in what a US dollar buys. */
const priceRide = (settings: Settings): number => {
  const { grandTotal } = computeFare(carry(settings), { distanceM: 2500, durationS: 360 }, settings)
  return Number(grandTotal) / 10 ** getExponent(settings.code) / getPriceLevel(settings.code, settings.country)
}

describe('a city elsewhere', () => {
  it('has prices in its own money that people would ask', () => {
    expect(amountsIn('PT', 'Europe/Lisbon')).toEqual(['3.00', '0.90', '22.00', '6.50'])
    expect(amountsIn('JP', 'Asia/Tokyo')).toEqual(['550', '160', '4000', '1100'])
    expect(amountsIn('KW', 'Asia/Kuwait')).toEqual(['0.950', '0.250', '6.500', '2.000'])
  })

  it('counts in miles where its roads do, and a mile costs more than a kilometre', () => {
    const settings = suitSettings(defaultSettings, { country: 'GB', timeZone: 'Europe/London' })
    expect(settings).toMatchObject({
      code: 'GBP',
      symbol: '£',
      swipeSymbol: false,
      decimal: 2,
      convertToMile: true,
      driverRadius: 6,
    })
    expect(toDecimal(carryRate(1300n, defaultSettings, settings), 'GBP')).toBe('1.80')
    expect(toDecimal(carryRate(180n, settings, defaultSettings), 'SEK')).toBe('13.00')
    expect(suitSettings(settings, { country: 'SE', timeZone: 'Europe/Stockholm' }).driverRadius).toBe(10)
  })

  it('writes its money as its people do', () => {
    expect(written('PT')).toEqual(['€', true, 2])
    expect(written('IE')).toEqual(['€', false, 2])
    expect(written('JP')).toEqual(['¥', false, 0])
    expect(written('IN')).toEqual(['₹', false, 0])
    expect(written('NO')).toEqual(['kr', true, 0])
    const abroad = suitSettings(defaultSettings, { country: 'SE', timeZone: 'UTC' }, 'USD')
    expect([abroad.symbol, abroad.swipeSymbol, abroad.decimal]).toEqual(['$', false, 2])
  })

  it('is as dear as the city before to the smallest coin, and leaves what costs nothing at nothing', () => {
    const [lisbon, kuwait] = [regionOf('PT'), regionOf('KW')].map((region) => suitSettings(defaultSettings, region))
    expect([
      carryPrice(0n, defaultSettings, lisbon ?? defaultSettings),
      carryPrice(1n, defaultSettings, kuwait ?? defaultSettings),
    ]).toEqual([0n, 1n])
    // the same prices in another currency of equal value are other amounts: they are rounded
    expect(carryPrice(4567n, defaultSettings, { ...defaultSettings, code: 'EUR', decimal: 2 }, 1)).toBe(4500n)
    expect(carryPrice(4567n, defaultSettings, { ...defaultSettings, decimal: 2 }, 1)).toBe(4567n)
    expect(carryPrice(1050n, defaultSettings, { ...defaultSettings, code: 'EUR', decimal: 2 }, 1)).toBe(1000n)
  })

  it('has a bonus and limits of its own', () => {
    const from = { ...defaultSettings, bonus: 50, topUpMin: 10, topUpMax: 5000 }
    const lisbon = suitSettings(from, regionOf('PT'))
    expect([lisbon.bonus, lisbon.topUpMin, lisbon.topUpMax]).toEqual([3.5, 1, 500])
    const hanoi = suitSettings(from, regionOf('VN'))
    expect([hanoi.bonus, hanoi.topUpMin, hanoi.topUpMax]).toEqual([40_000, 10_000, 5_000_000])
    expect(suitSettings({ ...from, topUpMax: 1_000_000 }, regionOf('VN')).topUpMax).toBe(1_000_000_000)
  })

  it('is found among the parts of a proposal', () => {
    expect(proposalParts.flatMap((part) => [...proposalFields[part]])).toEqual([
      'country',
      'restrictCountry',
      'timeZone',
      'code',
      'symbol',
      'swipeSymbol',
      'decimal',
      'convertToMile',
      'driverRadius',
      'bonus',
      'topUpMin',
      'topUpMax',
    ])
  })

  it('that is Gothenburg changes nothing, nor does one more in the same country', () => {
    const settings = { ...defaultSettings, symbol: 'SEK', decimal: 2, bonus: 37, topUpMin: 7 }
    expect(suitSettings(settings, { country: 'SE', timeZone: 'Europe/Stockholm' })).toEqual(settings)
    expect(carry(settings)).toEqual(city)
  })

  it('whose country nobody knows keeps the country and all that follows from it', () => {
    expect(suitSettings(defaultSettings, { country: '', timeZone: 'Etc/GMT+2' })).toEqual({
      ...defaultSettings,
      timeZone: 'Etc/GMT+2',
    })
  })

  it('leaves a search without borders without', () => {
    const settings = suitSettings({ ...defaultSettings, restrictCountry: '' }, { country: 'PT', timeZone: 'Europe/Lisbon' })
    expect([settings.country, settings.restrictCountry]).toEqual(['PT', ''])
  })
})

describe.each(currencies)('%s', (code) => {
  const settings = suitSettings({ ...defaultSettings, bonus: 50 }, regionOf('SE'), code)

  it('has sane prices of few digits, none of them nothing', () => {
    const tariff = carry(settings)
    for (const amount of [tariff.baseFare, tariff.ratePerUnitDistance, tariff.ratePerHour, tariff.minFare]) {
      expect(amount).toBeGreaterThan(0n)
      if (code !== 'SEK') expect(String(amount).replace(/0+$/, '')).toMatch(/^\d{1,2}$/)
    }
    expect(tariff.minFare).toBeGreaterThan(tariff.baseFare)
    // it is 13.8 in Sweden
    expect(priceRide(settings)).toBeGreaterThan(11.5)
    expect(priceRide(settings)).toBeLessThan(16.5)
  })

  it('has settings that can be saved', () => {
    expect(checkSettings(settings)).toEqual({})
    expect(settings.bonus).toBeGreaterThan(0)
    expect(settings.topUpMin).toBeGreaterThan(0)
  })
})

it('finds the money and the prices of every country where people live', () => {
  const none = countries.filter((country) => findCurrency(country) === null)
  expect(none).toEqual(['AQ'])
  for (const country of countries) {
    const settings = suitSettings(defaultSettings, regionOf(country))
    expect(checkSettings(settings)).toEqual({})
    expect(priceRide(settings), country).toBeGreaterThan(11.5)
    expect(priceRide(settings), country).toBeLessThan(16.5)
  }
})

it('carries prices there and back without a drift of more than the rounding', () => {
  for (const country of countries) {
    const away = suitSettings(defaultSettings, regionOf(country))
    const back = carryPrice(carryPrice(4500n, defaultSettings, away), away, defaultSettings)
    expect(Math.abs(Number(back) / 4500 - 1), country).toBeLessThan(0.2)
  }
})
