import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Person } from '@wayfare/contract/accounts-people'
import type { Role } from '@wayfare/core/accounts'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { PeoplePage } from './people-page.tsx'

// the drawers and dialogs are files of their own, fetched when they are needed
configure({ asyncUtilTimeout: 10_000 })

const rider = {
  id: 'u1',
  userType: 'rider',
  firstName: 'Åsa',
  lastName: 'Ek',
  email: 'asa@x.example',
  emailVerified: true,
  mobile: '+46701740605',
  contactHidden: false,
  approved: true,
  referralId: 'asa1234',
  createdAt: 0,
  createdByAdmin: true,
  walletBalance: '12.00',
  ratings: { userRating: 0, count: 0 },
  licenseImage: null,
  invitation: 'none',
  invitedAt: null,
  queue: false,
  self: false,
  version: 1,
} as unknown as Person

const driver = { ...rider, id: 'd1', userType: 'driver', firstName: 'Omar', lastName: 'Lund', vehicleMake: 'Volvo' } as Person

type Asked = { way: string; query: URLSearchParams; body: unknown }
let asked: Asked[] = []
let answers: Record<string, unknown> = {}
let people: Person[] = []
let locked = false
let viewer: Role = 'admin'

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refusal = (status: number, key: string, details?: unknown) =>
  json(status, { error: { key, message: key, requestId: 'r', details } })

const record = (person: Person) => ({
  person,
  bookings: 7,
  completed: 5,
  cancelled: 1,
  lastBookingAt: 0,
  referred: 2,
  drivers: 0,
  lastSeenAt: null,
  devices: [],
})

const serve = (url: string, { method = 'GET', body = null }: { method?: string; body?: string | null } = {}) => {
  const { pathname, searchParams } = new URL(url, 'https://taxi.example')
  const way = `${method} ${pathname.replace('/api', '')}`
  asked.push({ way, query: searchParams, body: body && (JSON.parse(body) as unknown) })
  const settings = { ...publicSettings(defaultSettings), allowCriticalEditsAdmin: !locked }
  const me = { id: 'boss', userType: viewer, firstName: 'Ada', lastName: 'Al' }
  const all: Record<string, unknown> = {
    'GET /settings': { settings, demo: true, serverTime: 0 },
    'GET /accounts/session': { me, demoSignIns: [], social: [] },
    'GET /car-types': { carTypes: [] },
    'GET /languages': { languages: [] },
    'GET /people': { people, nextCursor: null, count: people.length },
    ...Object.fromEntries(people.map((one) => [`GET /people/${one.id}`, record(one)])),
    ...answers,
  }
  if (way.startsWith('GET /accounts/views/')) return Promise.resolve(json(200, { views: [] }))
  const answer = all[way]
  return Promise.resolve(answer instanceof Response ? answer.clone() : json(200, answer ?? {}))
}

const show = (userType: Role, at = '/') =>
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <SessionProvider>
            <AlertProvider>
              <PeoplePage userType={userType} />
            </AlertProvider>
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

