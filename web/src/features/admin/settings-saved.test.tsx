import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer } from '../../../test/server.tsx'
import { AppInfoPage } from './app-info-page.tsx'
import { save, savedBy, showSettings, stored, type } from './fake-settings.tsx'

const server = makeServer()

test('a save that went well says updated, once it is stored', async () => {
  await showSettings(server, stored, AppInfoPage)
  expect(screen.queryByText('updated')).toBeNull()
  type('appName', 'Majorna')
  save()
  await screen.findByText('updated')
  await waitFor(() => expect(savedBy(server)).toMatchObject([{ appName: 'Majorna', version: 1 }]))
})
