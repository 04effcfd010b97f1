import type { Language } from '@wayfare/contract/languages'
import { Refusal } from '@wayfare/core/errors'
import english from '../../db/texts/en.json' with { type: 'json' }
import type { Deps } from '../../deps.ts'

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

export const directionOf = (langLocale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(langLocale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'

/** The default first, then by name. */
export const listLanguages = async (deps: Deps): Promise<Language[]> => {
  const rows = await deps.db
    .selectFrom('language')
    .select(['id', 'langName', 'langLocale', 'dateLocale', 'isDefault'])
    .orderBy('isDefault', 'desc')
    .orderBy('langName')
    .execute()
  return rows.map(({ isDefault, ...row }) => ({ ...row, default: isDefault, direction: directionOf(row.langLocale) }))
}

/** Some texts in the wanted language, else in the default one: what the page shows before its program has come. */
export const getFront = async (deps: Deps, wanted: string | null, keys: readonly string[]) => {
  const rows = await deps.db
    .selectFrom('language')
    .select(['langLocale', 'keyValuePairs'])
    .where((row) => row.or([row('isDefault', '=', true), row('langLocale', '=', wanted ?? '')]))
    .execute()
  const language = rows.find(({ langLocale }) => langLocale === wanted) ?? rows[0] ?? { langLocale: 'en', keyValuePairs: {} }
  const all: Record<string, string> = { ...english, ...language.keyValuePairs }
  const { langLocale } = language
  const texts = Object.fromEntries(keys.map((key) => [key, all[key] ?? '']))
  return { langLocale, direction: directionOf(langLocale), appName: deps.settings().appName, texts }
}

/** All texts of a language; a key it lacks has the English text. */
export const getTexts = async (
  deps: Deps,
  langLocale: string,
): Promise<{ langLocale: string; keyValuePairs: Record<string, string> }> => {
  const row = await deps.db
    .selectFrom('language')
    .select(['langLocale', 'keyValuePairs'])
    .where('langLocale', '=', langLocale)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { langLocale: row.langLocale, keyValuePairs: { ...english, ...row.keyValuePairs } }
}
