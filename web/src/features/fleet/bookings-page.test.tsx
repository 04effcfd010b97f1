import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { asId } from '@wayfare/core/ids'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { FleetBookingsPage } from './bookings-page.tsx'
import { NotesPanel } from './notes-panel.tsx'

const stop = { lat: 57.7, lng: 11.97, add: 'Valand' }
const booking = {
  id: asId<'booking'>('BOOKING1'),
  version: 3,
  status: 'ACCEPTED',
  category: 'taxi',
  bookingDate: 0,
  tripdate: 0,
  customerName: 'Åsa Ek',
  carTypeName: 'City',
  pickup: stop,
  drop: stop,
  driver: 'd',
  driverName: 'Bo Al',
  vehicleNumber: 'ABC 12D',
  noTaker: null,
  paymentMode: 'cash',
  tripCost: '105.00',
  driverShare: '95.00',
  may: { cancel: true, rate: false, pay: false, changeDate: false, reassign: true },
} as unknown as BookingView

type Asked = { way: string; query: URLSearchParams; body: unknown }
let asked: Asked[] = []
let answers: Record<string, unknown> = {}
let locked = false
let autoDispatch = true
const admin = { id: 'boss', userType: 'admin', firstName: 'Ada', lastName: 'Ek' }

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

const serve = (url: string, { method = 'GET', body = null }: { method?: string; body?: string | null } = {}) => {
  const { pathname, searchParams } = new URL(url, 'https://taxi.example')
  const way = `${method} ${pathname.replace('/api', '')}`
  asked.push({ way, query: searchParams, body: body && (JSON.parse(body) as unknown) })
  const settings = { ...publicSettings(defaultSettings), autoDispatch, allowCriticalEditsAdmin: !locked }
  const all: Record<string, unknown> = {
    'GET /settings': { settings, demo: true, serverTime: 0 },
    'GET /accounts/session': { me: admin, demoSignIns: [], social: [] },
    'GET /accounts/views/bookings': { views: [{ name: 'Night', query: 'status=PAID', layout: null }] },
    'GET /car-types': { carTypes: [] },
    'GET /bookings': { bookings: [booking], nextCursor: null, count: 1 },
    ...answers,
  }
  const answer = all[way]
  return Promise.resolve(answer instanceof Response ? answer.clone() : json(200, answer ?? {}))
}

const show = (page: ReactNode, at = '/bookings') =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <SessionProvider>
            <AlertProvider>{page}</AlertProvider>
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

beforeEach(() => {
  asked = []
  answers = {}
  locked = false
  autoDispatch = true
  vi.stubGlobal('fetch', vi.fn(serve))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lastList = () => asked.findLast(({ way }) => way === 'GET /bookings')?.query
const press = (name: string | RegExp, place: HTMLElement = document.body) =>
  fireEvent.click(within(place).getByRole('button', { name }))

test('a link opens the list as it was shared, and says how many filters it carries', async () => {
  show(<FleetBookingsPage />, '/bookings?status=ACCEPTED,ARRIVED&sort=-total&search=asa')
  await screen.findByRole('row', { name: new RegExp(booking.id) })
  expect(Object.fromEntries(lastList() ?? [])).toMatchObject({
    status: 'ACCEPTED,ARRIVED',
    sort: '-total',
    search: 'asa',
    withCount: 'true',
  })
  expect(screen.getByRole('button', { name: 'table_filters_count' })).toBeTruthy()
  // what is searched for is in the order of time: a price is none to sort by
  const total = screen.getByRole('columnheader', { name: /fare_total/ })
  expect([total.getAttribute('aria-sort'), within(total).queryByRole('button')]).toEqual([null, null])
})

test('a link without words opens the list in the order it was shared in', async () => {
  show(<FleetBookingsPage />, '/bookings?status=ACCEPTED,ARRIVED&sort=-total')
  await screen.findByRole('row', { name: new RegExp(booking.id) })
  expect(screen.getByRole('columnheader', { name: /fare_total/ }).getAttribute('aria-sort')).toBe('descending')
})

test('filters that follow each other at once are both asked for', async () => {
  show(<FleetBookingsPage />)
  press('table_filters')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'status_new' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'filter_payment' }), { target: { value: 'card' } })
  await waitFor(() => expect(Object.fromEntries(lastList() ?? [])).toMatchObject({ status: 'NEW', paymentMode: 'card' }))
})

