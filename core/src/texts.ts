// The texts of a language by key: which keys it needs, and what a text must keep of the English one.
import type { MessageKey } from './errors.ts'

export type Texts = Readonly<Record<string, string>>

/** Most characters of a text, most additional texts of a language, and most characters of a key. */
export const textLimits = { characters: 4000, keys: 5000, keyCharacters: 100 } as const

/** Pattern of a key: begins with a letter; then letters and digits with underscores, points, dashes and colons between them. */
const textKeyPattern = /^[A-Za-z](?:[\w.:-]{0,98}\w)?$/

const pluralSuffix = /_(zero|one|two|few|many|other)$/

type TextKeys = {
  /** all of the product's keys for the language, plural forms grouped and in the language's order */
  keys: readonly string[]
  /** the base of a key that is a plural form: "cars" for "cars_one" */
  baseOf: (key: string) => string | null
}

const pluralBases = (english: Texts): Set<string> =>
  new Set(Object.keys(english).flatMap((key) => (key.endsWith('_other') ? [key.replace(pluralSuffix, '')] : [])))

const allForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
type PluralForm = (typeof allForms)[number]

/** The plural forms of a language, in the order of `allForms` whatever the platform's order. */
const formsOf = (locale: string): readonly PluralForm[] => {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return allForms.filter((form) => pluralCategories.includes(form))
}

/** Up to three whole numbers for each plural form. */
const groupNumbers = (locale: string): ReadonlyMap<string, readonly number[]> => {
  const rules = new Intl.PluralRules(locale)
  const groups = new Map<string, number[]>()
  for (let count = 0; count <= 200; count++) {
    const form = rules.select(count)
    groups.set(form, [...(groups.get(form) ?? []), count].slice(0, 3))
  }
  return groups
}

const formOf = (key: string): string => pluralSuffix.exec(key)?.[1] ?? ''

/** Sample numbers of a plural form, such as 2, 3 and 4; none if the key is no plural form, or one for fractions only. */
export const listFormNumbers = (locale: string, key: string): readonly number[] => groupNumbers(locale).get(formOf(key)) ?? []

/** The keys that a language needs: those of the English texts, with the plural forms of its own grammar. */
export const listTextKeys = (english: Texts, locale: string): TextKeys => {
  const bases = pluralBases(english)
  const baseOf = (key: string): string | null => {
    const base = key.replace(pluralSuffix, '')
    return base !== key && bases.has(base) ? base : null
  }
  const forms = formsOf(locale)
  const met = new Set<string>()
  const keys = Object.keys(english).flatMap((key) => {
    const base = baseOf(key)
    if (base === null) return [key]
    if (met.has(base)) return []
    met.add(base)
    return forms.map((form) => `${base}_${form}`)
  })
  return { keys, baseOf }
}

/**
 * Tells whether a text of another language can be used for a plural form of this one: a text without its number ("a minute") can
 * only if the form is for a single number. In Russian the form of 1 also serves 21, in French that of 0. The sample numbers are
 * computed only once for thousands of texts.
 */
export const makeIsLendable = (locale: string): ((key: string, text: string) => boolean) => {
  const numbers = groupNumbers(locale)
  return (key, text) => key.endsWith('_other') || text.includes('{{count}}') || numbers.get(formOf(key))?.length === 1
}

/** Fills in missing plural forms with the language's `other` form, or else with the English text that fits. */
export const addPluralForms = (texts: Texts, english: Texts, locale: string): Record<string, string> => {
  const { keys, baseOf } = listTextKeys(english, locale)
  const isLendable = makeIsLendable(locale)
  const gaps = keys.flatMap((key): [string, string][] => {
    const base = texts[key] === undefined ? baseOf(key) : null
    if (base === null) return []
    const lent = english[key] !== undefined && isLendable(key, english[key]) ? english[key] : undefined
    const text = texts[`${base}_other`] ?? lent ?? english[`${base}_other`]
    return text === undefined ? [] : [[key, text]]
  })
  return { ...english, ...texts, ...Object.fromEntries(gaps) }
}

/** The names of the placeholders, each once, in alphabetical order. */
const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name))].toSorted()

/** Placeholders that a text must have, and those it may omit: a plural form can give the number in words. */
type Placeholders = { required: readonly string[]; optional: readonly string[] }

/** Null for a key that is not the product's. */
const findExpectedPlaceholders = (english: Texts, key: string): Placeholders | null => {
  const own = english[key]
  const many = english[key.replace(pluralSuffix, '_other')]
  if (many !== undefined && pluralSuffix.test(key)) {
    const all = placeholdersOf(many)
    if (key.endsWith('_other')) return { required: all, optional: [] }
    return { required: all.filter((name) => name !== 'count'), optional: ['count'] }
  }
  return own === undefined ? null : { required: placeholdersOf(own), optional: [] }
}

const hasStrayBraces = (text: string): boolean => /[{}]/.test(text.replaceAll(/{{\w+}}/g, ''))

const hasTheirs = (text: string, { required, optional }: Placeholders): boolean => {
  const found = placeholdersOf(text)
  return (
    !hasStrayBraces(text) &&
    required.every((name) => found.includes(name)) &&
    found.every((name) => required.includes(name) || optional.includes(name))
  )
}

/** Line breaks are allowed, other invisible characters and lone surrogates are not. */
const isReadable = (text: string): boolean => !/[^\P{Cc}\n]/u.test(text) && !/\p{Cs}/u.test(text)

/** Why a text cannot be saved under its key, or null. Texts under keys that are not the product's may have any placeholders. */
export const checkText = (english: Texts, key: string, text: string): MessageKey | null => {
  if (!textKeyPattern.test(key)) return 'text_key'
  if (text.length > textLimits.characters) return 'text_length'
  if (!isReadable(text)) return 'text_characters'
  const theirs = findExpectedPlaceholders(english, key)
  return theirs === null || hasTheirs(text, theirs) ? null : 'text_placeholders'
}
