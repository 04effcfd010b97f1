import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { describe, expect, it } from 'vitest'
import { callError } from '../../api/call.ts'
import { makeServer, press, show } from '../../../test/server.tsx'
import { booking, makeSteps, parcel, pickup } from './fake-trip.ts'
import { PhotoCard } from './photo-card.tsx'
import { TripConsole } from './trip-console.tsx'
import type { DriverPlace } from './use-driver-place.ts'
import { readWayLeft } from './way-left.ts'
import type { AheadNow } from './use-ahead.ts'
import type { Steps } from './use-driver-steps.ts'

const server = makeServer()
const none = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()

const place = { feed: null, place: null, route: null, ahead: null, current: () => pickup } as unknown as DriverPlace

const showTrip = (left: BookingView, steps: Steps, known = left) =>
  show(server, <TripConsole booking={left} known={known} place={place} left={null} steps={steps} />)

/** On the spot by the crow, and so by the road. */
const at = (ahead: AheadNow) =>
  ({ ...place, ahead, current: () => ({ ...pickup, at: 1, heading: null, speed: null, accuracy: 0 }) }) as unknown as DriverPlace

const showAt = (ahead: AheadNow, of: Steps) =>
  show(server, <TripConsole booking={booking()} known={booking()} place={at(ahead)} left={readWayLeft(at(ahead))} steps={of} />)

describe('the console of a trip', () => {
  it('shows where to go, who rides, and the one next step', async () => {
    const steps = makeSteps()
    showTrip(booking(), steps)
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('drive_to_pickup')
    expect(screen.getByText('Rita Ek')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'call_rider' }).getAttribute('href')).toBe('tel:+46701740600')
    none('step_start')
    press('step_arrive')
    expect(steps.act.mock.calls).toEqual([['B1', { name: 'arrive' }]])
  })

  it('asks a driver who is not at the pickup whether he has arrived all the same, unless the device is not sure', async () => {
    const north = { ...pickup, lat: pickup.lat + 0.0108, at: 1, heading: null, speed: null }
    const from = (accuracy: number) => ({ ...place, current: () => ({ ...north, accuracy }) }) as unknown as DriverPlace
    const steps = makeSteps()
    const view = show(server, <TripConsole booking={booking()} known={booking()} place={from(10)} left={null} steps={steps} />)
    press('step_arrive')
    expect((await screen.findByRole('dialog')).textContent).toContain('arrive_away_ask')
    expect(steps.act).not.toHaveBeenCalled()
    press('close', screen.getByRole('dialog'))
    expect(steps.act).not.toHaveBeenCalled()
    press('step_arrive')
    press('arrive_away_confirm', await screen.findByRole('dialog'))
    expect(steps.act.mock.calls).toEqual([['B1', { name: 'arrive' }]])
    view.unmount()
    const unsure = makeSteps()
    show(server, <TripConsole booking={booking()} known={booking()} place={from(1100)} left={null} steps={unsure} />)
    press('step_arrive')
    expect(unsure.act).toHaveBeenCalledTimes(1)
  })

  it('goes by the road, as the server knows it: across a river nobody is there, and past the door one is', async () => {
    const steps = makeSteps()
    const across = { etaS: 300, metres: 1400, isThere: false, next: null }
    const view = showAt(across, steps)
    expect(screen.queryByText('you_are_there')).toBeNull()
    press('step_arrive')
    expect((await screen.findByRole('dialog')).textContent).toContain('arrive_away_ask')
    expect(steps.act).not.toHaveBeenCalled()
    view.unmount()
    cleanup()
    const there = makeSteps()
    showAt({ etaS: 8, metres: 40, isThere: true, next: null }, there)
    expect(screen.getByText('you_are_there')).toBeTruthy()
    press('step_arrive')
    expect(there.act).toHaveBeenCalledTimes(1)
  })

  it('asks for the code before the trip starts, and once more when it was wrong', async () => {
    const steps = makeSteps()
    const arrived = booking({ status: 'ARRIVED', otpSecure: true })
    const view = showTrip(arrived, steps)
    press('step_start')
    const dialog = await screen.findByRole('dialog', { name: 'otp_ask_title' })
    steps.act.mockResolvedValueOnce({ kind: 'refused', cause: null })
    for (const digit of ['1', '2', '3', '4']) press(digit, dialog)
    expect(steps.act).not.toHaveBeenCalled()
    // the fifth digit starts the trip by itself
    press('5', dialog)
    await waitFor(() => expect(steps.act.mock.calls).toEqual([['B1', { name: 'start', otp: '12345' }]]))
    view.unmount()
    const cause = callError({ key: 'wrong_otp', message: 'wrong_otp', status: 422 })
    showTrip(arrived, makeSteps({ refused: { bookingId: 'B1', name: 'start', cause } }))
    expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toContain('wrong_otp')
  })

  it('says that the desk alone starts the trip once the code was wrong too often, and how it is reached', async () => {
    server.settings = { deskNumber: '031-12 34 56' }
    const locked = booking({ status: 'ARRIVED', otpSecure: true, otpLocked: true })
    const cause = callError({ key: 'otp_tries_used', message: 'otp_tries_used', status: 409 })
    const view = showTrip(locked, makeSteps({ refused: { bookingId: 'B1', name: 'start', cause } }))
    expect((await screen.findByRole('link', { name: 'desk_call' })).getAttribute('href')).toBe('tel:031123456')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['otp_locked_driverdesk_call'])
    none('step_start')
    view.unmount()
    server.settings = { contactEmail: 'desk@taxi.example' }
    showTrip(locked, makeSteps())
    const link = await screen.findByRole('link', { name: 'desk_write' })
    expect(link.getAttribute('href')).toBe('mailto:desk@taxi.example')
  })

  it('counts no money before the server has', () => {
    const reached = booking({ status: 'REACHED' })
    const view = showTrip(reached, makeSteps(), booking({ status: 'STARTED' }))
    expect(screen.getByText('amount_when_online')).toBeTruthy()
    none('step_collect')
    view.unmount()
    const steps = makeSteps()
    showTrip(reached, steps)
    press('step_collect')
    expect(steps.act.mock.calls).toEqual([['B1', { name: 'collectCash' }]])
  })

  it('says what waits for the network, and takes a step that waits only once', () => {
    const deed = { name: 'arrive' as const }
    showTrip(booking(), makeSteps({ waiting: [{ bookingId: 'B1', deed, at: 1, once: 'k' }] }))
    expect(screen.getByText('steps_waiting')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'step_arrive' })).toHaveProperty('disabled', true)
  })

  it('says that the screen may go dark where it cannot be kept on', async () => {
    showTrip(booking(), makeSteps())
    expect(await screen.findByText('wake_lock_refused')).toBeTruthy()
  })
})

