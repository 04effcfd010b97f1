import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Task } from '@wayfare/contract/dispatch'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeServer, press, refusal, show, writesOf } from '../../../test/server.tsx'
import { booking, drop, makeSteps, parcel, pickup } from './fake-trip.ts'
import { makeCarFeed } from '../../map/car-feed.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { PanicButton } from './panic-button.tsx'
import { PhotoCard } from './photo-card.tsx'

vi.mock('./offer-map.tsx', () => ({ OfferMap: () => <div /> }))

const server = makeServer()
const none = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()
const sent = () => writesOf(server).map(({ way, body }) => ({ way, body }))

/** The first tries are refused so, one after the other; a later one succeeds. */
const refuseFirst = (way: string, ...refusals: Response[]) => {
  server.answers[way] = () => refusals.shift() ?? {}
}

const raise = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'panic_button' }))
  fireEvent.click(await screen.findByRole('button', { name: 'panic_desk' }))
}

const showPanic = (of = booking()) => show(server, <PanicButton booking={of} place={() => pickup} />)

describe('the emergency button', () => {
  const way = 'POST /api/bookings/B1/panic'
  const alarm = { way, body: { location: { lat: 57.7, lng: 11.97 }, agoMs: expect.any(Number) } }

  it('takes one more tap, and tells the desk where the driver is', async () => {
    showPanic()
    fireEvent.click(await screen.findByRole('button', { name: 'panic_button' }))
    const dialog = await screen.findByRole('dialog', { name: 'panic_title' })
    expect(within(dialog).getByRole('link', { name: 'panic_call' }).getAttribute('href')).toBe('tel:112')
    expect(sent()).toEqual([])
    press('panic_desk', dialog)
    expect(await screen.findByText('panic_told')).toBeTruthy()
    expect(sent()).toEqual([alarm])
  })

  it('tells the desk when the driver calls the number, too', async () => {
    showPanic()
    fireEvent.click(await screen.findByRole('button', { name: 'panic_button' }))
    const call = await screen.findByRole('link', { name: 'panic_call' })
    // there is no telephone here
    call.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(call)
    expect(await screen.findByText('panic_told')).toBeTruthy()
    expect(sent()).toEqual([alarm])
  })

  it('is sent again until the server has it', async () => {
    showPanic()
    await screen.findByRole('button', { name: 'panic_button' })
    press('panic_button')
    await screen.findByRole('button', { name: 'panic_desk' })
    vi.useFakeTimers()
    refuseFirst(way, refusal('not_ready', undefined, 503), refusal('not_ready', undefined, 503))
    press('panic_desk')
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByText('panic_sending')).toBeTruthy()
    for (let i = 0; i < 3; i++) await act(() => vi.advanceTimersByTimeAsync(3100))
    expect(sent()).toEqual([alarm, alarm, alarm])
    expect(screen.getByText('panic_told')).toBeTruthy()
  })

  it('outlives the page: without a network it goes on where the trip is shown again', async () => {
    refuseFirst(way, refusal('not_ready', undefined, 503))
    showPanic()
    await raise()
    await waitFor(() => expect(sent()).toEqual([alarm]))
    cleanup()
    showPanic()
    await waitFor(() => expect(sent()).toEqual([alarm, alarm]))
    cleanup()
    showPanic()
    await screen.findByRole('button', { name: 'panic_button' })
    expect(sent()).toHaveLength(2)
  })

  it('says why the server will not hear it, and stops', async () => {
    refuseFirst(way, refusal('wrong_step'))
    showPanic()
    await raise()
    expect(await screen.findByText('wrong_step')).toBeTruthy()
    expect(sent()).toHaveLength(1)
  })

  it('is for rides, and only where the operator has one', async () => {
    server.settings = { panic: false }
    show(
      server,
      <>
        <PanicButton booking={booking()} place={() => null} />
        <PhotoCard booking={parcel({ pickupImage: '/x' })} steps={makeSteps()} />
      </>,
    )
    await waitFor(() => none('panic_button'))
    cleanup()
    server.settings = { allowDeliveryPickupImageCapture: true }
    show(
      server,
      <>
        <PanicButton booking={parcel()} place={() => null} />
        <PhotoCard booking={parcel({ pickupImage: '/x' })} steps={makeSteps()} />
      </>,
    )
    // by then the settings are known
    await screen.findByText('photo_kept')
    none('panic_button')
  })
})

