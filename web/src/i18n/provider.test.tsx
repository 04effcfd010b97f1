import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { Language } from '@wayfare/contract/languages'
import type { ServerFrame } from '@wayfare/contract/live'
import type { Format } from '@wayfare/core/format'
import { defaultSettings, pickPublicSettings } from '@wayfare/core/settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, queryKeys } from '../api/query-client.ts'
import { SessionProvider, useSession } from '../api/session.tsx'
import { LanguageSelect } from '../shared/language-select.tsx'
import { AlertProvider } from '../ui/dialogs.tsx'
import { LanguageProvider, useFormat, useLanguage, useT } from './provider.tsx'

const language = (langLocale: string, langName: string, more: Partial<Language> = {}): Language => ({
  id: langLocale,
  langName,
  langLocale,
  dateLocale: langLocale,
  default: false,
  direction: 'ltr',
  ...more,
})
const swedish = language('sv', 'Svenska', { default: true, dateLocale: 'sv-SE' })
const englishRow = language('en', 'English', { dateLocale: 'en-GB' })
const arabic = language('ar', 'العربية', { direction: 'rtl', dateLocale: 'ar-EG' })

/** A server of a few answers: what it says may be changed while the page stands. */
const makeServer = () => ({
  languages: [swedish, englishRow, arabic] as Language[] | null,
  texts: {
    sv: { hello: 'Hej {{name}}', alert_title: 'Obs' },
    en: { hello: 'Hello {{name}}', alert_title: 'Alert', close: 'Close', fetch_call_error: 'Fetch Call Error' },
    ar: { hello: 'مرحبا {{name}}' },
  } as Record<string, Record<string, string> | null>,
  me: null as Partial<Me> | null,
  kept: [] as unknown[],
})
let server = makeServer()

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const answer = (url: string, body: string | null): Response => {
  if (url === '/api/languages') return server.languages ? json({ languages: server.languages }) : json({}, 500)
  const locale = /^\/api\/languages\/(\w+)\/texts$/.exec(url)?.[1]
  if (locale) return server.texts[locale] ? json({ langLocale: locale, keyValuePairs: server.texts[locale] }) : json({}, 500)
  if (url === '/api/settings') return json({ settings: pickPublicSettings(defaultSettings), demo: false, serverTime: 0 })
  if (url === '/api/accounts/session') return json({ me: server.me, demoSignIns: [], social: [] })
  if (url !== '/api/accounts/preferences') return json({}, 404)
  const preferences = JSON.parse(body ?? '{}') as Partial<Me>
  server.kept.push(preferences)
  server.me = { ...server.me, ...preferences }
  return json(server.me)
}

/** The live socket as the page sees it. */
const sockets: EventTarget[] = []
const say = (frame: ServerFrame) =>
  act(async () => void sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) })))

class FakeSocket extends EventTarget {
  constructor() {
    super()
    sockets.push(this)
  }
  send() {}
  close() {}
}

/** What each part of the page writes its values with. */
const formats = new Set<Format>()

const Part = () => {
  formats.add(useFormat())
  return null
}

const Page = () => {
  const t = useT()
  const format = useFormat()
  const { enter } = useSession()
  const { language: shown, preview } = useLanguage()
  return (
    <main>
      <p data-testid="hello">{t('hello', { name: 'Maja' })}</p>
      <p data-testid="date">{format.dateTime(Date.UTC(2026, 10, 21, 12))}</p>
      <p data-testid="number">{format.number(1234.5)}</p>
      <p data-testid="name">{shown.langName}</p>
      <LanguageSelect />
      <Part />
      <Part />
      <button type="button" onClick={() => enter(server.me as Me)}>
        enter
      </button>
      <button type="button" onClick={() => preview({ langLocale: 'ar', texts: { hello: 'أهلًا {{name}}' } })}>
        look
      </button>
      <button type="button" onClick={() => preview(null)}>
        leave
      </button>
    </main>
  )
}

