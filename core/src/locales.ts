// Names of languages and regions as the web writes them (BCP 47), and how their letters run.

/** Scripts that are written from right to left. */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

const parsed = (tag: string): Intl.Locale | null => {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}

export const getDirection = (langLocale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(parsed(langLocale)?.maximize().script ?? '') ? 'rtl' : 'ltr'

const isKnownRegion = (region: string | undefined): boolean =>
  region === undefined || new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region) !== undefined

/** Longest tag that is kept, in characters. */
export const longestLocale = 35

/**
 * The tag as it is usually written ("en-gb" is "en-GB") when dates and plural forms are known for its language and its
 * region exists; null for anything else.
 */
export const getDateLocale = (tag: string): string | null => {
  const locale = tag.length > longestLocale ? null : parsed(tag.trim())
  if (!locale || !isKnownRegion(locale.region)) return null
  const name = locale.toString()
  const isKnown =
    Intl.DateTimeFormat.supportedLocalesOf([name]).length === 1 && Intl.PluralRules.supportedLocalesOf([name]).length === 1
  return isKnown ? name : null
}

/** The same for a language of texts, which says nothing of calendars and digits. */
export const getLangLocale = (tag: string): string | null => {
  const name = getDateLocale(tag)
  return name !== null && parsed(name)?.baseName === name ? name : null
}

/** Of the locales that there are, the one to read for a person of this locale: his own, else that of his language (sv for sv-FI). */
export const findNearestLocale = (wanted: string, locales: readonly string[]): string | null =>
  [wanted, wanted.split('-')[0] ?? ''].find((locale) => locales.includes(locale)) ?? null
