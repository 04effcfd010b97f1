// The countries of the picker: named in the language of the page, found by name, code or dial code.
import { foldText } from '@wayfare/core/fold'
import { findDialCode, phoneCountries } from '@wayfare/core/dial-codes'

export type Country = {
  code: string
  name: string
  /** without a plus sign */
  dialCode: string
  /** what it is found by: its name here and in English, without accents */
  words: string
}

const knownLocale = (locale: string): string => {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** All that have phone numbers, in the order of the language. */
export const listCountries = (locale: string): readonly Country[] => {
  const known = knownLocale(locale)
  const names = new Intl.DisplayNames(known, { type: 'region' })
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const order = new Intl.Collator(known)
  return phoneCountries
    .map((code) => {
      const name = names.of(code) ?? code
      return { code, name, dialCode: findDialCode(code) ?? '', words: ` ${foldText(`${name} ${english.of(code) ?? ''}`)}` }
    })
    .toSorted((a, b) => order.compare(a.name, b.name))
}

/** Left-to-right within text of either direction. */
const dialCodeText = (dialCode: string): string => `\u2066+${dialCode}\u2069`

/** How a chosen country reads in the field. */
export const formatCountryLabel = ({ name, dialCode }: Country): string => `${name} ${dialCodeText(dialCode)}`

/** Words from their beginning on, the two letters of the code, or the dial code with or without its plus sign. */
export const isFound = ({ code, dialCode, words }: Country, typed: string): boolean => {
  const text = typed.replaceAll(/[\u2066\u2069]/g, '').trim()
  const digits = text.replace(/^(\+|00)/, '')
  if (/^\d+$/.test(digits)) return dialCode.startsWith(digits)
  return code.toLowerCase() === text.toLowerCase() || words.includes(` ${foldText(text)}`)
}
