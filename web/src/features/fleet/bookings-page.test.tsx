import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import { asId } from '@wayfare/core/ids'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, press, refusal, show, writesOf } from '../../../test/server.tsx'
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

const admin = { id: 'boss', userType: 'admin', firstName: 'Ada', lastName: 'Ek' } as unknown as Me

const server = makeServer()

beforeEach(() => {
  server.session = { me: admin, demoSignIns: [], social: [] }
  Object.assign(server.answers, {
    'GET /api/accounts/views/bookings': { views: [{ name: 'Night', query: 'status=PAID', layout: null }] },
    'GET /api/car-types': { carTypes: [] },
    'GET /api/bookings': { bookings: [booking], nextCursor: null, count: 1 },
  })
})

const open = (at = '/bookings') => show(server, <FleetBookingsPage />, at)
const questionOf = (way: string) => Object.fromEntries(new URLSearchParams(server.sentTo(way).at(-1)?.query))
const lastList = () => questionOf('GET /api/bookings')

test('a link opens the list as it was shared, and says how many filters it carries', async () => {
  open('/bookings?status=ACCEPTED,ARRIVED&sort=-total&search=asa')
  await screen.findByRole('row', { name: new RegExp(booking.id) })
  expect(lastList()).toMatchObject({
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
  open('/bookings?status=ACCEPTED,ARRIVED&sort=-total')
  await screen.findByRole('row', { name: new RegExp(booking.id) })
  expect(screen.getByRole('columnheader', { name: /fare_total/ }).getAttribute('aria-sort')).toBe('descending')
})

test('filters that follow each other at once are both asked for', async () => {
  open()
  press('table_filters')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'status_new' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'filter_payment' }), { target: { value: 'card' } })
  await waitFor(() => expect(lastList()).toMatchObject({ status: 'NEW', paymentMode: 'card' }))
})

test('a saved view is one chip away, and can be taken back', async () => {
  open()
  fireEvent.click(await screen.findByRole('radio', { name: 'Night' }))
  await waitFor(() => expect(lastList()['status']).toBe('PAID'))
  press('view_remove')
  fireEvent.click(await screen.findByRole('button', { name: 'table_remove' }))
  await waitFor(() => expect(writesOf(server).some(({ way }) => way === 'DELETE /api/accounts/views/bookings/Night')).toBe(true))
})

test('a view is kept with its filter and columns; without a name it is not', async () => {
  server.answers['PUT /api/accounts/views/bookings'] = { views: [] }
  open('/bookings?scope=unpaid&search=x')
  press('view_save')
  const dialog = await screen.findByRole('dialog')
  press('save', dialog)
  expect(within(dialog).getByText('view_name_missing')).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' Debts ' } })
  press('save', dialog)
  await waitFor(() =>
    expect(server.sent.find(({ way }) => way.startsWith('PUT'))?.body).toMatchObject({
      name: 'Debts',
      query: 'scope=unpaid&search=x',
      layout: { dense: false },
    }),
  )
})

test('locked, nothing is exported and the page says why', async () => {
  server.settings = { allowCriticalEditsAdmin: false }
  open()
  expect(await screen.findByText('bookings_locked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'report_export' })).toHaveProperty('disabled', true)
})

test('what is filtered leaves as CSV or for a spreadsheet; too much for one is said in words', async () => {
  server.answers['GET /api/bookings/export'] = refusal('sheet_too_long')
  open('/bookings?status=PAID')
  fireEvent.click(await screen.findByRole('button', { name: 'report_export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  expect(await screen.findByText('sheet_too_long')).toBeTruthy()
  expect(questionOf('GET /api/bookings/export')).toMatchObject({ status: 'PAID', format: 'xlsx' })
})

test('a booking is taken from its driver once the desk has said yes; without automatic dispatch another is chosen', async () => {
  server.settings = { autoDispatch: false }
  server.answers[`POST /api/bookings/${booking.id}/reassign`] = { ...booking, version: 9, status: 'NEW', driver: null }
  server.answers[`GET /api/bookings/${booking.id}/candidates`] = { candidates: [] }
  open()
  const row = await screen.findByRole('row', { name: new RegExp(booking.id) })
  press('table_actions', row)
  fireEvent.click(await screen.findByRole('menuitem', { name: /reassign/ }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('reassign_next_hand')).toBeTruthy()
  expect(server.sent.some(({ way }) => way.endsWith('/reassign'))).toBe(false)
  press('reassign_confirm', question)
  expect(await screen.findByText('assign_none')).toBeTruthy()
})

const notes = [
  { id: 'n1', author: 'boss', authorName: 'Ada Ek', text: 'Pram in the boot', at: 0, mine: true },
  { id: 'n2', author: 'gone', authorName: null, text: 'Called twice', at: 1, mine: false },
]

test('notes are read in order, one’s own can be taken back, and an empty one is not sent', async () => {
  server.answers[`GET /api/bookings/${booking.id}/notes`] = { notes, mayWrite: true }
  show(server, <NotesPanel booking={booking} />)
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([expect.stringContaining('Pram'), expect.stringContaining('Called')])
  expect(screen.getAllByRole('button', { name: 'note_remove' })).toHaveLength(1)
  press('note_add')
  expect(await screen.findByText('proper_note')).toBeTruthy()
  expect(server.sent.some(({ way }) => way.startsWith('POST'))).toBe(false)
  fireEvent.change(screen.getByRole('textbox', { name: 'note_new' }), { target: { value: 'Late' } })
  press('note_add')
  await waitFor(() => expect(server.sent.find(({ way }) => way.startsWith('POST'))?.body).toEqual({ text: 'Late' }))
})

test('who may only read notes has no way to write one', async () => {
  server.answers[`GET /api/bookings/${booking.id}/notes`] = { notes: [{ ...notes[0], mine: false }], mayWrite: false }
  show(server, <NotesPanel booking={booking} />)
  expect(await screen.findByText('Pram in the boot')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