const showPhoto = (of: BookingView, steps = makeSteps()) => show(server, <PhotoCard booking={of} steps={steps} />)

describe('the photo of a parcel', () => {
  const taken = {
    bookingId: 'B1',
    deed: { name: 'photo' as const, kind: 'pickup_image' as const, image: 'data:,x' },
    at: 1,
    once: 'k',
  }

  it('is asked for before the step, where the operator wants one', async () => {
    server.settings = { allowDeliveryPickupImageCapture: true }
    showTrip(parcel(), makeSteps())
    expect(await screen.findByRole('button', { name: 'photo_take' })).toBeTruthy()
    none('step_start_parcel')
    cleanup()
    server.settings = {}
    showTrip(parcel(), makeSteps())
    expect(await screen.findByRole('button', { name: 'step_start_parcel' })).toBeTruthy()
    none('photo_take')
  })

  it('is shown with how far it is on its way', async () => {
    server.settings = { allowDeliveryPickupImageCapture: true }
    showPhoto(parcel({ pickupImage: '/api/files/1' }))
    expect(await screen.findByText('photo_kept')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'photo_preview' }).getAttribute('src')).toBe('/api/files/1')
    cleanup()
    showPhoto(parcel({ pickupImage: 'data:,x' }), makeSteps({ waiting: [taken] }))
    expect(await screen.findByText('photo_waiting')).toBeTruthy()
    cleanup()
    showPhoto(parcel({ pickupImage: 'data:,x' }), makeSteps({ waiting: [taken], progress: 0.5 }))
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50')
  })

  it('can be taken again, and what is no photo is told at once', async () => {
    server.settings = { allowDeliveryPickupImageCapture: true }
    const steps = makeSteps()
    const { container } = showPhoto(parcel({ pickupImage: '/api/files/1' }), steps)
    await screen.findByRole('button', { name: 'photo_again' })
    const input = container.querySelector<HTMLInputElement>('input[data-file=pickup_image]')
    if (!input) throw new Error('nowhere to put a photo')
    const choose = (bytes: number[], type: string) =>
      fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], 'photo', { type })] } })
    choose([1, 2, 3], 'text/plain')
    expect((await screen.findByRole('alert')).textContent).toBe('image_refused')
    expect(steps.act).not.toHaveBeenCalled()
    choose([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1], 'image/jpeg')
    await waitFor(() => expect(steps.act).toHaveBeenCalledTimes(1))
    expect(steps.act.mock.calls[0]?.[1]).toMatchObject({ name: 'photo', kind: 'pickup_image' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
