// The language of the page: which one, its texts, its direction, and how values read in it.
import { useDirection } from '@mantine/core'
import type { Language } from '@wayfare/contract/languages'
import { makeFormat, pickMoneySettings, type Format } from '@wayfare/core/format'
import { defaultSettings } from '@wayfare/core/settings'
import type { Texts } from '@wayfare/core/texts'
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useKept } from '../api/kept.ts'
import { useTopic } from '../api/live.ts'
import { useLanguages, useSettings } from '../api/queries.ts'
import { readFrontLocale } from '../ui/front.ts'
import { TextProvider, useText, type Translator } from '../ui/text.ts'
import { fallbackLocale, makeTextShelf, makeTranslator, startTexts, type ShownTexts } from './texts.ts'
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
type Preview = { langLocale: string; texts: Texts }

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

export const useT = (): Translator => useText()

type Settings = Parameters<typeof makeFormat>[0]

const formats = new WeakMap<Settings, Map<string, Format>>()

/** One for all parts of the page: each part that had its own would make its own of the browser's, of which some are slow to make. */
const findFormat = (settings: Settings, language: Language, currency: string): Format => {
  const known = formats.get(settings) ?? new Map<string, Format>()
  formats.set(settings, known)
  const key = [language.langLocale, language.dateLocale, currency].join(' ')
  const format = known.get(key) ?? makeFormat(pickMoneySettings(settings, currency), language)
  known.set(key, format)
  return format
}

/** How values read where amounts may be in another currency than the operator's of now. */
export const useFormatIn = (currency: string | null): Format => {
  const settings = useSettings().last ?? defaultSettings
  const { language } = useLanguage()
  return findFormat(settings, language, currency ?? settings.code)
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

/** The texts on the page, moved to another language when its words have come; and what else may change them. */
const useTexts = (locale: string | null) => {
  const [shelf] = useState(makeTextShelf)
  const [shown, setShown] = useState<ShownTexts | null>(null)
  const shownLocale = shown?.locale ?? null
  const shownNow = useRef(shownLocale)
  useLayoutEffect(() => {
    shownNow.current = shownLocale
  }, [shownLocale])
  useEffect(() => {
    if (locale === null || locale === shownLocale) return undefined
    let isWanted = true
    const move = async () => (shownLocale === null ? startTexts(shelf, locale) : { locale, texts: await shelf.load(locale) })
    move().then(
      (next) => isWanted && startTransition(() => setShown(next)),
      // the words cannot be had now: the page stays in the language it is in
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [locale, shelf, shownLocale])
  const changes = useMemo(() => {
    const renew = (next: ShownTexts) => setShown((now) => (now?.locale === next.locale ? next : now))
    return {
      load: shelf.load,
      put: (next: ShownTexts): void => {
        shelf.put(next.locale, next.texts)
        renew(next)
      },
      /** After texts were changed: those shown are read again if they are still on offer, the others when they are chosen. */
      refresh: (isOffered: (shown: string) => boolean): void => {
        const now = shownNow.current
        if (now === null) return
        shelf.dropAllBut(now)
        if (!isOffered(now)) return
        shelf.read(now).then(
          (texts) => renew({ locale: now, texts }),
          () => undefined,
        )
      },
    }
  }, [shelf])
  return { shown, changes }
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
  const { shown, changes } = useTexts(previewed ?? (isListed ? wanted.langLocale : (chosen ?? readFrontLocale())))
  const shownLocale = shown?.locale ?? null
  // words, direction and dates change together, when the words have come
  const language = useMemo(() => pickLanguage(languages, shownLocale), [languages, shownLocale])
  useLayoutEffect(() => {
    if (shownLocale === null) return
    document.documentElement.lang = language.langLocale
    setDirection(language.direction)
  }, [language, setDirection, shownLocale])
  // for those who chose before there was a cookie
  useEffect(() => {
    if (chosen !== null) remember(chosen)
  }, [chosen])
  const keep = useKept('language', chosen, setChosen)
  const choose = useCallback(
    async (langLocale: string) => {
      await changes.load(langLocale)
      setChosen(langLocale)
      keep(langLocale)
    },
    [changes, keep],
  )
  useTopic('languages', (event) => {
    // what is looked at before it is kept stays; all is read again afterwards
    if (previewed !== null) return
    changes.refresh((locale) => event.name !== 'languages' || event.languages.some(({ langLocale }) => langLocale === locale))
  })
  const preview = useCallback(
    (next: Preview | null) => {
      if (next) changes.put({ locale: next.langLocale, texts: next.texts })
      else changes.refresh(() => true)
      setPreviewed(next?.langLocale ?? null)
    },
    [changes],
  )
  const value = useMemo(() => ({ language, languages, choose, preview }), [language, languages, choose, preview])
  const t = useMemo(() => shown && makeTranslator(shown, language.direction), [language.direction, shown])
  if (!t || !isListed) return waiting
  return (
    <LanguageContext value={value}>
      <TextProvider value={t}>{children}</TextProvider>
    </LanguageContext>
  )
}