const open = async () => {
  render(
    <DirectionProvider>
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <LanguageProvider waiting="waiting">
              <AlertProvider>
                <Page />
              </AlertProvider>
            </LanguageProvider>
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>,
  )
  await screen.findByTestId('hello')
}

const textOf = (id: string) => screen.getByTestId(id).textContent
const choose = (langName: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'language_choose' }))
  fireEvent.click(screen.getByRole('menuitem', { name: langName }))
}
const page = () => [document.documentElement.lang, document.documentElement.dir, textOf('hello')]
const me = (more: Partial<Me> = {}): Partial<Me> => ({
  id: 'u1' as Me['id'],
  userType: 'rider',
  demo: false,
  language: null,
  theme: null,
  ...more,
})

beforeEach(() => {
  server = makeServer()
  vi.stubGlobal('fetch', (url: string, { body }: { body: string | null }) => Promise.resolve(answer(url, body)))
  vi.stubGlobal('WebSocket', FakeSocket)
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a newcomer reads the language that is flagged default', async () => {
  await open()
  expect(page()).toEqual(['sv', 'ltr', 'Hej Maja'])
})

test('without a default, and without any list, it is English', async () => {
  server.languages = [{ ...swedish, default: false }, englishRow]
  await open()
  expect(page()).toEqual(['en', 'ltr', 'Hello Maja'])
  cleanup()
  queryClient.clear()
  server.languages = null
  await open()
  expect(page()).toEqual(['en', 'ltr', 'Hello Maja'])
})

test('another language changes words, direction, dates and numbers at once, in the same page, and is remembered', async () => {
  await open()
  const before = [textOf('date'), textOf('number')]
  expect(before).toEqual(['21 nov. 2026 13:00', '1\u00a0234,5'])
  const element = screen.getByRole('main')
  choose('العربية')
  await waitFor(() => expect(page()).toEqual(['ar', 'rtl', 'مرحبا \u2068Maja\u2069']))
  expect(textOf('date')).toMatch(/٢١.*١١.*٢٠٢٦/)
  expect(textOf('name')).toBe('العربية')
  expect(screen.getByRole('main')).toBe(element)
  choose('English')
  await waitFor(() => expect(page()).toEqual(['en', 'ltr', 'Hello Maja']))
  expect([textOf('date'), textOf('number')]).toEqual(['21 Nov 2026, 13:00', '1,234.5'])
  cleanup()
  await open()
  expect(page()).toEqual(['en', 'ltr', 'Hello Maja'])
})

test('all parts of the page share what they write values with, in each language that is chosen', async () => {
  await open()
  choose('English')
  await waitFor(() => expect(textOf('hello')).toBe('Hello Maja'))
  formats.clear()
  choose('Svenska')
  await waitFor(() => expect(textOf('hello')).toBe('Hej Maja'))
  choose('English')
  await waitFor(() => expect(textOf('hello')).toBe('Hello Maja'))
  expect([...formats].map(({ number }) => number(1234.5)).toSorted()).toEqual(['1,234.5', '1\u00a0234,5'])
})

test('a remembered language that is no longer on offer gives way to the default', async () => {
  localStorage.setItem('wayfare.locale', 'fi')
  await open()
  await waitFor(() => expect(page()).toEqual(['sv', 'ltr', 'Hej Maja']))
})

test('when its words cannot be had the page stays as it is and says so', async () => {
  await open()
  choose('English')
  await waitFor(() => expect(textOf('hello')).toBe('Hello Maja'))
  server.texts['ar'] = null
  choose('العربية')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Alert')
  expect(dialog.textContent).toContain('Fetch Call Error')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page()).toEqual(['en', 'ltr', 'Hello Maja'])
  expect(localStorage.getItem('wayfare.locale')).toBe('en')
})

