// The words for a document made on the server: in the requested language, the reader's own, or the operator's.
import { makeFormat, pickMoneySettings, type Format } from '@wayfare/core/format'
import type { UserId } from '@wayfare/core/ids'
import { getDirection } from '@wayfare/core/locales'
import type { Deps } from '../../deps.ts'
import { listLanguageChoices, readTexts } from './queries-texts.ts'

export type Words = {
  locale: string
  direction: 'ltr' | 'rtl'
  t: (key: string, params?: Record<string, string>) => string
  /** amounts are in this currency */
  formatIn: (currency: string) => Format
}

type Wish = { language?: string | undefined; reader: UserId }

const findOwn = async ({ db }: Deps, reader: UserId): Promise<string | null> =>
  (await db.selectFrom('appUser').select('language').where('id', '=', reader).executeTakeFirst())?.language ?? null

/** Isolates a value in right-to-left text, so that it keeps its own direction. */
const isolate = (value: string, direction: 'ltr' | 'rtl'): string => (direction === 'rtl' ? `\u2068${value}\u2069` : value)

/** The words in the reader's language; for a region without its own (sv-FI), those of its base language (sv). */
export const findWords = async (deps: Deps, { language, reader }: Wish): Promise<Words> => {
  const wanted = language ?? (await findOwn(deps, reader)) ?? ''
  const { langLocale, dateLocale, texts } = await readTexts(deps.db, listLanguageChoices(wanted))
  const direction = getDirection(langLocale)
  return {
    locale: langLocale,
    direction,
    t: (key, params = {}) =>
      (texts[key] ?? key).replaceAll(/{{(\w+)}}/g, (_match, name: string) => isolate(params[name] ?? '', direction)),
    formatIn: (currency) => makeFormat(pickMoneySettings(deps.settings(), currency), { langLocale, dateLocale }),
  }
}
