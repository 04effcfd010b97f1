// The language of the page: which one, its texts, its direction, and how values read in it.
import { useDirection } from '@mantine/core'
import type { Language } from '@wayfare/contract/languages'
import { makeFormat, pickMoneySettings, type Format } from '@wayfare/core/format'
import { defaultSettings } from '@wayfare/core/settings'
import type { i18n } from 'i18next'
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { useKept } from '../api/kept.ts'
import { useTopic } from '../api/live.ts'
import { useLanguages, useSettings } from '../api/queries.ts'
import { readFrontLocale } from '../ui/front.ts'
import { TextProvider, type Translator } from '../ui/text.ts'
import { fallbackLocale, loadTexts, refreshTexts, startTexts, storeTexts } from './texts.ts'
import { readStored, writeStored } from '../ui/storage.ts'

const storageKey = 'wayfare.locale'

const english: Language = {
  id: 'en',
  langName: 'English',
  langLocale: fallbackLocale,
  dateLocale: 'en-GB',
  default: true,
  direction: 'ltr',
}

/** Texts that are not kept yet, in their language. */
type Preview = { langLocale: string; texts: Readonly<Record<string, string>> }

type LanguageState = {
  language: Language
  languages: Language[]
  choose: (langLocale: string) => Promise<void>
  /** shows the page in these texts until it is told null */
  preview: (next: Preview | null) => void
}

const LanguageContext = createContext<LanguageState>({
  language: english,
  languages: [english],
  choose: () => Promise.resolve(),
  preview: () => undefined,
})

/** The language now, those on offer, and the way to choose another; that fails when its words cannot be had. */
export const useLanguage = (): LanguageState => useContext(LanguageContext)

export const useT = (): Translator => {
  const { t } = useTranslation()
  return useCallback((key, params) => t(key, params ?? {}), [t])
}

/** How values read where amounts may be in another currency than the operator's of now. */
export const useFormatIn = (currency: string | null): Format => {
  const settings = useSettings().last ?? defaultSettings
  const { language } = useLanguage()
  return useMemo(
    () => makeFormat(pickMoneySettings(settings, currency ?? settings.code), language),
    [settings, language, currency],
  )
}

export const useFormat = (): Format => useFormatIn(null)

const remember = (locale: string) => {
  writeStored(storageKey, locale)
  // the server writes the first words of the page in it
  document.cookie = `wayfare_locale=${locale}; path=/; max-age=31536000; samesite=lax`
}

/** The chosen language while it is on offer, else the default one, else English. */
const pickLanguage = (languages: readonly Language[], chosen: string | null): Language =>
  languages.find((one) => one.langLocale === chosen) ??
  languages.find((one) => one.default) ??
  languages.find((one) => one.langLocale === fallbackLocale) ??
  english

/** One instance of texts, moved to another language when its words have come; `shown` is the locale of the words on the page. */
const useTexts = (locale: string | null): { texts: i18n | null; shown: string | null } => {
  const [texts, setTexts] = useState<i18n | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (locale === null || locale === shown) return undefined
    let isWanted = true
    const moveTo = async (loaded: i18n) => {
      await loadTexts(loaded, locale)
      if (isWanted) await loaded.changeLanguage(locale)
      return loaded
    }
    const move = texts ? moveTo(texts) : startTexts(locale)
    move.then(
      (loaded) => {
        if (!isWanted) return
        startTransition(() => {
          setTexts(loaded)
          setShown(loaded.language)
        })
      },
      // the words cannot be had now: the page stays in the language it is in
      () => undefined,
    )
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
  const [chosen, setChosen] = useState(() => readStored(storageKey))
  const { setDirection } = useDirection()
  const languages = useMemo(() => slice.last ?? [english], [slice.last])
  const isListed = slice.last !== null || slice.error.flag
  const wanted = useMemo(() => pickLanguage(languages, chosen), [languages, chosen])
  // the texts of the language last chosen, or of the page's first words, are asked for along with the list
  const [previewed, setPreviewed] = useState<string | null>(null)
  const { texts, shown } = useTexts(previewed ?? (isListed ? wanted.langLocale : (chosen ?? readFrontLocale())))
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
  const keep = useKept('language', chosen, setChosen)
  const choose = useCallback(
    async (langLocale: string) => {
      if (texts) await loadTexts(texts, langLocale)
      setChosen(langLocale)
      keep(langLocale)
    },
    [keep, texts],
  )
  useTopic('languages', (event) => {
    // what is looked at before it is kept stays; all is read again afterwards
    if (!texts || previewed !== null) return
    const isOffered = event.name !== 'languages' || event.languages.some(({ langLocale }) => langLocale === texts.language)
    refreshTexts(texts, isOffered).catch(() => undefined)
  })
  const preview = useCallback(
    (next: Preview | null) => {
      if (!texts) return
      if (next) storeTexts(texts, next.langLocale, next.texts)
      else refreshTexts(texts).catch(() => undefined)
      setPreviewed(next?.langLocale ?? null)
    },
    [texts],
  )
  const value = useMemo(() => ({ language, languages, choose, preview }), [language, languages, choose, preview])
  if (!texts || !isListed) return waiting
  return (
    <I18nextProvider i18n={texts}>
      <LanguageContext value={value}>
        <TextBridge>{children}</TextBridge>
      </LanguageContext>
    </I18nextProvider>
  )
}
