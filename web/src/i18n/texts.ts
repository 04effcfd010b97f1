// The texts that the server keeps, as a page reads them: fetched by language, with their plural forms and what is filled in.
import { getTexts } from '@wayfare/contract/languages'
import type { Texts } from '@wayfare/core/texts'
import { callEndpoint, isUnreached } from '../api/call.ts'
import { keepTexts, readKeptTexts } from '../api/last-known.ts'
import type { Translator } from '../ui/text.ts'

export const fallbackLocale = 'en'

/** So long (ms) they may take where those of an earlier visit can stand in. */
const answerWithinMs = 6000

/** The texts of now; where nobody answers, those that were read last. */
const askTexts = async (langLocale: string): Promise<Texts> => {
  const kept = readKeptTexts(langLocale)
  try {
    const { keyValuePairs } = await callEndpoint(
      getTexts,
      { langLocale },
      kept ? { signal: AbortSignal.timeout(answerWithinMs) } : {},
    )
    keepTexts(langLocale, keyValuePairs)
    return keyValuePairs
  } catch (cause) {
    if (kept && isUnreached(cause)) return kept
    throw cause
  }
}

/** The texts of the languages that were read so far, by locale. */
type TextShelf = ReturnType<typeof makeTextShelf>

export const makeTextShelf = () => {
  const shelf = new Map<string, Texts>()
  /** The newest question that was answered, by language: an answer that took longer than a later one is of no use. */
  const answered = new Map<string, number>()
  let lastQuestion = 0
  /** The texts as the server has them now. */
  const read = async (langLocale: string): Promise<Texts> => {
    const question = ++lastQuestion
    const texts = await askTexts(langLocale)
    if (question >= (answered.get(langLocale) ?? 0)) {
      answered.set(langLocale, question)
      shelf.set(langLocale, texts)
    }
    return shelf.get(langLocale) ?? texts
  }
  return {
    read,
    /** Fetches them unless they are there. Fails as the call fails: nothing is shown in the language then. */
    load: async (langLocale: string): Promise<Texts> => shelf.get(langLocale) ?? read(langLocale),
    put: (langLocale: string, texts: Texts): void => void shelf.set(langLocale, texts),
    /** Those of other languages are fetched again when they are chosen. */
    dropAllBut: (langLocale: string): void => {
      for (const other of shelf.keys()) if (other !== langLocale) shelf.delete(other)
    },
  }
}

/** The texts of one language. */
export type ShownTexts = { locale: string; texts: Texts }

/** What a page begins with: English where they cannot be had, and keys without any, so that the page stands nevertheless. */
export const startTexts = async ({ load }: TextShelf, locale: string): Promise<ShownTexts> => {
  const startIn = async (one: string) => ({ locale: one, texts: await load(one) })
  return startIn(locale)
    .catch(() => startIn(fallbackLocale))
    .catch(() => ({ locale: fallbackLocale, texts: {} }))
}

/** Amounts, names and addresses keep their own direction within a sentence that runs from right to left. */
const isolateText = (value: string, direction: 'ltr' | 'rtl'): string => (direction === 'rtl' ? `\u2068${value}\u2069` : value)

/** Gives the text of a key, in the plural form for a `count`; a key without a text is shown as it is. */
export const makeTranslator = ({ locale, texts }: ShownTexts, direction: 'ltr' | 'rtl'): Translator => {
  const rules = new Intl.PluralRules(locale)
  return (key, params = {}) => {
    const { count } = params
    const form = typeof count === 'number' ? texts[`${key}_${rules.select(count)}`] : undefined
    return (form || texts[key] || key).replaceAll(/{{(\w+)}}/g, (placeholder, name: string) => {
      const value = params[name]
      return value === undefined ? placeholder : isolateText(String(value), direction)
    })
  }
}
