// What the error catalogue lets the pages of the desk say: settings that do not come, texts that are none, a language that stays.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { LanguageRow } from '@wayfare/contract/languages-admin'
import { expect, test } from 'vitest'
import { choose, makeServer, press, show, writesOf } from '../../../test/server.tsx'
import { LanguageSettingsPage } from './language-settings-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TextsFile } from './texts-file.tsx'
import { useLanguageTexts } from './use-language-texts.ts'

const server = makeServer()

const english: LanguageRow = {
  id: 'en',
  langName: 'English',
  langLocale: 'en',
  dateLocale: 'en-GB',
  default: true,
  direction: 'ltr',
  version: 1,
  createdAt: 0,
  texts: { all: 2, translated: 2, written: 0 },
}

test('settings that cannot be read say settings_error, and are read again', async () => {
  server.answers['GET /api/settings/all'] = () => Promise.reject(new TypeError('failed'))
  show(server, <SettingsPage />)
  await screen.findByText('settings_error')
  await screen.findByText('Fetch Call Error')
  const before = server.sent.length
  press('try_again')
  await waitFor(() => expect(server.sent.slice(before).map(({ way }) => way)).toEqual(['GET /api/settings/all']))
})

test('the default language cannot be deleted, which is told, and nothing is sent', async () => {
  server.answers['GET /api/languages/all'] = { languages: [english] }
  show(server, <LanguageSettingsPage />)
  await choose(await screen.findByRole('row', { name: /English/ }), 'table_remove')
  expect((await screen.findByRole('dialog', { name: 'alert_title' })).textContent).toContain('default_language')
  expect(writesOf(server)).toEqual([])
})

const Texts = () => {
  const texts = useLanguageTexts({ language: english, english: { a: 'A' }, own: { a: 'A' }, lent: {}, written: {} })
  const { json } = texts
  return (
    <>
      <TextsFile texts={texts} />
      <button type="button" onClick={() => (json.json ? json.write('{"a": ') : json.open())}>
        {json.json?.text.endsWith('}') === false ? 'written' : 'write'}
      </button>
      <button type="button" onClick={() => void texts.save()}>
        save
      </button>
    </>
  )
}

const told = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'alert_title' })
  expect(dialog.textContent).toContain('json_error')
  press('close', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('texts that are no JSON are refused with JSON Error, and nothing is sent', async () => {
  show(server, <Texts />)
  const file = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!file) throw new Error('no way to bring a file')
  fireEvent.change(file, { target: { files: [new File(['{"a": '], 'texts.json', { type: 'application/json' })] } })
  await told()
  press('write')
  press('write')
  await screen.findByRole('button', { name: 'written' })
  press('save')
  await told()
  expect(writesOf(server)).toEqual([])
})
