// Proposes settings from a city's location: country, time zone, currency, distance unit, and prices that suit them.
import { getExponent, type Minor } from './money.ts'
import { findCurrency, findHome, getPriceLevel } from './price-levels.ts'
import { listNames } from './records.ts'
import type { Settings } from './settings.ts'

/** Country (ISO 3166-1 alpha-2, empty if unknown) and time zone (IANA) of a city. */
export type CityRegion = { country: string; timeZone: string }

/** The market of an amount: its country and currency, and how amounts are written there. */
export type Market = Pick<Settings, 'country' | 'code' | 'decimal' | 'convertToMile'>

/**
 * Countries that measure roads in miles: the United Kingdom and the United States with their territories, Liberia, Myanmar, Samoa
 * and parts of the Caribbean (https://en.wikipedia.org/wiki/Mile).
 */
const countsMiles = new Set('AG AI AS BS BZ DM FK GB GD GG GU IM JE KN KY LC LR MM MP MS SH TC US VC VG VI WS'.split(' '))

const kmPerMile = 1.609344

/** From this price level (units per US dollar) prices are whole: kronor, rupees and yen, but not pounds. */
const wholeFrom = 8

/** Leading digits of round prices: few, so that they are easy to say. */
const steps = [10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100]

/** Rounds to the nearest price that people would charge: 3.00 instead of 2.87. */
const roundPrice = (value: number): number => {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1)
  const nearest = steps.reduce((best, step) => (Math.abs(step - value / unit) < Math.abs(best - value / unit) ? step : best), 10)
  return nearest * unit
}

const findFactor = (from: Market, to: Market): number =>
  getPriceLevel(to.code, to.country) / getPriceLevel(from.code, from.country)

/** Converts a price from one market to another: equally dear to those who pay it, and round. Zero and equal prices are kept. */
export const carryPrice = (amount: Minor, from: Market, to: Market, factor = findFactor(from, to)): Minor => {
  if (amount === 0n || (factor === 1 && from.code === to.code)) return amount
  const digits = getExponent(to.code)
  const step = 10 ** (digits - Math.min(to.decimal, digits))
  const exact = Number(amount) * factor * 10 ** (digits - getExponent(from.code))
  return BigInt(Math.max(step, Math.round(roundPrice(exact) / step) * step))
}

/** The same for a price per unit of distance, which may be miles in one market and kilometres in the other. */
export const carryRate = (amount: Minor, from: Market, to: Market): Minor => {
  const [before, after] = [from, to].map(({ convertToMile }) => (convertToMile ? kmPerMile : 1)) as [number, number]
  return carryPrice(amount, from, to, (findFactor(from, to) * after) / before)
}

/** How the currency is written locally: its short symbol, and whether that comes before or after the amount. */
const writeCurrency = (code: string, country: string): Pick<Settings, 'symbol' | 'swipeSymbol' | 'decimal'> => {
  const style = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const
  const partsIn = (locale: string) => new Intl.NumberFormat(locale, style).formatToParts(1)
  const locale = new Intl.Locale(`und-${findHome(code, country) || country}`).maximize().minimize()
  const local = partsIn(locale.toString()).map(({ type }) => type)
  return {
    symbol: partsIn('en').find(({ type }) => type === 'currency')?.value ?? code,
    swipeSymbol: local.indexOf('currency') > local.indexOf('integer'),
    decimal: getPriceLevel(code, country) >= wholeFrom ? 0 : getExponent(code),
  }
}

/** Highest limit that the settings accept, in units of the currency. */
const mostTopUp = 1_000_000_000

/** Limits and the bonus are in units of the currency: limits are scaled by powers of ten, the bonus like a price. */
const carryLimits = (settings: Settings, to: Market): Pick<Settings, 'bonus' | 'topUpMin' | 'topUpMax'> => {
  const power = 10 ** Math.round(Math.log10(findFactor(settings, to)))
  const least = 10 ** -to.decimal
  const fit = (units: number): number => Number(Math.min(mostTopUp, Math.max(least, units * power)).toFixed(to.decimal))
  const bonus = BigInt(Math.round(settings.bonus * 10 ** getExponent(settings.code)))
  return {
    bonus: Number(carryPrice(bonus, settings, to)) / 10 ** getExponent(to.code),
    topUpMin: fit(settings.topUpMin),
    topUpMax: fit(settings.topUpMax),
  }
}

const carryRadius = ({ driverRadius, convertToMile }: Settings, toMiles: boolean): number => {
  if (convertToMile === toMiles) return driverRadius
  return Math.max(1, Math.round(toMiles ? driverRadius / kmPerMile : driverRadius * kmPerMile))
}

/** The settings adapted to a city, in its country's currency unless another is given; everything else is kept. */
export const suitSettings = (settings: Settings, { country, timeZone }: CityRegion, currency?: string): Settings => {
  const place = country === '' ? settings.country : country
  const code = currency ?? findCurrency(place) ?? settings.code
  const isSame = code === settings.code && place === settings.country
  const market = { ...settings, country: place, code, ...(isSame ? {} : writeCurrency(code, place)) }
  const convertToMile = isSame ? settings.convertToMile : countsMiles.has(place)
  return {
    ...market,
    // an operator who searches worldwide keeps doing so
    restrictCountry: settings.restrictCountry === '' ? '' : place,
    timeZone,
    convertToMile,
    driverRadius: carryRadius(settings, convertToMile),
    ...(isSame ? {} : carryLimits(settings, market)),
  }
}

/** The settings that a proposal may change, in groups that belong together: the prices belong to one country. */
export const proposalFields = {
  country: ['country', 'restrictCountry'],
  timeZone: ['timeZone'],
  prices: ['code', 'symbol', 'swipeSymbol', 'decimal', 'convertToMile', 'driverRadius', 'bonus', 'topUpMin', 'topUpMax'],
} as const satisfies Record<string, readonly (keyof Settings)[]>
export type ProposalPart = keyof typeof proposalFields
export const proposalParts = listNames(proposalFields)
