// Language and region tags (BCP 47), and the writing direction of languages.

/** Right-to-left scripts. */
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

/** Longest tag accepted, in characters. */
export const longestLocale = 35

/**
 * The tag in its usual spelling ("en-gb" is "en-GB") if dates and plural forms are supported for its language and its region
 * exists; null for anything else.
 */
export const getDateLocale = (tag: string): string | null => {
  const locale = tag.length > longestLocale ? null : parsed(tag.trim())
  if (!locale || !isKnownRegion(locale.region)) return null
  const name = locale.toString()
  const isKnown =
    Intl.DateTimeFormat.supportedLocalesOf([name]).length === 1 && Intl.PluralRules.supportedLocalesOf([name]).length === 1
  return isKnown ? name : null
}

/** The same for a language of texts; null if the tag has extensions, such as a calendar or digits. */
export const getLangLocale = (tag: string): string | null => {
  const name = getDateLocale(tag)
  return name !== null && parsed(name)?.baseName === name ? name : null
}

/** The best available locale for a person: the wanted one, else its language (sv for sv-FI), else null. */
export const findNearestLocale = (wanted: string, locales: readonly string[]): string | null =>
  [wanted, wanted.split('-')[0] ?? ''].find((locale) => locales.includes(locale)) ?? null
