import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { DeskAlert } from '@wayfare/contract/desk'
import type { Role } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { defaultSettings, pickPublicSettings } from '@wayfare/core/settings'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeServer, refusal, show } from '../../../test/server.tsx'
import { DashboardPage } from './dashboard-page.tsx'

const now = Date.now()
const figures = {
  revenue: { today: '10.00', month: '20.00', all: '30.00' },
  active: [{ status: 'NEW', count: 3 }],
  drivers: { online: 4, busy: 5, stale: 6, offline: 10 },
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

const cities = (isDemo: boolean) => ({
  isOwn: true,
  active: 'porto',
  previous: null,
  outdated: [],
  work: null,
  last: null,
  files: null,
  cities: [{ ...city, isDemo }],
})

const server = makeServer()

const signInAs = (userType: Role) => {
  const me = { id: 'u', userType, firstName: 'Ada', lastName: 'Ek' } as unknown as Me
  server.session = { me, demoSignIns: [], social: [] }
}

const city = {
  dataset: 'porto',
  name: 'Porto',
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  bounds: [-8.7, 41.1, -8.5, 41.2],
  center: { lat: 41.15, lng: -8.6 },
  attribution: 'OpenStreetMap',
  dataDate: null,
  builtAt: 0,
  bytes: 1,
  connectedShare: 1,
  counts: { roadKm: 1, streets: 1, places: 1, houseNumbers: 1 },
}

/** What the dashboard is told, beside what each test says. */
let told: { waiting?: number; dayEndsInMs?: number } = {}

beforeEach(() => {
  told = {}
  signInAs('admin')
  Object.assign(server.answers, {
    'GET /api/dashboard': () => {
      const { waiting = 0, dayEndsInMs = 3_600_000 } = told
      const all = { ...figures, waiting, dayEndsAt: Date.now() + dayEndsInMs }
      return server.session.me?.userType === 'admin' ? all : { ...all, withdraws: null, troubles: null }
    },
    'GET /api/cities': cities(false),
    'GET /api/alerts': { alerts: [] },
    'GET /api/panics': { panics: [] },
    'GET /api/drivers': { drivers: [] },
  })
  // as on a phone, where the map is drawn when it is asked for: it needs a graphics card, and what it gets is tested by itself
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }))
})

const countAsked = () => server.sentTo('GET /api/dashboard').length

const open = async () => {
  show(server, <DashboardPage />)
  await screen.findByText('drivers_unapproved')
  await screen.findByText('7')
}

test('an admin sees what waits for an admin, each with the way there; nothing that needs somebody is told calmly', async () => {
  await open()
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
  told = { waiting: 2 }
  await open()
  const link = await screen.findByRole('link', { name: 'alerts_waiting' })
  expect([link.getAttribute('href'), screen.queryByText('alerts_none')]).toEqual(['/bookings?scope=waiting', null])
  cleanup()
  told = {}
  const panics = [
    { id: 'p', bookingId: 'B1', at: now, driverName: 'Bo', vehicleNumber: null, address: null, driverContact: null },
  ]
  server.answers['GET /api/panics'] = { panics }
  await open()
  expect(await screen.findByText('alert_panic')).toBeTruthy()
  expect(screen.queryByText('alerts_none')).toBeNull()
})

test('a fleet admin sees the own fleet in the title, and no duties of admins', async () => {
  signInAs('fleetadmin')
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('dashboard_of_fleet')
  for (const label of ['withdraws_open', 'payments_trouble', 'bookings_waiting_now']) expect(screen.queryByText(label)).toBeNull()
})

test('an alert leads to its booking and its people; a driver is asked by hand only while none is asked automatically', async () => {
  server.answers['GET /api/alerts'] = { alerts: [alert] }
  await open()
  const row = (await screen.findByText('alert_no_taker')).closest('li')
  if (!row) throw new Error('no row')
  expect(within(row).getByText('no_taker_nobody_near_short')).toBeTruthy()
  expect(within(row).getByRole('link', { name: 'alert_open B1' }).getAttribute('href')).toBe('/bookings/B1')
  expect(within(row).getByRole('link', { name: 'alert_call_rider' }).getAttribute('href')).toBe('tel:+46701')
  expect(within(row).queryByRole('button', { name: 'assign_driver' })).toBeNull()
  cleanup()
  server.settings = { autoDispatch: false }
  await open()
  expect(await screen.findByRole('button', { name: 'assign_driver' })).toBeTruthy()
})

test('when the city’s day is over the figures are asked for anew', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await open()
  // sooner than the figures are read again anyway
  await act(() => vi.advanceTimersByTimeAsync(8000))
  expect(countAsked()).toBe(1)
  cleanup()
  told = { dayEndsInMs: 5000 }
  await open()
  const before = countAsked()
  await act(() => vi.advanceTimersByTimeAsync(8000))
  expect(countAsked()).toBeGreaterThan(before)
})

test('figures that could not be read are told, and asked for again', async () => {
  const answer = server.answers['GET /api/dashboard']
  server.answers['GET /api/dashboard'] = refusal('server_error', undefined, 500)
  show(server, <DashboardPage />)
  const again = await screen.findByRole('button', { name: 'try_again' })
  server.answers['GET /api/dashboard'] = answer
  fireEvent.click(again)
  expect(await screen.findByText('7')).toBeTruthy()
})

test('tells an operator who serves the map of the demo where to import a city, and nobody else', async () => {
  server.answers['GET /api/settings'] = { settings: pickPublicSettings(defaultSettings), demo: false, serverTime: 0 }
  server.answers['GET /api/cities'] = cities(true)
  show(server, <DashboardPage />)
  expect(await screen.findByText('demo_map_title')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'demo_map_import' }).getAttribute('href')).toBe('/citymap')
  cleanup()
  server.answers['GET /api/cities'] = cities(false)
  show(server, <DashboardPage />)
  await screen.findByText('nav_dashboard')
  expect(screen.queryByText('demo_map_title')).toBeNull()
})
