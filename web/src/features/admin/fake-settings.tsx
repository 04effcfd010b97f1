// For tests: the pages of the settings before a server that keeps what was sent to it.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { AllSettings } from '@wayfare/contract/settings'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import type { ComponentType } from 'react'
import { createMemoryRouter, Link } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { makeQueryClient, queryKeys } from '../../api/query-client.ts'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { SettingsPage } from './settings-page.tsx'

export const stored: AllSettings = {
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
  licenseChecked: true,
  currencyInUse: false,
  messages: { mail: 'service', sms: 'service' },
  version: 1,
}

export type Sent = Record<string, unknown>

export const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
export const refusal = (status: number, key: string, details?: unknown) =>
  json(status, { error: { key, message: key, requestId: 'r-1', details } })

const takeAll = (body: Sent) => Promise.resolve(json(200, { ...stored, settings: { ...stored.settings, ...body } }))

/** `now` is what the server would read out; `reply` answers a save. */
export const makeSettings = () => {
  const server = { sent: [] as Sent[], reply: takeAll as (body: Sent) => Promise<Response>, now: stored }
  const fetch = (_url: string, { method, body }: { method: string; body: string }) => {
    if (method !== 'PUT') return Promise.resolve(json(200, server.now))
    server.sent.push(JSON.parse(body) as Sent)
    return server.reply(JSON.parse(body) as Sent)
  }
  beforeEach(() => {
    Object.assign(server, { sent: [], reply: takeAll })
    vi.stubGlobal('fetch', fetch)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
  const show = (all: AllSettings = stored, Page: ComponentType = SettingsPage) => {
    server.now = all
    const client = makeQueryClient()
    client.setQueryData(queryKeys.allSettings, all)
    const settings = (
      <>
        <Link to="/bookings">away</Link>
        <Page />
      </>
    )
    const routes = [
      { path: '/settings', element: settings },
      { path: '/bookings', element: <p>bookings</p> },
    ]
    const router = createMemoryRouter(routes, { initialEntries: ['/settings'] })
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <AlertProvider>
            <RouterProvider router={router} />
          </AlertProvider>
        </QueryClientProvider>
      </MantineProvider>,
    )
    return { client, router }
  }
  return { server, show }
}

export const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[data-field="${name}"]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
export const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
export const save = () => fireEvent.click(screen.getByRole('button', { name: 'save' }))
