import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { Job } from '@wayfare/contract/desk-board'
import type { Role } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { defaultSettings, pickPublicSettings } from '@wayfare/core/settings'
import { beforeEach, expect, test, vi } from 'vitest'
import { porto } from '../../../test/porto.ts'
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

const job: Job = {
  bookingId: asId<'booking'>('B1'),
  status: 'NEW',
  stage: 'waiting',
  since: now - 65_000,
  category: 'taxi',
  carTypeName: 'City',
  pickup: { lat: 57.7, lng: 11.97, add: 'Valand' },
  drop: { lat: 57.71, lng: 11.95, add: 'Brunnsparken' },
  customerName: 'Åsa Ek',
  customerContact: '+46701',
  driver: null,
  driverName: null,
  driverContact: null,
  vehicleNumber: null,
  asked: { count: 0, names: [], declined: 0 },
  alerts: [{ kind: 'noTaker', since: now - 65_000, reason: 'nobody_near' }],
}

const noCounts = { waiting: 0, coming: 0, onTrip: 0, scheduled: 0, problems: 0 }

const cities = (isDemo: boolean) => ({
  isOwn: true,
  active: 'porto',
  previous: null,
  outdated: [],
  work: null,
  last: null,
  files: null,
  cities: [{ ...porto, isDemo }],
})

const server = makeServer()

const signInAs = (userType: Role) => {
  const me = { id: 'u', userType, firstName: 'Ada', lastName: 'Ek' } as unknown as Me
  server.session = { me, demoSignIns: [], social: [] }
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
    'GET /api/board': { jobs: [], counts: noCounts },
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
    ['payments_trouble', '/payments?problem=true'],
    ['drivers_unapproved', '/drivers?approved=false&blocked=false'],
  ] as const)
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
  expect(await screen.findByText('board_calm')).toBeTruthy()
})

test('j waits for the jobs, instead of going to the drivers below while they are read', async () => {
  const driver = {
    id: 'd1',
    name: 'Bo Alm',
    vehicleNumber: null,
    carType: null,
    location: null,
    heading: null,
    active: true,
    queue: false,
    seenAt: now,
  }
  server.answers['GET /api/drivers'] = { drivers: [driver] }
  const held: { answer?: (board: object) => void } = {}
  const board = new Promise<object>((resolve) => void (held.answer = resolve))
  server.answers['GET /api/board'] = () => board
  await open()
  await screen.findByText('Bo Alm')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(document.activeElement).toBe(document.body)

  held.answer?.({ jobs: [job], counts: { ...noCounts, waiting: 1, problems: 1 } })
  const row = (await screen.findByText('Valand')).closest('li')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(document.activeElement).toBe(row)
})

test('nothing is calm beside a booking that waits, or a driver in need', async () => {
  server.answers['GET /api/board'] = { jobs: [{ ...job, alerts: [] }], counts: { ...noCounts, waiting: 1 } }
  await open()
  expect(await screen.findByText('board_waiting')).toBeTruthy()
  expect(screen.queryByText('board_calm')).toBeNull()
  cleanup()
  server.answers['GET /api/board'] = { jobs: [], counts: noCounts }
  const panics = [
    { id: 'p', bookingId: 'B1', at: now, driverName: 'Bo', vehicleNumber: null, address: null, driverContact: null },
  ]
  server.answers['GET /api/panics'] = { panics }
  await open()
  expect(await screen.findByText('alert_panic')).toBeTruthy()
  expect(screen.queryByText('board_calm')).toBeNull()
})

test('a fleet admin sees the own fleet in the title, and no duties of admins', async () => {
  signInAs('fleetadmin')
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('dashboard_of_fleet')
  for (const label of ['withdraws_open', 'payments_trouble', 'bookings_waiting_now']) expect(screen.queryByText(label)).toBeNull()
})

test('a job says what is wrong with it; the chosen one leads to its booking and its people', async () => {
  server.answers['GET /api/board'] = { jobs: [job], counts: { ...noCounts, waiting: 1, problems: 1 } }
  await open()
  const row = (await screen.findByText('job_no_taker_nobody_near')).closest('li')
  if (!row) throw new Error('no row')
  expect(within(row).getByText('job_stage_waiting')).toBeTruthy()
  expect(within(row).queryByRole('link')).toBeNull()
  fireEvent.click(row)
  expect(row.getAttribute('aria-current')).toBe('true')
  expect(within(row).getByRole('link', { name: 'alert_open B1' }).getAttribute('href')).toBe('/bookings/B1')
  expect(within(row).getByRole('link', { name: 'alert_call_rider' }).getAttribute('href')).toBe('tel:+46701')
  expect(within(row).queryByRole('button', { name: 'board_assign_job' })).toBeNull()
})

test('“a” asks the nearest driver for the chosen job only while none is asked automatically, and else says why', async () => {
  server.answers['GET /api/board'] = { jobs: [job], counts: { ...noCounts, waiting: 1, problems: 1 } }
  server.answers['POST /api/bookings/B1/assign-nearest'] = { driver: 'd', driverName: 'Ada', etaS: 240 }
  server.answers['POST /api/bookings/B1/withdraw'] = { id: 'B1', version: 3, status: 'NEW' }
  await open()
  await screen.findByText('job_no_taker_nobody_near')
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(await screen.findByText('board_choose_first')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a' })
  expect(await screen.findByText('assign_auto')).toBeTruthy()
  expect(server.sentTo('POST /api/bookings/B1/assign-nearest')).toEqual([])
  cleanup()
  server.settings = { autoDispatch: false }
  await open()
  expect(await screen.findByRole('button', { name: 'board_assign_job' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a' })
  expect(await screen.findByText('board_asked_eta')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'undo' }))
  expect(await screen.findByText('board_asked_undone')).toBeTruthy()
  expect(server.sentTo('POST /api/bookings/B1/withdraw')).toHaveLength(1)
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
  await screen.findByRole('button', { name: 'try_again' })
  server.answers['GET /api/dashboard'] = answer
  // the page around it is still being fetched: the button of a moment ago may be another one now
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'try_again' }))
  })
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
