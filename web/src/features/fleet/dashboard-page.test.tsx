// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { DeskAlert } from '@wayfare/contract/desk'
import type { Role } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { DashboardPage } from './dashboard-page.tsx'

const now = Date.now()
const figures = {
  revenue: { today: '10.00', month: '20.00', all: '30.00' },
  active: [{ status: 'NEW', count: 3 }],
  drivers: { online: 4, busy: 5, offline: 6 },
  noTaker: 1,
  waiting: 0,
  unapproved: 7,
  withdraws: 8,
  troubles: 9,
}

const alert: DeskAlert = {
  kind: 'noTaker',
  bookingId: asId<'booking'>('B1'),
  status: 'NEW',
  since: now - 65_000,
  reason: 'nobody_near',
  pickup: { lat: 0, lng: 0, add: 'Valand' },
  customerName: 'Åsa Ek',
  customerContact: '+46701',
  driver: null,
  driverName: null,
  driverContact: null,
  vehicleNumber: null,
}

let asked: string[] = []
let role: Role = 'admin'
let alerts: DeskAlert[] = []
let autoDispatch = true
let dayEndsInMs = 3_600_000
let waiting = 0
let panics: unknown[] = []

const serve = (url: string) => {
  const { pathname } = new URL(url, 'https://taxi.example')
  asked.push(pathname)
  const all = { ...figures, waiting, dayEndsAt: Date.now() + dayEndsInMs }
  const answers: Record<string, unknown> = {
    '/api/settings': { settings: { ...publicSettings(defaultSettings), autoDispatch }, demo: false, serverTime: now },
    '/api/accounts/session': { me: { id: 'u', userType: role, firstName: 'Ada', lastName: 'Ek' }, demoSignIns: [], social: [] },
    '/api/dashboard': role === 'admin' ? all : { ...all, withdraws: null, troubles: null },
    '/api/alerts': { alerts },
    '/api/panics': { panics },
    '/api/drivers': { drivers: [] },
  }
  return Promise.resolve(Response.json(answers[pathname] ?? {}))
}

const countAsked = () => asked.filter((path) => path === '/api/dashboard').length

const draw = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter>
          <SessionProvider>
            <AlertProvider>
              <DashboardPage />
            </AlertProvider>
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

const show = async () => {
  draw()
  await screen.findByText('drivers_unapproved')
  await screen.findByText('7')
}

beforeEach(() => {
  asked = []
  role = 'admin'
  alerts = []
  autoDispatch = true
  dayEndsInMs = 3_600_000
  waiting = 0
  panics = []
  vi.stubGlobal('fetch', vi.fn(serve))
  // as on a phone, where the map is drawn when it is asked for: it needs a graphics card, and what it gets is tested by itself
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an admin sees what waits for an admin, each with the way there; nothing that needs somebody is told calmly', async () => {
  await show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('nav_dashboard')
  for (const [label, to] of [
    ['bookings_waiting_now', '/bookings?scope=waiting'],
    ['withdraws_open', '/withdraws'],
    ['payments_trouble', '/payments'],
    ['drivers_unapproved', '/drivers?approved=false&blocked=false'],
  ] as const)
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
  expect(await screen.findByText('alerts_none')).toBeTruthy()
})

test('nothing is calm beside a booking that waits, or a driver in need', async () => {
  waiting = 2
  await show()
  const link = await screen.findByRole('link', { name: 'alerts_waiting' })
  expect([link.getAttribute('href'), screen.queryByText('alerts_none')]).toEqual(['/bookings?scope=waiting', null])
  cleanup()
  waiting = 0
  panics = [{ id: 'p', bookingId: 'B1', at: now, driverName: 'Bo', vehicleNumber: null, address: null, driverContact: null }]
  await show()
  expect(await screen.findByText('alert_panic')).toBeTruthy()
  expect(screen.queryByText('alerts_none')).toBeNull()
})

test('a fleet admin sees the own fleet in the title, and no duties of admins', async () => {
  role = 'fleetadmin'
  await show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('dashboard_of_fleet')
  for (const label of ['withdraws_open', 'payments_trouble', 'bookings_waiting_now']) expect(screen.queryByText(label)).toBeNull()
})

test('an alert leads to its booking and its people; a driver is asked by hand only while none is asked automatically', async () => {
  alerts = [alert]
  await show()
  const row = (await screen.findByText('alert_no_taker')).closest('li')
  if (!row) throw new Error('no row')
  expect(within(row).getByText('no_taker_nobody_near_short')).toBeTruthy()
  expect(within(row).getByRole('link', { name: 'alert_open B1' }).getAttribute('href')).toBe('/bookings/B1')
  expect(within(row).getByRole('link', { name: 'alert_call_rider' }).getAttribute('href')).toBe('tel:+46701')
  expect(within(row).queryByRole('button', { name: 'assign_driver' })).toBeNull()
  cleanup()
  autoDispatch = false
  await show()
  expect(await screen.findByRole('button', { name: 'assign_driver' })).toBeTruthy()
})

test('when the city’s day is over the figures are asked for anew', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await show()
  // sooner than the figures are read again anyway
  await act(() => vi.advanceTimersByTimeAsync(8000))
  expect(countAsked()).toBe(1)
  cleanup()
  dayEndsInMs = 5000
  await show()
  const before = countAsked()
  await act(() => vi.advanceTimersByTimeAsync(8000))
  expect(countAsked()).toBeGreaterThan(before)
})

test('figures that could not be read are told, and asked for again', async () => {
  let isBroken = true
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) =>
      isBroken && url.includes('/dashboard')
        ? Promise.resolve(Response.json({ error: { key: 'server_error', message: '', requestId: 'r' } }, { status: 500 }))
        : serve(url),
    ),
  )
  draw()
  const again = await screen.findByRole('button', { name: 'try_again' })
  isBroken = false
  fireEvent.click(again)
  expect(await screen.findByText('7')).toBeTruthy()
})
