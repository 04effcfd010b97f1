// The language of the page: which one, its texts, its direction, and how values read in it.
import { useDirection } from '@mantine/core'
import type { Language } from '@wayfare/contract/languages'
import { defaultSettings } from '@wayfare/core/settings'
import type { i18n } from 'i18next'
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { useLanguages, useSettings } from '../api/queries.ts'
import { frontLocale } from '../ui/front.ts'
import { TextProvider } from '../ui/text.ts'
import type { Translate } from '../ui/text.ts'
import { makeFormat } from './format.ts'
import type { Format } from './format.ts'
import { fallbackLocale, startTexts } from './texts.ts'

const storageKey = 'wayfare.locale'

const english: Language = {
  id: 'en',
  langName: 'English',
  langLocale: fallbackLocale,
  dateLocale: 'en-GB',
  default: true,
  direction: 'ltr',
}

type LanguageState = { language: Language; languages: Language[]; choose: (langLocale: string) => void }

const LanguageContext = createContext<LanguageState>({ language: english, languages: [english], choose: () => undefined })

/** The language now, those on offer, and the way to choose another. */
export const useLanguage = (): LanguageState => useContext(LanguageContext)

export const useT = (): Translate => {
  const { t } = useTranslation()
  return useCallback((key, params) => t(key, params ?? {}), [t])
}

export const useFormat = (): Format => {
  const settings = useSettings().data ?? defaultSettings
  const { language } = useLanguage()
  return useMemo(() => makeFormat(settings, language), [settings, language])
}

const remembered = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const remember = (locale: string) => {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // a browser that keeps nothing still shows the language for now
  }
  // the server writes the first words of the page in it
  document.cookie = `wayfare_locale=${locale}; path=/; max-age=31536000; samesite=lax`
}

/** The chosen language while it is on offer, else the default one, else English. */
export const pickLanguage = (languages: readonly Language[], chosen: string | null): Language =>
  languages.find((one) => one.langLocale === chosen) ??
  languages.find((one) => one.default) ??
  languages.find((one) => one.langLocale === fallbackLocale) ??
  english

/** One instance of texts, moved to another language when one is chosen; the locale shown is the one whose texts are there. */
const useTexts = (locale: string | null): { texts: i18n | null; shown: string | null } => {
  const [texts, setTexts] = useState<i18n | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (locale === null || locale === shown) return undefined
    let isWanted = true
    const loading = texts ? texts.changeLanguage(locale).then(() => texts) : startTexts(locale)
    void loading.then((loaded) => {
      if (!isWanted) return
      setTexts(loaded)
      setShown(locale)
    })
    return () => {
      isWanted = false
    }
  }, [locale, texts, shown])
  return { texts, shown }
}

const TextBridge = ({ children }: { children: ReactNode }) => {
  const t = useT()
  return <TextProvider value={t}>{children}</TextProvider>
}

export const LanguageProvider = ({ children, waiting }: { children: ReactNode; waiting: ReactNode }) => {
  const slice = useLanguages()
  const [chosen, setChosen] = useState(remembered)
  const { setDirection } = useDirection()
  const languages = useMemo(() => slice.data ?? [english], [slice.data])
  const isListed = slice.data !== null || slice.error.flag
  const wanted = useMemo(() => pickLanguage(languages, chosen), [languages, chosen])
  // the texts of the language last chosen, or of the page's first words, are asked for along with the list
  const { texts, shown } = useTexts(isListed ? wanted.langLocale : (chosen ?? frontLocale()))
  // words, direction and dates change together, when the words have come
  const language = useMemo(() => pickLanguage(languages, shown), [languages, shown])
  useLayoutEffect(() => {
    if (shown === null) return
    document.documentElement.lang = language.langLocale
    setDirection(language.direction)
  }, [language, setDirection, shown])
  // for those who chose before there was a cookie
  useEffect(() => {
    if (chosen !== null) remember(chosen)
  }, [chosen])
  const choose = useCallback((langLocale: string) => setChosen(langLocale), [])
  const value = useMemo(() => ({ language, languages, choose }), [language, languages, choose])
  if (!texts || !isListed) return waiting
  return (
    <I18nextProvider i18n={texts}>
      <LanguageContext value={value}>
        <TextBridge>{children}</TextBridge>
      </LanguageContext>
    </I18nextProvider>
  )
}
