import { screen } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { callError } from '../api/call.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CancelTooLate, isTooLateToCancel } from './cancel-too-late.tsx'
import { makeServer, press, show } from '../../test/server.tsx'

const server = makeServer()
const nothing = () => undefined

const bookingOf = (status: BookingView['status'], cancel: boolean) =>
  ({
    id: 'B1',
    status,
    category: 'taxi',
    acceptedAt: null,
    cancelSlabs: [],
    walletHold: '0.00',
    prepaid: false,
    may: { cancel },
  }) as unknown as BookingView

const signInRider = () => {
  server.settings = { deskNumber: '+46 31 12 34 56' }
  server.answers['GET /api/accounts/session'] = { me: { id: 'rita', userType: 'rider' }, demoSignIns: [], social: [] }
  server.answers['GET /api/cancel-reasons'] = { cancelReasons: [{ value: 0, label: 'Driver is late' }], version: 1 }
}

test('it is too late once the driver is there, not before and not after', () => {
  const late = (['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID'] as const).filter((status) =>
    isTooLateToCancel(bookingOf(status, false)),
  )
  expect(late).toEqual(['ARRIVED', 'STARTED'])
  expect(isTooLateToCancel(bookingOf('ARRIVED', true))).toBe(false)
})

test('at the pickup the desk can still cancel, on the trip it helps: both with its number', async () => {
  server.settings = { deskNumber: '+46 31 12 34 56' }
  const at = show(server, <CancelTooLate booking={bookingOf('ARRIVED', false)} />)
  await screen.findByText('cancel_too_late_arrived')
  expect((await screen.findByRole('link', { name: 'desk_call' })).getAttribute('href')).toBe('tel:+4631123456')
  at.unmount()
  show(server, <CancelTooLate booking={bookingOf('STARTED', false)} />)
  await screen.findByText('cancel_too_late_started')
})

test('a rider who was choosing a reason as the driver came reads by the refusal whom to call', async () => {
  signInRider()
  const cause = callError({ key: 'wrong_step', message: 'wrong_step', status: 409 })
  server.answers['POST /api/bookings/B1/cancel'] = () =>
    new Response(JSON.stringify({ error: { key: cause.key, message: cause.message, requestId: 'r' } }), { status: 409 })
  show(server, <CancelDialog booking={bookingOf('ACCEPTED', true)} opened onClose={nothing} />)
  ;(await screen.findByRole('radio', { name: 'Driver is late' })).click()
  await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'cancel_confirm' }).disabled).toBe(false)
  press('cancel_confirm')
  await screen.findByText('cancel_too_late_arrived')
  expect(screen.getByRole('link', { name: 'desk_call' }).getAttribute('href')).toBe('tel:+4631123456')
  expect(screen.queryByRole('button', { name: 'cancel_confirm' })).toBeNull()
})
