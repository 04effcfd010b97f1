import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeServer, press, refusal, show, type, writesOf } from '../../../test/server.tsx'
import { TripSafety } from './trip-safety.tsx'

const server = makeServer()
const token = 'x'.repeat(43)
const booking = (part: Partial<BookingView> = {}) => ({ id: 'B1', status: 'STARTED', category: 'taxi', ...part }) as BookingView

let links = 0
beforeEach(() => {
  links = 0
  const me = { id: 'rita', userType: 'rider', firstName: 'Rita', lastName: 'Ek', country: null }
  server.answers['GET /api/accounts/session'] = { me, demoSignIns: [], social: [] }
  server.answers['GET /api/bookings/B1/shares'] = () => ({ links })
  server.answers['POST /api/bookings/B1/shares'] = () => {
    links += 1
    return { link: `/follow#${token}` }
  }
  server.answers['DELETE /api/bookings/B1/shares'] = () => {
    links = 0
    return { done: true }
  }
})

const openShare = async (part: Partial<BookingView> = {}) => {
  show(server, <TripSafety booking={booking(part)} />)
  press('share_trip')
  return screen.findByRole('textbox', { name: 'share_link' })
}

test('one tap makes the link and hands it to the device, a second one makes none', async () => {
  const share = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const field = await openShare()
  const url = `${window.location.origin}/follow#${token}`
  expect((field as HTMLInputElement).value).toBe(url)
  await waitFor(() => expect(share).toHaveBeenCalledWith(expect.objectContaining({ url })))
  press('share_send')
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
  expect(writesOf(server)).toHaveLength(1)
})

test('without such a thing it is copied, and taken back by one tap', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.create(navigator, { share: { value: undefined }, clipboard: { value: { writeText } } }))
  await openShare()
  expect(screen.queryByRole('button', { name: 'share_send' })).toBeNull()
  press('share_copy')
  await screen.findByText('share_copied')
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/follow#${token}`)
  press('share_stop')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'share_link' })).toBeNull())
  expect(await screen.findByRole('button', { name: 'share_new_link' })).toBeTruthy()
  expect(links).toBe(0)
})

test('a link that was taken back on another page is not handed on again: a new one is made', async () => {
  const share = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  await openShare()
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
  press('close_dialog')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  links = 0
  press('share_on')
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
  expect(writesOf(server)).toHaveLength(2)
})

test('is there while a driver is on the trip', async () => {
  show(server, <TripSafety booking={booking({ status: 'REACHED' })} />)
  expect(await screen.findByRole('button', { name: 'safety_button' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'share_trip' })).toBeNull()
})

test('there is no safety button with a parcel, or where the operator has none', async () => {
  server.settings = { panic: false }
  show(server, <TripSafety booking={booking()} />)
  expect(await screen.findByRole('button', { name: 'share_trip' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'safety_button' })).toBeNull()
})

test('help calls the operator’s number and alerts the desk', async () => {
  server.settings = { panicNumber: '110' }
  server.answers['POST /api/bookings/B1/panic'] = { done: true }
  show(server, <TripSafety booking={booking()} />)
  await screen.findByRole('button', { name: 'safety_button' })
  press('safety_button')
  const call = await screen.findByRole('link', { name: /panic_call/ })
  expect(call.getAttribute('href')).toBe('tel:110')
  press('panic_desk')
  await screen.findByText('panic_told')
  expect(writesOf(server).map(({ way }) => way)).toEqual(['POST /api/bookings/B1/panic'])
})

test('who calls the number has alerted the desk, too', async () => {
  server.answers['POST /api/bookings/B1/panic'] = { done: true }
  show(server, <TripSafety booking={booking()} />)
  await screen.findByRole('button', { name: 'safety_button' })
  press('safety_button')
  const call = await screen.findByRole('link', { name: /panic_call/ })
  // there is no telephone here
  call.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(call)
  await screen.findByText('panic_told')
  expect(writesOf(server).map(({ way }) => way)).toEqual(['POST /api/bookings/B1/panic'])
})

test('a contact gets the link and is remembered; where nothing can be sent that is said', async () => {
  const answers = [refusal('share_no_sms', undefined, 409), { by: 'mail' }]
  server.answers['POST /api/bookings/B1/shares/send'] = () => answers.shift()
  show(server, <TripSafety booking={booking()} />)
  await screen.findByRole('button', { name: 'safety_button' })
  press('safety_button')
  await screen.findByRole('textbox', { name: /safety_contact/ })
  type(/safety_contact/, '+46 70 123 45 67')
  press('safety_send')
  await screen.findAllByText(/share_no_sms/)
  type(/safety_contact/, ' mum@share.example ')
  press('safety_send')
  await screen.findByText('safety_sent_mail')
  expect(writesOf(server).map(({ body }) => body)).toEqual([{ to: '+46 70 123 45 67' }, { to: 'mum@share.example' }])
  expect(localStorage.getItem('wayfare.unsent.rita.contact')).toBe('mum@share.example')
})

test('an alert that found no network goes on when the page is left', async () => {
  const answers = [refusal('fetch_call_error', undefined, 503), { done: true }]
  server.answers['POST /api/bookings/B1/panic'] = () => answers.shift()
  const { unmount } = show(server, <TripSafety booking={booking()} />)
  await screen.findByRole('button', { name: 'safety_button' })
  press('safety_button')
  await screen.findByRole('button', { name: 'panic_desk' })
  press('panic_desk')
  await screen.findByText('panic_sending')
  await waitFor(() => expect(answers).toHaveLength(1))
  unmount()
  await waitFor(() => expect(answers).toHaveLength(0))
  await waitFor(() => expect(localStorage.getItem('wayfare.unsent.rita.panic')).toBeNull())
  // whoever comes back reads what became of it
  show(server, <TripSafety booking={booking()} />)
  await screen.findByRole('button', { name: 'safety_button' })
  press('safety_button')
  await screen.findByText('panic_told')
})
