import type { LanguageRow } from '@wayfare/contract/languages-admin'
import { getDirection } from '@wayfare/core/locales'
import { listTextKeys, type Texts } from '@wayfare/core/texts'
import { shippedEnglish } from '../../db/shipped-texts.ts'
import type { TableRow } from '../../db/tables.ts'
import { findShippedTexts } from './queries-texts.ts'

type Row = TableRow<'language'>

/** A copied text that the language started with does not count as its own. */
const countTexts = (langLocale: string, written: Texts): LanguageRow['texts'] => {
  const { keys } = listTextKeys(shippedEnglish, langLocale)
  const own = { ...findShippedTexts(langLocale), ...written }
  return {
    all: keys.length,
    translated: keys.filter((key) => own[key] !== undefined).length,
    written: Object.keys(written).length,
  }
}

export const presentLanguageRow = (row: Row): LanguageRow => ({
  id: row.id,
  langName: row.langName,
  langLocale: row.langLocale,
  dateLocale: row.dateLocale,
  default: row.isDefault,
  direction: getDirection(row.langLocale),
  version: row.version,
  createdAt: row.createdAt.getTime(),
  texts: countTexts(row.langLocale, row.keyValuePairs),
})
