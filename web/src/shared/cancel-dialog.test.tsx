import { screen } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { makeServer, press, refusal, show, writesOf } from '../../test/server.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

const server = makeServer()

const booking = {
  id: 'B1',
  status: 'NEW',
  category: 'taxi',
  acceptedAt: null,
  cancelSlabs: [{ minsDelayed: 0, amount: '15.00' }],
  walletHold: '0.00',
  prepaid: false,
  may: { cancel: true },
} as unknown as BookingView

const cancelAs = async (userType: string) => {
  server.answers['GET /api/accounts/session'] = { me: { id: 'rita', userType }, demoSignIns: [], social: [] }
  server.answers['GET /api/cancel-reasons'] = { cancelReasons: [{ value: 0, label: 'Driver is late' }], version: 1 }
  server.answers['POST /api/bookings/B1/cancel'] = () => refusal('cancel_costs_more', undefined, 409)
  show(server, <CancelDialog booking={booking} opened onClose={() => undefined} />)
  ;(await screen.findByRole('radio', { name: 'Driver is late' })).click()
  await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'cancel_confirm' }).disabled).toBe(false)
  press('cancel_confirm')
  await screen.findAllByText('cancel_costs_more')
  return writesOf(server).at(-1)?.body
}

test('a rider cancels at what the dialog said, and is asked again where a driver accepted meanwhile', async () => {
  expect(await cancelAs('rider')).toEqual({ reason: 'Driver is late', fee: '0.00' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'cancel_confirm' }).disabled).toBe(false)
})

test('the desk, which pays nothing, names no amount', async () => {
  expect(await cancelAs('admin')).toEqual({ reason: 'Driver is late' })
})
