import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { LanguageRow } from '@wayfare/contract/languages'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient, queryKeys } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { LanguageSettingsPage } from './language-settings-page.tsx'
import type { Pairs } from './language-texts.ts'

const language = (id: string, langName: string, more: Partial<LanguageRow> = {}): LanguageRow => ({
  id,
  langName,
  langLocale: id,
  dateLocale: id,
  default: false,
  direction: 'ltr',
  version: 1,
  createdAt: 0,
  texts: { all: 4, translated: 3, written: 1 },
  ...more,
})

const english = { bye: 'Goodbye', hello: 'Hello {{name}}', nav_home: 'Home' }

const makePairs = (row: LanguageRow, written: Record<string, string> = {}): Pairs => ({
  language: row,
  english,
  own: { bye: 'Hej då', hello: 'Hej {{name}}' },
  lent: english,
  written,
})

type Sent = { method: string; url: string; body: unknown }
let rows: LanguageRow[] = []
let pairs: Pairs
let sent: Sent[] = []
/** What the next writes answer; a success when there is none. */
let refusals: string[] = []

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

const answer = (method: string, url: string, body: unknown): Response => {
  if (method === 'GET') return url.endsWith('/pairs') ? json(200, pairs) : json(200, { languages: rows })
  sent.push({ method, url, body })
  const key = refusals.shift()
  if (key !== undefined) return json(409, { error: { key, message: key, requestId: 'r-1' } })
  return method === 'DELETE' || url.endsWith('/default') ? json(200, { done: true }) : json(200, rows[1])
}

const show = (allowCriticalEditsAdmin = true) => {
  const client = makeQueryClient()
  const settings = { ...publicSettings(defaultSettings), allowCriticalEditsAdmin }
  client.setQueryData(queryKeys.settings, { settings, demo: false, serverTime: 0 })
  client.setQueryData(queryKeys.session, { me: null, demoSignIns: [], social: [] })
  client.setQueryData(queryKeys.languageRows, { languages: rows })
  const router = createMemoryRouter([{ path: '/', element: <LanguageSettingsPage /> }])
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <SessionProvider>
          <AlertProvider>
            <RouterProvider router={router} />
          </AlertProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

beforeEach(() => {
  rows = [language('en', 'Our English', { default: true }), language('sv', 'Svenska')]
  pairs = makePairs(language('sv', 'Svenska'))
  sent = []
  refusals = []
  vi.stubGlobal('fetch', (url: string, init: { method: string; body?: string }) =>
    Promise.resolve(answer(init.method ?? 'GET', url, init.body ? JSON.parse(init.body) : null)),
  )
})

afterEach(() => {
  notifications.clean()
  cleanup()
  vi.unstubAllGlobals()
})

const menuOf = async (name: string) => {
  const row = screen.getByText(name).closest<HTMLElement>('[data-row]')
  if (!row) throw new Error(`no row ${name}`)
  fireEvent.click(within(row).getByRole('button', { name: 'table_actions' }))
  return (item: string) => screen.findByRole('menuitem', { name: new RegExp(`^${item}`) })
}

const openTexts = async () => {
  show()
  fireEvent.click(await (await menuOf('Svenska'))('language_texts'))
  return screen.findByRole('dialog')
}

const write = async (dialog: HTMLElement, key: string, text: string) =>
  fireEvent.change(await within(dialog).findByRole('textbox', { name: key }), { target: { value: text } })
const add = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('button', { name: 'language_texts_add' }))

test('the default language is not made default again, and cannot be deleted', async () => {
  show()
  const item = await menuOf('Our English')
  expect((await item('language_make_default')).textContent).toContain('language_is_default')
  expect(await item('language_make_default')).toHaveProperty('disabled', true)
  fireEvent.click(await item('table_remove'))
  expect((await screen.findByRole('dialog')).textContent).toContain('default_language')
  expect(sent).toEqual([])
})

test('another language is made default, and deleted after a question', async () => {
  show()
  fireEvent.click(await (await menuOf('Svenska'))('language_make_default'))
  await waitFor(() => expect(sent).toMatchObject([{ method: 'POST', url: '/api/languages/sv/default' }]))
  await waitFor(async () => fireEvent.click(await (await menuOf('Svenska'))('table_remove')))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'table_remove' }))
  await waitFor(() => expect(sent[1]).toMatchObject({ method: 'DELETE', url: '/api/languages/sv' }))
})

test('while critical edits are locked everything is there and nothing can be done, with the reason', async () => {
  show(false)
  expect(screen.getByRole('button', { name: 'language_add' })).toHaveProperty('disabled', true)
  const item = await menuOf('Svenska')
  for (const name of ['language_make_default', 'language_texts', 'table_edit', 'table_remove']) {
    expect((await item(name)).textContent).toContain('demo_mode')
    expect(await item(name)).toHaveProperty('disabled', true)
  }
})

