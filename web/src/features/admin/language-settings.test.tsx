import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { LanguageRow } from '@wayfare/contract/languages-admin'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, refusal, show, writesOf } from '../../../test/server.tsx'
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

const server = makeServer()
let rows: LanguageRow[] = []
let pairs: Pairs
/** What the next writes are refused with; they are taken when there is none. */
let refusals: string[] = []

const open = (allowCriticalEditsAdmin = true) => {
  server.settings = { allowCriticalEditsAdmin }
  show(server, <LanguageSettingsPage />)
  return screen.findByText(rows[1]?.langName ?? 'no_languages')
}

const takes = (reply: () => unknown) => () => {
  const key = refusals.shift()
  return key === undefined ? reply() : refusal(key)
}

beforeEach(() => {
  rows = [language('en', 'Our English', { default: true }), language('sv', 'Svenska')]
  pairs = makePairs(language('sv', 'Svenska'))
  refusals = []
  Object.assign(server.answers, {
    'GET /api/languages/all': () => ({ languages: rows }),
    'GET /api/languages/sv/pairs': () => pairs,
    'PUT /api/languages/sv': takes(() => rows[1]),
    'PUT /api/languages/sv/pairs': takes(() => rows[1]),
    'POST /api/languages/sv/default': takes(() => ({ done: true })),
    'DELETE /api/languages/sv': takes(() => ({ done: true })),
  })
})

const menuOf = async (name: string) => {
  const row = screen.getByText(name).closest<HTMLElement>('[data-row]')
  if (!row) throw new Error(`no row ${name}`)
  fireEvent.click(within(row).getByRole('button', { name: 'table_actions' }))
  return (item: string) => screen.findByRole('menuitem', { name: new RegExp(`^${item}`) })
}

const openTexts = async () => {
  await open()
  fireEvent.click(await (await menuOf('Svenska'))('language_texts'))
  return screen.findByRole('dialog')
}

const write = async (dialog: HTMLElement, key: string, text: string) =>
  fireEvent.change(await within(dialog).findByRole('textbox', { name: key }), { target: { value: text } })
const add = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('button', { name: 'language_texts_add' }))

test('the default language is not made default again, and cannot be deleted', async () => {
  await open()
  const item = await menuOf('Our English')
  expect((await item('language_make_default')).textContent).toContain('language_is_default')
  expect(await item('language_make_default')).toHaveProperty('disabled', true)
  fireEvent.click(await item('table_remove'))
  expect((await screen.findByRole('dialog')).textContent).toContain('default_language')
  expect(writesOf(server)).toEqual([])
})

test('another language is made default, and deleted after a question', async () => {
  await open()
  fireEvent.click(await (await menuOf('Svenska'))('language_make_default'))
  await waitFor(() => expect(writesOf(server)).toMatchObject([{ way: 'POST /api/languages/sv/default' }]))
  await waitFor(async () => fireEvent.click(await (await menuOf('Svenska'))('table_remove')))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'table_remove' }))
  await waitFor(() => expect(writesOf(server)[1]).toMatchObject({ way: 'DELETE /api/languages/sv' }))
})

test('while critical edits are locked everything is there and nothing can be done, with the reason', async () => {
  await open(false)
  expect(screen.getByRole('button', { name: 'language_add' })).toHaveProperty('disabled', true)
  const item = await menuOf('Svenska')
  for (const name of ['language_make_default', 'language_texts', 'table_edit', 'table_remove']) {
    expect((await item(name)).textContent).toContain('demo_mode')
    expect(await item(name)).toHaveProperty('disabled', true)
  }
})

test('no languages are “No Languages available.”', async () => {
  rows = []
  await open()
  expect(screen.getByText('no_languages')).toBeTruthy()
})

test('a row is written in its place: empty fields are told, and a save names the version it was read with', async () => {
  await open()
  fireEvent.click(await (await menuOf('Svenska'))('table_edit'))
  const name = await screen.findByRole('textbox', { name: 'language_name' })
  fireEvent.change(name, { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  expect(await screen.findByText('field_required')).toBeTruthy()
  fireEvent.change(name, { target: { value: 'Svenska 2' } })
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  const draft = { langName: 'Svenska 2', langLocale: 'sv', dateLocale: 'sv' }
  await waitFor(() => expect(writesOf(server)).toMatchObject([{ way: 'PUT /api/languages/sv', body: { version: 1, ...draft } }]))
  expect(await screen.findByText('updated')).toBeTruthy()
})

test('a row that another admin saved meanwhile keeps what was typed and shows where both differ', async () => {
  await open()
  fireEvent.click(await (await menuOf('Svenska'))('table_edit'))
  fireEvent.change(await screen.findByRole('textbox', { name: 'language_name' }), { target: { value: 'Mine' } })
  refusals = ['row_changed']
  rows = [rows[0] as LanguageRow, language('sv', 'Theirs', { version: 5, dateLocale: 'sv-FI' })]
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  expect(await screen.findByText('row_changed_title')).toBeTruthy()
  expect(screen.getByText('Theirs')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'row_changed_save' }))
  const draft = { version: 5, langName: 'Mine', langLocale: 'sv', dateLocale: 'sv-FI' }
  await waitFor(() => expect(writesOf(server)[1]).toMatchObject({ body: draft }))
})

test('of the texts only those that changed are saved, and one that lost its placeholder is not', async () => {
  const dialog = await openTexts()
  await write(dialog, 'hello', 'Tjena')
  expect(within(dialog).getByText('text_placeholders')).toBeTruthy()
  add(dialog)
  await waitFor(() => expect(within(dialog).queryByRole('textbox', { name: 'bye' })).toBeNull())
  expect(writesOf(server)).toEqual([])
  await write(dialog, 'hello', 'Tjena {{name}}')
  add(dialog)
  await waitFor(() => expect(writesOf(server)).toMatchObject([{ body: { version: 1, changes: { hello: 'Tjena {{name}}' } } }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('texts that another translator saved meanwhile stay: mine are sent again on top of theirs', async () => {
  const dialog = await openTexts()
  await write(dialog, 'hello', 'Tjena {{name}}')
  refusals = ['row_changed']
  pairs = makePairs(language('sv', 'Svenska', { version: 4 }), { bye: 'Adjö' })
  add(dialog)
  await waitFor(() => expect(writesOf(server)[1]).toMatchObject({ body: { version: 4, changes: { hello: 'Tjena {{name}}' } } }))
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
  expect(writesOf(server)).toHaveLength(1)
})

test('unsaved texts are asked about before the dialog closes', async () => {
  const dialog = await openTexts()
  await write(dialog, 'bye', 'Adjö')
  fireEvent.click(within(dialog).getByRole('button', { name: 'cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'settings_leave' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'bye' })).toBeNull())
  expect(writesOf(server)).toEqual([])
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
  await waitFor(() => expect(writesOf(server)).toMatchObject([{ body: { changes: { bye: 'Adjö', nav_home: 'Hem' } } }]))
})
