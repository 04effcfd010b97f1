// Two admins at the settings: nothing that was typed is lost, and neither is saved over unawares.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { makeServer, refusal } from '../../../test/server.tsx'
import { field, save, savedBy, saveWay, showSettings, stored, storeSettings, type } from './fake-settings.tsx'

const server = makeServer()

const theirs = { ...stored, settings: { ...stored.settings, symbol: 'Kr', panicNumber: '911' }, version: 2 }

test('what another admin saves appears under what is being typed; what both changed is shown to be decided', async () => {
  const { client } = await showSettings(server)
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

const afterTheirs = ({ version }: { version: number }) => {
  storeSettings(server, theirs)
  return version === 2 ? theirs : refusal('row_changed')
}

test('a save in spite of the news leads to where both differ', async () => {
  server.answers[saveWay] = afterTheirs
  const { client } = await showSettings(server)
  type('symbol', 'SEK')
  act(() => void client.setQueryData(queryKeys.allSettings, theirs))
  await screen.findByRole('alert')
  save()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
  expect(savedBy(server)).toEqual([{ symbol: 'SEK', version: 1 }])
})

test('a save over what another admin just saved is refused, shows both, and then saves mine', async () => {
  server.answers[saveWay] = afterTheirs
  await showSettings(server)
  type('symbol', 'SEK')
  save()
  await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
  expect([field('symbol').value, field('panicNumber').value]).toEqual(['SEK', '911'])
  fireEvent.click(screen.getByRole('button', { name: 'row_changed_save' }))
  await screen.findByText('settings_unchanged')
  expect(savedBy(server)).toEqual([
    { symbol: 'SEK', version: 1 },
    { symbol: 'SEK', version: 2 },
  ])
})

test('a save beside what another admin just saved goes on top of it without a question', async () => {
  server.answers[saveWay] = afterTheirs
  await showSettings(server)
  type('driverRadius', '7')
  save()
  await screen.findByText('settings_unchanged')
  expect(savedBy(server)).toEqual([
    { driverRadius: 7, version: 1 },
    { driverRadius: 7, version: 2 },
  ])
})
