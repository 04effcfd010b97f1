// The texts of a language in layers: English, what the language was started with, what this version ships, and on top what the
// operator wrote. They are read from the database each time, so that all processes agree.
import { findNearestLocale } from '@wayfare/core/locales'
import { addPluralForms, checkText, listTextKeys, makeIsLendable, type Texts } from '@wayfare/core/texts'
import { shippedEnglish, shippedTexts } from '../../db/shipped-texts.ts'
import type { Db, Tx } from '../../deps.ts'

type LanguageTexts = {
  langLocale: string
  dateLocale: string
  /** every key of the product, in each plural form of the language, and the operator's own keys */
  texts: Record<string, string>
}

const columns = ['langLocale', 'dateLocale', 'isDefault', 'keyValuePairs', 'copiedPairs'] as const

type Row = { langLocale: string; keyValuePairs: Texts; copiedPairs: Texts }

const fallback = 'en'

/** The texts shipped with this version for a language or, failing that, for the same language in any region. */
export const findShippedTexts = (langLocale: string): Texts =>
  shippedTexts[findNearestLocale(langLocale, Object.keys(shippedTexts)) ?? ''] ?? {}

/** Drops texts whose placeholders no longer match those of the product and could not be filled in. */
export const keepFittingTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key, text]) => checkText(shippedEnglish, key, text) === null))

/** English with the operator's changes, if it is among the languages. */
export const listEnglishTexts = (rows: readonly Row[]): Texts => ({
  ...shippedEnglish,
  ...keepFittingTexts(rows.find(({ langLocale }) => langLocale === fallback)?.keyValuePairs ?? {}),
})

/** Drops plural forms copied from another language that contain no number although the form stands for several. */
const keepLendable = (langLocale: string, copied: Texts): Texts => {
  const { baseOf } = listTextKeys(shippedEnglish, langLocale)
  const isLendable = makeIsLendable(langLocale)
  return Object.fromEntries(Object.entries(copied).filter(([key, text]) => baseOf(key) === null || isLendable(key, text)))
}

/** All texts of a language; missing ones are English. */
export const listTexts = ({ langLocale, keyValuePairs, copiedPairs }: Row, english: Texts): Record<string, string> => {
  const texts = {
    ...keepLendable(langLocale, keepFittingTexts(copiedPairs)),
    ...findShippedTexts(langLocale),
    ...keepFittingTexts(keyValuePairs),
  }
  return addPluralForms(texts, english, langLocale)
}

/** The first of these languages that exists, else the default, else English as shipped. */
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

/** A person's language and its base language: sv for sv-FI. */
export const listLanguageChoices = (wanted: string): string[] => [wanted, wanted.split('-')[0] ?? '']
