// i18next over the texts the server keeps: keys are flat, English stands in for what a language lacks.
import { getTexts } from '@wayfare/contract/languages'
import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { callEndpoint, isUnreached } from '../api/call.ts'
import { keepTexts, readKeptTexts } from '../api/last-known.ts'

export const fallbackLocale = 'en'

const bundle = 'translation'

/** Puts texts of a language in place of what was there. */
export const storeTexts = (texts: i18n, langLocale: string, keyValuePairs: Readonly<Record<string, string>>): void => {
  texts.removeResourceBundle(langLocale, bundle)
  texts.addResourceBundle(langLocale, bundle, keyValuePairs)
}

/** So long (ms) they may take where those of an earlier visit can stand in. */
const answerWithinMs = 6000

/** The texts of now; where nobody answers, those that were read last. */
const askTexts = async (langLocale: string): Promise<Readonly<Record<string, string>>> => {
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

let lastQuestion = 0
/** The newest question that was answered, by language: an answer that took longer than a later one is of no use. */
const answered = new WeakMap<i18n, Map<string, number>>()

/** Puts the texts of a language as the server has them now in place of what was there. */
const readTexts = async (texts: i18n, langLocale: string): Promise<void> => {
  const question = ++lastQuestion
  const keyValuePairs = await askTexts(langLocale)
  const answers = answered.get(texts) ?? new Map<string, number>()
  if (question < (answers.get(langLocale) ?? 0)) return
  answered.set(texts, answers.set(langLocale, question))
  storeTexts(texts, langLocale, keyValuePairs)
}

/** Fetches the texts of a language unless they are there. Fails as the call fails: nothing is shown in it then. */
export const loadTexts = async (texts: i18n, langLocale: string): Promise<void> => {
  if (!texts.hasResourceBundle(langLocale, bundle)) await readTexts(texts, langLocale)
}

/** After an operator changed texts: those shown are read again if they are still on offer, the others when they are chosen. */
export const refreshTexts = async (texts: i18n, isOffered = true): Promise<void> => {
  const shown = texts.language
  for (const other of Object.keys(texts.store.data)) if (other !== shown) texts.removeResourceBundle(other, bundle)
  if (isOffered) await readTexts(texts, shown)
}

/** Amounts, names and addresses keep their own direction within a sentence that runs from right to left. @internal */
export const isolateText = (value: string, dir: 'ltr' | 'rtl'): string => (dir === 'rtl' ? `\u2068${value}\u2069` : value)

/** The texts of one language, or English ones when they cannot be had; the server fills the gaps of a language itself. */
export const startTexts = async (locale: string): Promise<i18n> => {
  const texts = createInstance()
  await texts.use(initReactI18next).init({
    lng: locale,
    resources: {},
    fallbackLng: false,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    interpolation: {
      escape: (value: string) => isolateText(value, texts.dir()),
      // a text never asks for another text, whatever an operator writes in it
      nestingPrefix: '\u0000(',
    },
    // a page that shows texts hears of those that came later
    react: { useSuspense: false, bindI18nStore: 'added' },
    returnEmptyString: false,
  })
  await loadTexts(texts, locale).catch(async () => {
    await texts.changeLanguage(fallbackLocale)
    // without any texts the page still stands, in keys
    if (locale !== fallbackLocale) await loadTexts(texts, fallbackLocale).catch(() => undefined)
  })
  return texts
}