test('no languages are “No Languages available.”', () => {
  rows = []
  show()
  expect(screen.getByText('no_languages')).toBeTruthy()
})

test('a row is written in its place: empty fields are told, and a save names the version it was read with', async () => {
  show()
  fireEvent.click(await (await menuOf('Svenska'))('table_edit'))
  const name = await screen.findByRole('textbox', { name: 'language_name' })
  fireEvent.change(name, { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  expect(await screen.findByText('field_required')).toBeTruthy()
  fireEvent.change(name, { target: { value: 'Svenska 2' } })
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  const draft = { langName: 'Svenska 2', langLocale: 'sv', dateLocale: 'sv' }
  await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', url: '/api/languages/sv', body: { version: 1, ...draft } }]))
  expect(await screen.findByText('updated')).toBeTruthy()
})

test('a row that another admin saved meanwhile keeps what was typed and shows where both differ', async () => {
  show()
  fireEvent.click(await (await menuOf('Svenska'))('table_edit'))
  fireEvent.change(await screen.findByRole('textbox', { name: 'language_name' }), { target: { value: 'Mine' } })
  refusals = ['row_changed']
  rows = [rows[0] as LanguageRow, language('sv', 'Theirs', { version: 5, dateLocale: 'sv-FI' })]
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  expect(await screen.findByText('row_changed_title')).toBeTruthy()
  expect(screen.getByText('Theirs')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'row_changed_save' }))
  const draft = { version: 5, langName: 'Mine', langLocale: 'sv', dateLocale: 'sv-FI' }
  await waitFor(() => expect(sent[1]).toMatchObject({ body: draft }))
})

test('of the texts only those that changed are saved, and one that lost its placeholder is not', async () => {
  const dialog = await openTexts()
  await write(dialog, 'hello', 'Tjena')
  expect(within(dialog).getByText('text_placeholders')).toBeTruthy()
  add(dialog)
  await waitFor(() => expect(within(dialog).queryByRole('textbox', { name: 'bye' })).toBeNull())
  expect(sent).toEqual([])
  await write(dialog, 'hello', 'Tjena {{name}}')
  add(dialog)
  await waitFor(() => expect(sent).toMatchObject([{ body: { version: 1, changes: { hello: 'Tjena {{name}}' } } }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('texts that another translator saved meanwhile stay: mine are sent again on top of theirs', async () => {
  const dialog = await openTexts()
  await write(dialog, 'hello', 'Tjena {{name}}')
  refusals = ['row_changed']
  pairs = makePairs(language('sv', 'Svenska', { version: 4 }), { bye: 'Adjö' })
  add(dialog)
  await waitFor(() => expect(sent[1]).toMatchObject({ body: { version: 4, changes: { hello: 'Tjena {{name}}' } } }))
})

test('the same text written by two is asked about', async () => {
  const dialog = await openTexts()
  await write(dialog, 'hello', 'Tjena {{name}}')
  refusals = ['row_changed']
  pairs = makePairs(language('sv', 'Svenska', { version: 4 }), { hello: 'Hallå {{name}}' })
  add(dialog)
  expect(await within(dialog).findByText('row_changed_title')).toBeTruthy()
  expect(within(dialog).getAllByText('Hallå {{name}}').length).toBeGreaterThan(0)
  // the texts are busy for as long as any row is
  const load = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'row_changed_load' })
  await waitFor(() => expect(load.disabled).toBe(false))
  fireEvent.click(load)
  await waitFor(() =>
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'hello' }).value).toBe('Hallå {{name}}'),
  )
  expect(sent).toHaveLength(1)
})

test('unsaved texts are asked about before the dialog closes', async () => {
  const dialog = await openTexts()
  await write(dialog, 'bye', 'Adjö')
  fireEvent.click(within(dialog).getByRole('button', { name: 'cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'settings_leave' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'bye' })).toBeNull())
  expect(sent).toEqual([])
})

test('a file that is no JSON is JSON Error and changes nothing, one with texts is taken over', async () => {
  const dialog = await openTexts()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file can be chosen')
  const bring = (text: string) => fireEvent.change(input, { target: { files: [new File([text], 'sv.json')] } })
  bring('{"bye": 1}')
  expect(await screen.findByText('json_error')).toBeTruthy()
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'bye' }).value).toBe('Hej då')
  fireEvent.click(screen.getByRole('button', { name: 'close' }))
  bring('{"bye": "Adjö", "nav_home": "Hem"}')
  await waitFor(() => expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'bye' }).value).toBe('Adjö'))
  add(dialog)
  await waitFor(() => expect(sent).toMatchObject([{ body: { changes: { bye: 'Adjö', nav_home: 'Hem' } } }]))
})