beforeEach(() => {
  asked = []
  answers = {}
  people = [rider]
  locked = false
  viewer = 'admin'
  localStorage.clear()
  vi.stubGlobal('fetch', vi.fn(serve))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bodyOf = (way: string) => asked.findLast((one) => one.way === way)?.body
const lastList = () => Object.fromEntries(asked.findLast(({ way }) => way === 'GET /people')?.query ?? [])
const press = (name: string | RegExp, place: HTMLElement = document.body) =>
  fireEvent.click(within(place).getByRole('button', { name }))
const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

const isOff = (name: RegExp) => screen.getByRole('menuitem', { name }).hasAttribute('data-disabled')

const act = async (row: RegExp, action: RegExp) => {
  press('table_actions', await screen.findByRole('row', { name: row }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('a link opens the list as it was shared; an empty list has the words of its own', async () => {
  people = []
  show('rider', '/riders?approved=false&sort=-lastName')
  expect(await screen.findByText('table_no_match')).toBeTruthy()
  expect(lastList()).toMatchObject({ userType: 'rider', approved: 'false', sort: '-lastName', withCount: 'true' })
  press('table_clear_filter')
  expect(await screen.findByText('no_users')).toBeTruthy()
  expect(lastList()).not.toHaveProperty('approved')
})

test('an order that the server knows is asked for; others have no button', async () => {
  show('rider')
  await screen.findByRole('row', { name: /Åsa Ek/ })
  press(/^email/)
  await waitFor(() => expect(lastList()['sort']).toBe('email'))
  expect(screen.queryByRole('button', { name: /^mobile/ })).toBeNull()
})

test('admins are listed by name, address and state, and brought in one by one', async () => {
  people = [{ ...rider, userType: 'admin' }]
  show('admin')
  await screen.findByRole('row', { name: /Åsa Ek/ })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/ [↕↓↑]$/, ''))).toEqual([
    'first_name',
    'last_name',
    'email',
    'status',
    'table_actions',
  ])
  expect(screen.queryByRole('button', { name: 'people_import' })).toBeNull()
})

test('a fleet admin sees the own drivers, without bank, wallet, fleet or a way to delete', async () => {
  viewer = 'fleetadmin'
  people = [driver]
  show('driver')
  expect(await screen.findByRole('heading', { name: 'drivers_own' })).toBeTruthy()
  press('table_actions', await screen.findByRole('row', { name: /Omar Lund/ }))
  expect(await screen.findByRole('menuitem', { name: /table_edit/ })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /table_remove/ })).toBeNull()
  for (const name of ['role_fleetadmin', 'nav_wallet']) expect(screen.queryByRole('columnheader', { name })).toBeNull()
})

test('a driver is added with the fields of a driver; what is wrong stands at its field, with the cursor on the first', async () => {
  answers['POST /people'] = refusal(409, 'user_exists', { field: 'mobile' })
  people = []
  show('driver')
  fireEvent.click(await screen.findByRole('button', { name: 'driver_add' }))
  const form = await screen.findByRole('dialog')
  press('save', form)
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('firstName'))
  expect(bodyOf('POST /people')).toBeUndefined()
  type('first_name', 'Omar')
  type('last_name', 'Lund')
  type('email', 'omar@x.example')
  type('mobile', '701740605')
  press('save', form)
  await waitFor(() => expect(bodyOf('POST /people')).toMatchObject({ userType: 'driver', mobile: '+46701740605', invite: true }))
  expect(await within(form).findByText('user_exists')).toBeTruthy()
  answers['POST /people'] = driver
  type('mobile', '701740606')
  press('save', form)
  expect(await screen.findByText('person_added_invited')).toBeTruthy()
})

test('whom another saved meanwhile is shown beside what was typed; saving mine sends the version that is there now', async () => {
  answers['PUT /people/u1'] = refusal(409, 'row_changed')
  answers['GET /people/u1'] = record({ ...rider, firstName: 'Eva', lastName: 'Berg', version: 5 })
  show('rider')
  await act(/Åsa Ek/, /table_edit/)
  await screen.findByRole('dialog')
  type('last_name', 'Al')
  press('save', screen.getByRole('dialog'))
  const note = await screen.findByText('row_changed_text')
  expect(screen.getByRole('textbox', { name: 'first_name' })).toHaveProperty('value', 'Eva')
  expect(screen.getByRole('textbox', { name: 'last_name' })).toHaveProperty('value', 'Al')
  expect(note.closest('[role=alert]')?.textContent).toContain('Berg')
  answers['PUT /people/u1'] = { ...rider, version: 6 }
  press('row_changed_save')
  await waitFor(() => expect(bodyOf('PUT /people/u1')).toEqual({ lastName: 'Al', version: 5 }))
  expect(await screen.findByText('person_saved')).toBeTruthy()
})