test('a list that cannot be read anew leaves everything as it is', async () => {
  localStorage.setItem('wayfare.locale', 'ar')
  await open()
  await waitFor(() => expect(page()[0]).toBe('ar'))
  server.languages = null
  await act(() => queryClient.refetchQueries({ queryKey: queryKeys.languages }))
  expect(queryClient.getQueryState(queryKeys.languages)?.status).toBe('error')
  expect(page()).toEqual(['ar', 'rtl', 'مرحبا \u2068Maja\u2069'])
})

test('what an operator changes in the languages is on every open page', async () => {
  await open()
  await say({ type: 'hello', serverTime: 0, userId: null })
  server.texts['sv'] = { hello: 'Tjena {{name}}' }
  const renamed = [{ ...swedish, langName: 'Svenska språket' }, englishRow]
  await say({ type: 'event', topic: 'languages', cursor: '1:1', event: { name: 'languages', languages: renamed } })
  await waitFor(() => expect([textOf('hello'), textOf('name')]).toEqual(['Tjena Maja', 'Svenska språket']))
  await say({
    type: 'event',
    topic: 'languages',
    cursor: '1:2',
    event: { name: 'languages', languages: [{ ...englishRow, default: true }] },
  })
  await waitFor(() => expect(page()).toEqual(['en', 'ltr', 'Hello Maja']))
})

test('texts that are not kept yet are looked at in their own direction, and gone afterwards', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'look' }))
  await waitFor(() => expect(page()).toEqual(['ar', 'rtl', 'أهلًا \u2068Maja\u2069']))
  // what another admin saves meanwhile waits until then
  await say({ type: 'hello', serverTime: 0, userId: null })
  server.texts['sv'] = { hello: 'Tjena {{name}}' }
  const event = { name: 'languages' as const, languages: [swedish, englishRow, arabic] }
  await say({ type: 'event', topic: 'languages', cursor: '1:1', event })
  expect(page()[2]).toBe('أهلًا \u2068Maja\u2069')
  fireEvent.click(screen.getByRole('button', { name: 'leave' }))
  await waitFor(() => expect(page()).toEqual(['sv', 'ltr', 'Tjena Maja']))
  expect(localStorage.getItem('wayfare.locale')).toBeNull()
  choose('العربية')
  await waitFor(() => expect(page()[2]).toBe('مرحبا \u2068Maja\u2069'))
})

test('markup, and what looks like another text, is shown as it is written', async () => {
  server.texts['sv'] = { hello: '<b onclick="x">Hej</b> $t(hello) {{name}}' }
  await open()
  expect(textOf('hello')).toBe('<b onclick="x">Hej</b> $t(hello) Maja')
  expect(screen.getByTestId('hello').children).toHaveLength(0)
})

test('the choice of the account wins on another device', async () => {
  localStorage.setItem('wayfare.locale', 'en')
  await open()
  server.me = me({ language: 'ar' })
  fireEvent.click(screen.getByRole('button', { name: 'enter' }))
  await waitFor(() => expect(page()[0]).toBe('ar'))
  expect(server.kept).toEqual([])
})

test('what is chosen while signed in is kept with the account, and stays when the answer comes', async () => {
  server.me = me({ language: 'sv' })
  await open()
  choose('English')
  await waitFor(() => expect(server.kept).toEqual([{ language: 'en' }]))
  choose('العربية')
  await waitFor(() => expect(server.kept).toEqual([{ language: 'en' }, { language: 'ar' }]))
  await waitFor(() => expect(page()[0]).toBe('ar'))
})

test('an account without a choice takes that of the device, one that many people share does not', async () => {
  localStorage.setItem('wayfare.locale', 'en')
  server.me = me({ demo: true })
  await open()
  cleanup()
  queryClient.clear()
  expect(server.kept).toEqual([])
  server.me = me()
  await open()
  await waitFor(() => expect(server.kept).toEqual([{ language: 'en' }]))
})
