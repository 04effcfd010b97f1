// Two admins at the settings: nothing that was typed is lost, and neither is saved over unawares.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { field, json, makeSettings, refusal, save, stored, type } from './fake-settings.tsx'
import type { Sent } from './fake-settings.tsx'

const { server, show } = makeSettings()

const theirs = { ...stored, settings: { ...stored.settings, symbol: 'Kr', panicNumber: '911' }, version: 2 }

test('what another admin saves appears under what is being typed; what both changed is shown to be decided', async () => {
  const { client } = show()
  field('symbol').focus()
  type('symbol', 'SEK')
  act(() => void client.setQueryData(queryKeys.allSettings, theirs))
  await waitFor(() => expect(field('panicNumber').value).toBe('911'))
  expect(field('symbol').value).toBe('SEK')
  const note = await screen.findByRole('alert')
  expect(within(note).getAllByRole('row')[1]?.textContent).toBe('setting_symbolSEKKr')
  // the cursor stays, and the bar says it where one looks
  expect(document.activeElement).toBe(field('symbol'))
  expect(screen.getByText('row_changed').getAttribute('role')).toBe('status')
  fireEvent.click(within(note).getByRole('button', { name: 'row_changed_load' }))
  expect([field('symbol').value, screen.queryByRole('alert')]).toEqual(['Kr', null])
})

const afterTheirs = (body: Sent): Promise<Response> => {
  server.now = theirs
  return Promise.resolve(body['version'] === 2 ? json(200, theirs) : refusal(409, 'row_changed'))
}

test('a save in spite of the news leads to where both differ', async () => {
  server.reply = afterTheirs
  const { client } = show()
  type('symbol', 'SEK')
  act(() => void client.setQueryData(queryKeys.allSettings, theirs))
  await screen.findByRole('alert')
  save()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
  expect(server.sent).toEqual([{ symbol: 'SEK', version: 1 }])
})

test('a save over what another admin just saved is refused, shows both, and then saves mine', async () => {
  server.reply = afterTheirs
  show()
  type('symbol', 'SEK')
  save()
  await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
  expect([field('symbol').value, field('panicNumber').value]).toEqual(['SEK', '911'])
  fireEvent.click(screen.getByRole('button', { name: 'row_changed_save' }))
  await screen.findByText('settings_unchanged')
  expect(server.sent).toEqual([
    { symbol: 'SEK', version: 1 },
    { symbol: 'SEK', version: 2 },
  ])
})

test('a save beside what another admin just saved goes on top of it without a question', async () => {
  server.reply = afterTheirs
  show()
  type('driverRadius', '7')
  save()
  await screen.findByText('settings_unchanged')
  expect(server.sent).toEqual([
    { driverRadius: 7, version: 1 },
    { driverRadius: 7, version: 2 },
  ])
})
