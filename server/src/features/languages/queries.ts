import type { OutputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/languages-admin'
import { Refusal } from '@wayfare/core/errors'
import { getDirection } from '@wayfare/core/locales'
import { addPluralForms } from '@wayfare/core/texts'
import { shippedEnglish } from '../../db/shipped-texts.ts'
import type { Deps } from '../../deps.ts'
import { presentLanguageRow } from './present.ts'
import { findShippedTexts, keepFittingTexts, listEnglishTexts, readTexts } from './queries-texts.ts'

/** The default first, then by name. */
export const listLanguages = async (deps: Deps) => {
  const rows = await deps.db
    .selectFrom('language')
    .select(['id', 'langName', 'langLocale', 'dateLocale', 'isDefault'])
    .orderBy('isDefault', 'desc')
    .orderBy('langName')
    .execute()
  return rows.map(({ isDefault, ...row }) => ({ ...row, default: isDefault, direction: getDirection(row.langLocale) }))
}

/** Some texts in the wanted language, else the default: those the page shows before its script has loaded. */
export const getFront = async (deps: Deps, wanted: string | null, keys: readonly string[]) => {
  const { langLocale, texts: all } = await readTexts(deps.db, [wanted ?? ''])
  const texts = Object.fromEntries(keys.map((key) => [key, all[key] ?? '']))
  return { langLocale, direction: getDirection(langLocale), appName: deps.settings().appName, texts }
}

/** All texts of a language; missing ones are English. */
export const getTexts = async (deps: Deps, langLocale: string) => {
  const found = await readTexts(deps.db, [langLocale])
  if (found.langLocale !== langLocale) throw new Refusal('not_found')
  return { langLocale, keyValuePairs: found.texts }
}

export const listLanguageRows = async (deps: Deps) => {
  const rows = await deps.db.selectFrom('language').selectAll().orderBy('isDefault', 'desc').orderBy('langName').execute()
  return rows.map(presentLanguageRow)
}

/** The texts of a language by their origin, for its editors. */
export const getPairs = async (deps: Deps, id: string): Promise<OutputOf<typeof contract.getPairs>> => {
  const rows = await deps.db
    .selectFrom('language')
    .selectAll()
    .where((row) => row.or([row('id', '=', id), row('langLocale', '=', 'en')]))
    .execute()
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Refusal('not_found')
  const own = findShippedTexts(row.langLocale)
  // the English row's own texts are not its fallback
  const lenders = rows.filter((one) => one !== row)
  return {
    language: presentLanguageRow(row),
    english: { ...shippedEnglish },
    own: { ...own },
    lent: addPluralForms(keepFittingTexts(row.copiedPairs), listEnglishTexts(lenders), row.langLocale),
    written: row.keyValuePairs,
  }
}
