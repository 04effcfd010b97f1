// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { IconCar } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { Role } from '@wayfare/core/accounts'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { PaletteOpener } from './palette-opener.tsx'

let asked: string[] = []
let failing = false

const none = { people: [], bookings: [], promos: [], carTypes: [] }

const serve = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'https://taxi.example')
  if (pathname === '/api/search') {
    asked.push(searchParams.get('text') ?? '')
    if (failing)
      return Promise.resolve(Response.json({ error: { key: 'server_error', message: '', requestId: 'r' } }, { status: 500 }))
    const isAsa = searchParams.get('text') === 'åsa'
    return Promise.resolve(
      Response.json(isAsa ? { ...none, people: [{ id: 'U7', userType: 'rider', name: 'Åsa Ek', detail: 'a@test' }] } : none),
    )
  }
  const settings = { settings: publicSettings(defaultSettings), demo: false, serverTime: 0 }
  return Promise.resolve(Response.json(pathname === '/api/settings' ? settings : { me: null, demoSignIns: [], social: [] }))
}

const Place = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const show = (userType: Role) => {
  const me = { id: 'me', userType, firstName: 'A', lastName: 'B' } as unknown as Me
  const pages = [{ to: '/bookings', label: 'Bookings list', icon: IconCar }]
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter>
          <SessionProvider>
            <AlertProvider>
              <PaletteOpener me={me} pages={pages} />
              <main>
                <input data-field="bonus" />
              </main>
              <Place />
            </AlertProvider>
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const open = async (userType: Role) => {
  show(userType)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox')
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

beforeEach(() => {
  asked = []
  failing = false
  vi.stubGlobal('fetch', vi.fn(serve))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('Ctrl+K opens it everywhere; the arrows move, Enter opens, and what was opened is there the next time', async () => {
  const field = await open('driver')
  expect(within(screen.getByRole('dialog')).getByRole('listbox')).toBeTruthy()
  const first = screen.getAllByRole('option')[0]
  expect(field.getAttribute('aria-activedescendant')).toBe(first?.id)
  expect(first?.getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id)
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByText('/bookings')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  await screen.findByRole('combobox')
  expect(within(screen.getByRole('group', { name: 'palette_recent' })).getByText('Bookings list')).toBeTruthy()
})

test('riders and drivers are offered no settings, no people, and the server is not asked', async () => {
  fireEvent.change(await open('rider'), { target: { value: 'bonus' } })
  expect(await screen.findByText('palette_none')).toBeTruthy()
  expect([options(), asked]).toEqual([[], []])
})

test('an admin finds a person, and a setting by its name leads to its field', async () => {
  const field = await open('admin')
  fireEvent.change(field, { target: { value: 'åsa' } })
  fireEvent.click(await screen.findByText('Åsa Ek'))
  expect(screen.getByText('/riders?person=U7')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'setting_bonus' } })
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  expect(screen.getByText('/settings?field=bonus')).toBeTruthy()
  expect(document.activeElement?.getAttribute('data-field')).toBe('bonus')
})

test('a search that fails is told, and pages are found all the same', async () => {
  failing = true
  fireEvent.change(await open('fleetadmin'), { target: { value: 'bookings' } })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(options()).toContain('Bookings list')
})

test('? lists the keys, and turning single keys off leaves Ctrl+K', async () => {
  show('admin')
  fireEvent.keyDown(document.body, { key: '?' })
  const dialog = await screen.findByRole('dialog', { name: 'keys_title' })
  expect(within(dialog).getByText('key_map')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('switch'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'close_dialog' }))
  fireEvent.keyDown(document.body, { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(await screen.findByRole('combobox')).toBeTruthy()
})
