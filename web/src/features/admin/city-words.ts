/** A country in the language of the page; empty where the map does not say. */
export const nameCountry = (code: string, locale: string): string =>
  code === '' ? '' : (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code)
