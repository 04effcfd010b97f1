import { screen, waitFor } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { makeServer, press, show, writesOf } from '../../test/server.tsx'
import { CancelUnpaid } from './cancel-unpaid.tsx'

const server = makeServer()

test('who gives an unpaid booking up by keyboard stands on the way back', async () => {
  show(server, <CancelUnpaid booking={{ id: 'B1', status: 'PAYMENT_PENDING' } as unknown as BookingView} />)
  press('cancel_confirm')
  const undo = await screen.findByRole('button', { name: 'undo' })
  await waitFor(() => expect(document.activeElement).toBe(undo))
  press('undo')
  expect(screen.getByRole('button', { name: 'cancel_confirm' })).toBeTruthy()
  expect(writesOf(server)).toEqual([])
})
