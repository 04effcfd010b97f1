// Currencies, countries and time zones by their names in the language of the page.
import { countries } from '@wayfare/core/countries'
import { currencies } from '@wayfare/core/currencies'

export type Choice = { value: string; label: string }

const namesOf = (locale: string, type: 'currency' | 'region', codes: readonly string[]): Choice[] => {
  const names = new Intl.DisplayNames(locale, { type })
  return codes
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

export const listCurrencyChoices = (locale: string): Choice[] => namesOf(locale, 'currency', currencies)

export const listCountryChoices = (locale: string): Choice[] => namesOf(locale, 'region', countries)

/** The zones this browser knows, and the stored one even when it does not. */
export const listZoneChoices = (stored: string): string[] => {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(stored) ? known : [stored, ...known]
}