test('nobody is deleted without a question that names them, and what it costs is agreed to first', async () => {
  answers['DELETE /accounts/u1'] = refusal(409, 'balance_not_zero')
  show('rider')
  await act(/Åsa Ek/, /table_remove/)
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('person_remove_kept')).toBeTruthy()
  press('table_remove', question)
  fireEvent.click(await within(question).findByRole('switch', { name: 'person_remove_forfeit' }))
  answers['DELETE /accounts/u1'] = { done: true }
  press('table_remove', question)
  expect(await screen.findByText('person_removed')).toBeTruthy()
  expect(bodyOf('DELETE /accounts/u1')).toEqual({ forfeit: true })
})

test('while edits are locked, riders can be added and edited, and nothing is exported, blocked or deleted', async () => {
  locked = true
  people = [{ ...rider, contactHidden: true, email: null, mobile: null }]
  show('rider')
  const row = await screen.findByRole('row', { name: /Åsa Ek/ })
  expect(within(row).getAllByText('contact_hidden')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'report_export' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'rider_add' })).toHaveProperty('disabled', false)
  press('table_actions', row)
  await screen.findByRole('menuitem', { name: /table_edit/ })
  expect([/table_edit/, /person_block/, /table_remove/].map(isOff)).toEqual([false, true, true])
  fireEvent.click(screen.getByRole('menuitem', { name: /table_edit/ }))
  await screen.findByRole('dialog')
  expect(screen.getByRole('textbox', { name: 'email' })).toMatchObject({ readOnly: true, value: 'contact_hidden' })
})

test('while edits are locked nobody else can be added', async () => {
  locked = true
  people = []
  show('driver')
  expect(await screen.findByText('people_locked')).toBeTruthy()
  for (const name of ['driver_add', 'people_import'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
})

test('the drawer of a link shows figures and ways on; a driver waits for an approval that is asked for', async () => {
  people = [{ ...driver, approved: false }]
  answers['PUT /people/d1/approval'] = driver
  show('driver', '/drivers?person=d1')
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText('license_image_none')).toBeTruthy()
  expect(within(drawer).getByRole('link', { name: 'person_bookings' }).getAttribute('href')).toBe('/bookings?search=Omar+Lund')
  press('driver_approve', drawer)
  const question = await screen.findByRole('dialog', { name: 'driver_approve_title' })
  press('driver_approve', question)
  await waitFor(() => expect(bodyOf('PUT /people/d1/approval')).toEqual({ approved: true }))
})

test('a file is looked at before anything is made of it, its faulty rows first', async () => {
  const row = { firstName: 'A', lastName: 'B', email: 'a@b.example', mobile: '', problems: [] }
  const wrong = { ...row, line: 3, outcome: 'wrong', email: 'nothing', problems: [{ field: 'email', key: 'proper_email' }] }
  const report = {
    make: 1,
    made: 0,
    exists: 0,
    wrong: 1,
    unknownColumns: ['shoe'],
    rows: [{ ...row, line: 2, outcome: 'make' }, wrong],
  }
  answers['POST /people/import'] = report
  people = []
  show('rider')
  fireEvent.click(await screen.findByRole('button', { name: 'people_import' }))
  const dialog = await screen.findByRole('dialog')
  type('people_import_paste', 'firstName,lastName,email\nA,B,a@b.example')
  press('people_import_look', dialog)
  expect(await within(dialog).findByText('email: proper_email')).toBeTruthy()
  const [, first] = within(dialog).getAllByRole('row')
  expect(first?.textContent).toContain('nothing')
  expect(bodyOf('POST /people/import')).toMatchObject({ userType: 'rider', dryRun: true })
  answers['POST /people/import'] = { ...report, make: 0, made: 1, rows: [{ ...row, line: 2, outcome: 'made' }, wrong] }
  fireEvent.click(within(dialog).getByRole('switch', { name: 'import_invite' }))
  press(/import_run/, dialog)
  expect(await within(dialog).findByText(/import_count_made/)).toBeTruthy()
  expect(bodyOf('POST /people/import')).toMatchObject({ dryRun: false, invite: true })
})
