// Promise: everything that is read in a language lies in the same layers: English, what the language was begun with, what comes
// with this version, and over all of it what the operator wrote. It is read anew each time, so that all processes say the same.
import { findNearestLocale } from '@wayfare/core/locales'
import { addPluralForms, checkText, listTextKeys, makeIsLendable, type Texts } from '@wayfare/core/texts'
import { shippedEnglish, shippedTexts } from '../../db/shipped-texts.ts'
import type { Db, Tx } from '../../deps.ts'

type LanguageTexts = {
  langLocale: string
  dateLocale: string
  /** every key of the product, in each plural form of the language, and the operator's own */
  texts: Record<string, string>
}

const columns = ['langLocale', 'dateLocale', 'isDefault', 'keyValuePairs', 'copiedPairs'] as const

type Row = { langLocale: string; keyValuePairs: Texts; copiedPairs: Texts }

const fallback = 'en'

/** The texts that come with this version for a language or, failing that, for its language in any region. */
export const findShippedTexts = (langLocale: string): Texts =>
  shippedTexts[findNearestLocale(langLocale, Object.keys(shippedTexts)) ?? ''] ?? {}

/** Without the texts whose placeholders are no longer those of the product: what would be filled in is not there. */
export const keepFittingTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key, text]) => checkText(shippedEnglish, key, text) === null))

/** English with what the operator wrote in it, if it is among the languages. */
export const listEnglishTexts = (rows: readonly Row[]): Texts => ({
  ...shippedEnglish,
  ...keepFittingTexts(rows.find(({ langLocale }) => langLocale === fallback)?.keyValuePairs ?? {}),
})

/** Without the plural forms that were copied from another language and say no number, where the form is for several. */
const keepLendable = (langLocale: string, copied: Texts): Texts => {
  const { baseOf } = listTextKeys(shippedEnglish, langLocale)
  const isLendable = makeIsLendable(langLocale)
  return Object.fromEntries(Object.entries(copied).filter(([key, text]) => baseOf(key) === null || isLendable(key, text)))
}

/** All texts of a language; what it lacks is English. */
export const listTexts = ({ langLocale, keyValuePairs, copiedPairs }: Row, english: Texts): Record<string, string> => {
  const texts = {
    ...keepLendable(langLocale, keepFittingTexts(copiedPairs)),
    ...findShippedTexts(langLocale),
    ...keepFittingTexts(keyValuePairs),
  }
  return addPluralForms(texts, english, langLocale)
}

/** The first of these languages that there is, else the default one, else English as it comes with this version. */
export const readTexts = async (db: Db | Tx, choices: readonly string[]): Promise<LanguageTexts> => {
  const rows = await db
    .selectFrom('language')
    .select(columns)
    .where((row) => row.or([row('isDefault', '=', true), row('langLocale', 'in', [...choices, fallback])]))
    .execute()
  const isThere = (locale: string) => rows.find(({ langLocale }) => langLocale === locale)
  const found = choices.map(isThere).find(Boolean) ?? rows.find(({ isDefault }) => isDefault) ?? isThere(fallback)
  const english = listEnglishTexts(rows)
  if (!found) return { langLocale: fallback, dateLocale: 'en-GB', texts: { ...english } }
  const { langLocale, dateLocale } = found
  return { langLocale, dateLocale, texts: listTexts(found, english) }
}

/** A person's language, and the one it belongs to: sv for sv-FI. */
export const listLanguageChoices = (wanted: string): string[] => [wanted, wanted.split('-')[0] ?? '']
