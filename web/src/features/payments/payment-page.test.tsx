import { screen } from '@testing-library/react'
import type { Payment } from '@wayfare/contract/payments'
import { asId } from '@wayfare/core/ids'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { PaymentPage } from './payment-page.tsx'

const server = makeServer()

const declined = (id: string, more: Partial<Payment>): Payment => ({
  id: asId(id),
  purpose: 'tip',
  bookingId: asId('B1'),
  provider: 'stripe',
  mode: 'sandbox',
  amount: '20.00',
  currency: 'SEK',
  status: 'failed',
  settledAs: null,
  refunded: '0.00',
  createdAt: 1,
  settledAt: null,
  ...more,
})

const showPayment = (payment: Payment) => {
  server.answers[`GET /api/payments/${payment.id}`] = payment
  server.answers['GET /functions/get_providers'] = []
  const pages = (
    <Routes>
      <Route path="/payments/:id" element={<PaymentPage />} />
    </Routes>
  )
  return show(server, pages, `/payments/${payment.id}`)
}

test('a tip that can no longer be given is not offered to be tried again', async () => {
  server.answers['GET /api/bookings/B1/tip'] = { given: { amount: '30.00', at: 1, by: 'wallet' }, offer: null }
  showPayment(declined('P1', {}))
  expect(await screen.findByText('payment_not_needed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'try_again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'payment_see_booking' })).toBeTruthy()
})

test('one that can be given still is', async () => {
  const offer = { amounts: ['20.00'], most: '200.00', until: 9, balance: '0.00' }
  server.answers['GET /api/bookings/B1/tip'] = { given: null, offer }
  showPayment(declined('P2', {}))
  expect(await screen.findByRole('button', { name: 'try_again' })).toBeTruthy()
})

test('a top-up in a currency that is no longer the town’s is not offered to be tried again', async () => {
  server.settings = { code: 'EUR' }
  showPayment(declined('P3', { purpose: 'topUp', bookingId: null }))
  expect(await screen.findByRole('link', { name: 'payment_see_wallet' })).toBeTruthy()
  await expect.poll(() => screen.queryByRole('button', { name: 'try_again' })).toBeNull()
})