describe('an offer', () => {
  const task = {
    bookingId: 'B1',
    driverShare: '90.00',
    cashPaymentAmount: '100.00',
    cardPaymentAmount: '0.00',
    usedWalletMoney: '0.00',
    prepaid: false,
    category: 'taxi',
    parcelType: null,
    option: null,
    pickupDistanceM: 400,
    pickupDurationS: 60,
    tripDistanceM: 2000,
    tripDurationS: 300,
    pickupWay: null,
    tripWay: '',
    pickup,
    drop,
    carTypeName: 'City',
    customerFirstName: 'Rita',
    customerRating: null,
    askedAt: Date.now(),
    offerEndsAt: Date.now() + 15_000,
  } as unknown as Task
  const onAnswered = vi.fn()
  const onAside = vi.fn()
  const showOffer = () => show(server, <OfferDialog task={task} feed={makeCarFeed()} onAnswered={onAnswered} onAside={onAside} />)

  beforeEach(() => {
    onAnswered.mockClear()
    onAside.mockClear()
  })

  it('fills the screen with what the driver decides on, and is gone once accepted', async () => {
    showOffer()
    const dialog = await screen.findByRole('dialog', { name: 'offer_title' })
    expect(within(dialog).getByText('Valand')).toBeTruthy()
    expect(within(dialog).getByRole('timer')).toBeTruthy()
    press('task_accept', dialog)
    await waitFor(() => expect(onAnswered.mock.calls).toEqual([['B1']]))
    expect(sent().map(({ way }) => way)).toEqual(['POST /api/bookings/B1/accept'])
  })

  it('says why it cannot be accepted any more, and stays until the driver turns to something else', async () => {
    server.answers['POST /api/bookings/B1/accept'] = refusal('already_taken')
    showOffer()
    press('task_accept', await screen.findByRole('dialog'))
    expect(await screen.findByText('already_taken')).toBeTruthy()
    expect(onAnswered).not.toHaveBeenCalled()
    press('offer_later')
    expect(onAside.mock.calls).toEqual([['B1']])
  })

  it('is declined by one tap, also when the answer was lost on the way', async () => {
    refuseFirst('POST /api/bookings/B1/decline', refusal('not_ready', undefined, 503))
    showOffer()
    press('task_decline', await screen.findByRole('dialog'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'task_decline' }).getAttribute('data-loading')).toBeNull())
    expect(onAnswered).not.toHaveBeenCalled()
    press('task_decline')
    await waitFor(() => expect(onAnswered).toHaveBeenCalledTimes(1))
    expect(sent().map(({ way }) => way)).toEqual(['POST /api/bookings/B1/decline', 'POST /api/bookings/B1/decline'])
  })

  it.each([
    [true, 3],
    [false, 1],
  ])('blows the horn again and again where the operator wants it so, and once otherwise: %s', async (carHornRepeat, blows) => {
    const vibrate = vi.fn<(pattern: unknown) => boolean>()
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { vibrate }))
    server.settings = { carHornRepeat }
    vi.useFakeTimers({ shouldAdvanceTime: true })
    showOffer()
    await screen.findByRole('dialog', { name: 'offer_title' })
    await waitFor(() => expect(vibrate).toHaveBeenCalled())
    vibrate.mockClear()
    await act(() => vi.advanceTimersByTimeAsync(5100))
    expect(vibrate.mock.calls.filter(([pattern]) => Array.isArray(pattern))).toHaveLength(blows - 1)
  })
})
