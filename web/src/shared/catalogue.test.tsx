// What the error catalogue lets the page say, in the places that rider, driver and desk share.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { expect, test, vi } from 'vitest'
import { BookingsTable } from './bookings-table.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CarChoice } from './car-choice.tsx'
import { makeServer, press, refusal, show, writesOf } from '../../test/server.tsx'
import { PayForm } from './pay-form.tsx'
import { PlaceCombobox } from './place-combobox.tsx'
import { TrackNote } from './track-note.tsx'

const server = makeServer()
const nothing = () => undefined

const booking = {
  id: 'B1',
  status: 'ACCEPTED',
  category: 'taxi',
  acceptedAt: null,
  cancelSlabs: [],
  walletHold: '0.00',
  prepaid: false,
} as unknown as BookingView

test('without bookings the table says no_bookings', async () => {
  const page = { rows: [], count: 0, next: null, data: [], loading: false, error: { flag: false, cause: null }, reload: nothing }
  const slice = { ...page, hasMore: false, more: nothing } as never
  show(server, <BookingsTable caption="c" slice={slice} columns={['id']} onRow={nothing} sort={null} onSort={nothing} asked="" />)
  await screen.findByText('no_bookings')
})

test('without a reason to choose the dialog says no_cancel_reason', async () => {
  server.answers['GET /api/cancel-reasons'] = { cancelReasons: [], version: 1 }
  show(server, <CancelDialog booking={booking} opened onClose={nothing} />)
  await screen.findByText('no_cancel_reason')
  expect(screen.getByRole('button', { name: 'cancel_confirm' })).toHaveProperty('disabled', true)
  expect(writesOf(server)).toEqual([])
})

test('without car types the choice says no_cars', async () => {
  server.answers['GET /api/car-types'] = { carTypes: [] }
  show(server, <CarChoice pickup={null} value={null} onChange={nothing} />)
  await screen.findByText('no_cars')
})

const order = { id: 'B1', amount: '100.00', currency: 'SEK', productName: 'B1' } as never

test('without a provider there is no paying, and no_provider_found', async () => {
  server.answers['GET /api/functions/get_providers'] = []
  show(server, <PayForm order={order} backLabel="back" onBack={nothing} />)
  expect((await screen.findByRole('alert')).textContent).toBe('no_provider_found')
  expect(screen.getByRole('button', { name: /pay_amount/ })).toHaveProperty('disabled', true)
})

test('providers that cannot be read are provider_fetch_error with the reason', async () => {
  server.answers['GET /api/functions/get_providers'] = () => Promise.reject(new TypeError('failed'))
  show(server, <PayForm order={order} backLabel="back" onBack={nothing} />)
  expect((await screen.findByRole('alert')).textContent).toContain('provider_fetch_error Fetch Call Error')
  server.answers['GET /api/functions/get_providers'] = [{ name: 'paypal', link: '/pay/paypal' }]
  press('try_again')
  await screen.findByRole('radio', { name: /PayPal/ })
})

const structuredFormatting = { mainText: 'Valand', secondaryText: 'Göteborg', mainTextMatchedSubstrings: [] }
const place = { placeId: 'e:x', kind: 'landmark', isGuess: false, description: 'Valand, Göteborg', structuredFormatting }

test('a place that is only spelt alike is called a guess, and Enter does not take it', async () => {
  server.answers['GET /api/places'] = { places: [{ ...place, isGuess: true }] }
  const changed = vi.fn<(stop: unknown) => void>()
  const props = { label: 'From', placeholder: 'p', value: null, near: null, withCurrent: false, icon: null, id: 'f' }
  show(server, <PlaceCombobox {...props} onChange={changed} />)
  const field = screen.getByRole('combobox')
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'wallnad' } })
  await screen.findByText(/place_did_you_mean/)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(server.sent.some(({ way }) => way.endsWith('/coords'))).toBe(false)
  server.answers['GET /api/places'] = { places: [] }
  fireEvent.change(field, { target: { value: 'Landvetter' } })
  await screen.findByText(/place_none_found/)
})

test('Enter takes the first place that matches all that was typed, however late its answer comes', async () => {
  const kors = { ...place, placeId: 'e:kors', description: 'Korsvägen, Göteborg' }
  const answer: { give?: (places: object) => void } = {}
  server.answers['GET /api/places'] = { places: [place] }
  server.answers['GET /api/places/e%3Akors/coords'] = { coords: { lat: 57.7, lng: 11.98 } }
  const changed = vi.fn<(stop: unknown) => void>()
  const props = { label: 'From', placeholder: 'p', value: null, near: null, withCurrent: false, icon: null, id: 'f' }
  show(server, <PlaceCombobox {...props} onChange={changed} />)
  const field = screen.getByRole('combobox')
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'va' } })
  await screen.findByRole('option', { name: /Valand/ })
  server.answers['GET /api/places'] = () => new Promise((resolve) => (answer.give = resolve))
  fireEvent.change(field, { target: { value: 'kors' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(answer.give).toBeDefined())
  expect(changed).not.toHaveBeenCalled()
  answer.give?.({ places: [kors, place] })
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ add: 'Korsvägen, Göteborg' })))
  expect(server.sent.map(({ way }) => way)).not.toContain('GET /api/places/e%3Ax/coords')
})

test('a chosen place that cannot be looked up is google_places_error, in an alert', async () => {
  server.answers['GET /api/places'] = { places: [place] }
  server.answers['GET /api/places/e%3Ax/coords'] = refusal('google_places_error')
  const changed = vi.fn<(stop: unknown) => void>()
  const props = { label: 'From', placeholder: 'p', value: null, near: null, withCurrent: false, icon: null, id: 'f' }
  show(server, <PlaceCombobox {...props} onChange={changed} />)
  const field = screen.getByRole('combobox')
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'vala' } })
  fireEvent.click(await screen.findByRole('option'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('google_places_error'))
  expect(changed).not.toHaveBeenCalled()
})

test('a place that was picked before does not come back over what is typed by then', async () => {
  server.answers['GET /api/places'] = { places: [place] }
  const answer: { give?: (coords: object) => void } = {}
  server.answers['GET /api/places/e%3Ax/coords'] = () => new Promise((resolve) => (answer.give = resolve))
  const [changed, resolving] = [vi.fn<(stop: unknown) => void>(), vi.fn<(is: boolean) => void>()]
  const props = { label: 'From', placeholder: 'p', value: null, near: null, withCurrent: false, icon: null, id: 'f' }
  show(server, <PlaceCombobox {...props} onChange={changed} onResolving={resolving} />)
  const field = screen.getByRole<HTMLInputElement>('combobox')
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'vala' } })
  fireEvent.click(await screen.findByRole('option'))
  await waitFor(() => expect(answer.give).toBeDefined())
  fireEvent.change(field, { target: { value: 'kors' } })
  expect(resolving.mock.calls).toEqual([[true], [false]])
  await act(async () => answer.give?.({ coords: { lat: 57.7, lng: 11.97 } }))
  await expect.poll(() => server.sent.filter(({ query }) => query.includes('kors')).length).toBe(1)
  expect([field.value, changed.mock.calls]).toEqual(['kors', []])
})

test('a trip that cannot be followed says location_fetch_error', () => {
  show(server, <TrackNote trip={{ isLive: true, isUnknown: true, seenAt: null }} />)
  expect(screen.getByRole('status').textContent).toBe('location_fetch_error')
  show(server, <TrackNote trip={{ isLive: true, isUnknown: false, seenAt: Date.now() }} />)
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('')
})
