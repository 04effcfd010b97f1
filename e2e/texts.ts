// The texts a person reads, by key: a spec names keys, so that wording can change without touching a test.
import { readFileSync } from 'node:fs'

export type Locale = 'en' | 'ar'
type Params = Record<string, string | number>

const read = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../server/src/db/texts/${locale}.json`, import.meta.url), 'utf8')) as Record<string, string>

const texts: Record<Locale, Record<string, string>> = { en: read('en'), ar: read('ar') }

const templateOf = (key: string, locale: Locale): string => {
  const template = texts[locale][key] ?? texts.en[key]
  if (template === undefined) throw new Error(`there is no text with the key ${key}`)
  return template
}

/** The page keeps what stands in a text from turning the text's direction: in Arabic by two characters that nobody sees. */
const insert = (value: string | number, locale: Locale): string => (locale === 'ar' ? `\u2068${value}\u2069` : String(value))

/** The text, its parameters filled in; a plural form is asked for by its own key, such as rate_star_other. */
export const t = (key: string, params: Params = {}, locale: Locale = 'en'): string =>
  templateOf(key, locale).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : insert(value, locale)
  })

/** The text as a pattern: a parameter that is not given may be anything. */
export const like = (key: string, params: Params = {}): RegExp => {
  const escaped = t(key, params).replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(escaped.replaceAll(/\{\{\w+\}\}/g, '.+'))
}
