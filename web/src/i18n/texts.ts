// i18next over the texts the server keeps: keys are flat, English stands in for what a language lacks.
import { getTexts } from '@wayfare/contract/languages'
import { createInstance } from 'i18next'
import type { BackendModule, i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { call } from '../api/call.ts'

export const fallbackLocale = 'en'

const serverTexts: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (langLocale, _namespace, done) => {
    call(getTexts, { langLocale }).then(
      (answer) => done(null, answer.keyValuePairs),
      (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), false),
    )
  },
}

/** Amounts, names and addresses keep their own direction within a sentence that runs from right to left. */
export const isolate = (value: string, dir: 'ltr' | 'rtl'): string => (dir === 'rtl' ? `\u2068${value}\u2069` : value)

/** The texts of one language; English is fetched only when a key is missing, since the server fills the gaps itself. */
export const startTexts = async (locale: string): Promise<i18n> => {
  const texts = createInstance()
  await texts
    .use(serverTexts)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: false,
      load: 'currentOnly',
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escape: (value: string) => isolate(value, texts.dir()) },
      react: { useSuspense: false },
      returnEmptyString: false,
    })
  if (!texts.hasResourceBundle(locale, 'translation') && locale !== fallbackLocale) await texts.changeLanguage(fallbackLocale)
  return texts
}