test('a saved view is one chip away, and can be taken back', async () => {
  show(<FleetBookingsPage />)
  fireEvent.click(await screen.findByRole('radio', { name: 'Night' }))
  await waitFor(() => expect(lastList()?.get('status')).toBe('PAID'))
  press('view_remove')
  fireEvent.click(await screen.findByRole('button', { name: 'table_remove' }))
  await waitFor(() => expect(asked.some(({ way }) => way === 'DELETE /accounts/views/bookings/Night')).toBe(true))
})

test('a view is kept with its filter and columns; without a name it is not', async () => {
  answers['PUT /accounts/views/bookings'] = { views: [] }
  show(<FleetBookingsPage />, '/bookings?scope=unpaid&search=x')
  press('view_save')
  const dialog = await screen.findByRole('dialog')
  press('save', dialog)
  expect(within(dialog).getByText('view_name_missing')).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' Debts ' } })
  press('save', dialog)
  await waitFor(() =>
    expect(asked.find(({ way }) => way.startsWith('PUT'))?.body).toMatchObject({
      name: 'Debts',
      query: 'scope=unpaid&search=x',
      layout: { dense: false },
    }),
  )
})

test('locked, nothing is exported and the page says why', async () => {
  locked = true
  show(<FleetBookingsPage />)
  expect(await screen.findByText('bookings_locked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'report_export' })).toHaveProperty('disabled', true)
})

test('what is filtered leaves as CSV or for a spreadsheet; too much for one is said in words', async () => {
  answers['GET /bookings/export'] = json(413, { error: { key: 'sheet_too_long', message: 'Narrow the filter', requestId: 'r1' } })
  show(<FleetBookingsPage />, '/bookings?status=PAID')
  fireEvent.click(await screen.findByRole('button', { name: 'report_export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  expect(await screen.findByText('Narrow the filter')).toBeTruthy()
  const file = asked.find(({ way }) => way === 'GET /bookings/export')
  expect(Object.fromEntries(file?.query ?? [])).toMatchObject({ status: 'PAID', format: 'xlsx' })
})

test('a booking is taken from its driver once the desk has said yes; without automatic dispatch another is chosen', async () => {
  autoDispatch = false
  answers[`POST /bookings/${booking.id}/reassign`] = { ...booking, version: 9, status: 'NEW', driver: null }
  answers[`GET /bookings/${booking.id}/candidates`] = { candidates: [] }
  show(<FleetBookingsPage />)
  const row = await screen.findByRole('row', { name: new RegExp(booking.id) })
  press('table_actions', row)
  fireEvent.click(await screen.findByRole('menuitem', { name: /reassign/ }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('reassign_next_hand')).toBeTruthy()
  expect(asked.some(({ way }) => way.endsWith('/reassign'))).toBe(false)
  press('reassign_confirm', question)
  expect(await screen.findByText('assign_none')).toBeTruthy()
})

const notes = [
  { id: 'n1', author: 'boss', authorName: 'Ada Ek', text: 'Pram in the boot', at: 0, mine: true },
  { id: 'n2', author: 'gone', authorName: null, text: 'Called twice', at: 1, mine: false },
]

test('notes are read in order, one’s own can be taken back, and an empty one is not sent', async () => {
  answers[`GET /bookings/${booking.id}/notes`] = { notes, mayWrite: true }
  show(<NotesPanel booking={booking} />)
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([expect.stringContaining('Pram'), expect.stringContaining('Called')])
  expect(screen.getAllByRole('button', { name: 'note_remove' })).toHaveLength(1)
  press('note_add')
  expect(await screen.findByText('proper_note')).toBeTruthy()
  expect(asked.some(({ way }) => way.startsWith('POST'))).toBe(false)
  fireEvent.change(screen.getByRole('textbox', { name: 'note_new' }), { target: { value: 'Late' } })
  press('note_add')
  await waitFor(() => expect(asked.find(({ way }) => way.startsWith('POST'))?.body).toEqual({ text: 'Late' }))
})

test('who may only read notes has no way to write one', async () => {
  answers[`GET /bookings/${booking.id}/notes`] = { notes: [{ ...notes[0], mine: false }], mayWrite: false }
  show(<NotesPanel booking={booking} />)
  expect(await screen.findByText('Pram in the boot')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
