import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { makeDesk, press, writesOf } from '../../shared/fake-desk.tsx'
import { AppInfoPage } from './app-info-page.tsx'

const desk = makeDesk()

const stored = {
  settings: {
    ...publicSettings(defaultSettings),
    bonusMoment: 'first_trip',
    bonusPerDay: 5,
    payoutIban: '',
    driverApproval: true,
    emailVerify: false,
    negativeBalance: true,
  },
  license: { isSet: false, lastFour: '' },
  licenseChecked: false,
  currencyInUse: false,
  messages: { mail: 'service', sms: 'service' },
  version: 1,
}

test('a save that went well says updated, once it is stored', async () => {
  desk.answers['GET /api/settings/all'] = stored
  desk.answers['PUT /api/settings'] = { ...stored, settings: { ...stored.settings, appName: 'Majorna' }, version: 2 }
  const router = createMemoryRouter([{ path: '/', element: <AppInfoPage /> }])
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByRole('button', { name: 'save' })
  expect(screen.queryByText('updated')).toBeNull()
  const name = document.querySelector<HTMLInputElement>('[data-field="appName"]')
  if (!name) throw new Error('no field for the name')
  fireEvent.change(name, { target: { value: 'Majorna' } })
  press('save')
  await screen.findByText('updated')
  await waitFor(() => expect(writesOf(desk)).toMatchObject([{ body: { appName: 'Majorna', version: 1 } }]))
})
