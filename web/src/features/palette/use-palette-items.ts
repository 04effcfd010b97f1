// The items of whoever is signed in: pages, actions, settings, and what the server finds for the desk.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconAdjustments,
  IconCalendarEvent,
  IconCalendarPlus,
  IconCar,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSteeringWheel,
  IconSun,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import { mayCall } from '@wayfare/contract/endpoint'
import { saveSettings } from '@wayfare/contract/settings'
import { search } from '@wayfare/contract/desk'
import { defaultSettings } from '@wayfare/core/settings'
import { callEndpoint } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { useSignOut } from '../../shared/use-sign-out.ts'
import { makeFoundItems, matchItems, newBooking, type PaletteIcon, type PaletteItem } from './palette-items.ts'
import { readRecent } from './recent-items.ts'
import { createPerson } from '@wayfare/contract/people-edit'

export type PalettePage = { to: string; label: string; icon: PaletteIcon }

/** Whether the server finds people and bookings for them. */
export const maySearch = ({ userType }: Me): boolean => mayCall(search, userType)

const usePages = (pages: readonly PalettePage[]): PaletteItem[] =>
  pages.map(({ to, label, icon }) => ({ id: `page ${to}`, group: 'pages', label, icon, to }))

const move = (to: string, label: string, icon: PaletteIcon): PaletteItem => ({
  id: `go ${to}`,
  group: 'actions',
  label,
  icon,
  to,
})

const useMoves = ({ userType }: Me): PaletteItem[] => {
  const t = useT()
  const start = newBooking[userType]
  return [
    ...(start ? [move(start.to, t(start.label), IconCalendarPlus)] : []),
    ...(mayCall(createPerson, userType) ? [move('/drivers?person=new', t('palette_add_driver'), IconSteeringWheel)] : []),
  ]
}

/** What may be done anywhere. */
const useDeeds = (onKeys: () => void): PaletteItem[] => {
  const t = useT()
  const problem = useProblem()
  const leave = useSignOut()
  const { language, languages, choose } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const others = languages.filter(({ langLocale }) => langLocale !== language.langLocale)
  return [
    {
      id: 'theme',
      group: 'actions',
      label: t(isDark ? 'theme_to_light' : 'theme_to_dark'),
      words: t('theme'),
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...others.map(({ langLocale, langName }): PaletteItem => ({
      id: `language ${langLocale}`,
      group: 'actions',
      label: t('palette_language', { name: langName }),
      words: langLocale,
      icon: IconLanguage,
      run: () => void choose(langLocale).catch(problem),
    })),
    { id: 'keys', group: 'actions', label: t('keys_title'), icon: IconKeyboard, run: onKeys },
    { id: 'leave', group: 'actions', label: t('sign_out'), icon: IconLogout, run: leave },
  ]
}

/** Settings that stand on a page of their own where there is one. */
const appInfo = /^(appName|company|contactEmail|(facebook|twitter|instagram)Handle|(apple|play)Store)/

const useSettingItems = (me: Me, pages: readonly PalettePage[]): PaletteItem[] => {
  const t = useT()
  if (!mayCall(saveSettings, me.userType)) return []
  const hasAppInfo = pages.some(({ to }) => to === '/appinfo')
  return Object.keys(defaultSettings).map((field): PaletteItem => {
    const page = hasAppInfo && appInfo.test(field) ? '/appinfo' : '/settings'
    return {
      id: `setting ${field}`,
      group: 'settings',
      label: t(`setting_${field}`),
      words: field,
      icon: IconAdjustments,
      to: `${page}?field=${field}`,
    }
  })
}

const foundIcons = { people: IconUser, bookings: IconCalendarEvent, promos: IconTicket, carTypes: IconCar }

/** Typing goes on while one letter comes after the other (ms). */
const WAIT_MS = 180
/** The server takes no fewer letters. */
const leastLetters = 2

/** What the server finds; `isAhead`: what is shown is not yet the answer to what is typed. */
const useFound = (me: Me, typed: string) => {
  const t = useT()
  const format = useFormat()
  const wanted = maySearch(me) && typed.length >= leastLetters
  const [asked] = useDebouncedValue(typed, WAIT_MS)
  const query = useQuery({
    queryKey: queryKeys.search(asked),
    queryFn: ({ signal }) => callEndpoint(search, { text: asked }, { signal }),
    enabled: wanted && asked.length >= leastLetters,
    placeholderData: keepPreviousData,
  })
  const words = {
    roleOf: (role: Me['userType']) => t(`role_${role}`),
    statusOf: (status: string) => t(`status_${status.toLowerCase()}`),
    dateOf: (at: number) => format.dateTime(at),
  }
  return {
    items: wanted && query.data ? makeFoundItems(query.data, words, foundIcons) : [],
    searching: wanted && (query.isFetching || asked !== typed),
    cause: wanted && query.isError ? query.error : null,
    reload: () => void query.refetch(),
  }
}

/** What is offered for a text; for none what was opened last, the pages and the actions. */
export const usePaletteItems = (me: Me, pages: readonly PalettePage[], given: { text: string; onKeys: () => void }) => {
  const own = usePages(pages)
  const moves = useMoves(me)
  const deeds = useDeeds(given.onKeys)
  const settings = useSettingItems(me, pages)
  const typed = given.text.trim().slice(0, 100)
  const found = useFound(me, typed)
  const known = [...own, ...moves, ...deeds, ...settings]
  const recent = readRecent(me.id).map((one): PaletteItem => {
    const now = known.find(({ id }) => id === one.id)
    return { icon: IconHistory, ...one, ...now, id: `recent ${one.id}`, group: 'recent' }
  })
  const items = typed === '' ? [...recent, ...own, ...moves, ...deeds] : [...matchItems(known, typed), ...found.items]
  return { ...found, typed, items }
}
