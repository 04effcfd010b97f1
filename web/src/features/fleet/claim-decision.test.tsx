import { screen, waitFor } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import type { FareClaim } from '@wayfare/contract/fare-claim'
import { expect, test } from 'vitest'
import { ClaimPanel } from '../../shared/claim-panel.tsx'
import { makeServer, press, show, type, writesOf } from '../../../test/server.tsx'
import { ClaimDecision } from './claim-decision.tsx'

const server = makeServer()

const open: FareClaim = {
  state: 'open',
  promised: '100.00',
  measured: '300.00',
  amount: '170.00',
  convenienceFees: '15.00',
  driverShare: '155.00',
  discountAmount: '0.00',
  payableAmount: '170.00',
  openedAt: 0,
  lapsesAt: 1,
  decidedAt: null,
  reason: null,
  paidAt: null,
  paidBy: null,
}

const rita = { id: 'rita', email: 'rita@taxi.example', firstName: 'Rita', lastName: 'Ek', mobile: '+46701740600' }

const bookingWith = (claim: FareClaim | null, may: Partial<BookingView['may']> = {}) =>
  ({
    id: 'B1',
    status: 'PAID',
    customer: 'rita',
    customerName: 'Rita Ek',
    driver: 'dan',
    driverName: 'Dan Ask',
    payableAmount: '130.00',
    tripCost: '130.00',
    claim,
    may,
  }) as unknown as BookingView

const showAs = (me: { id: string } | null, booking: BookingView) => {
  server.answers['GET /api/accounts/session'] = { me, demoSignIns: [], social: [] }
  return show(
    server,
    <ClaimPanel booking={booking}>
      <ClaimDecision booking={booking} />
    </ClaimPanel>,
  )
}

test('a trip within its promise says nothing', () => {
  expect(showAs(null, bookingWith(null)).container.querySelector('[role=alert]')).toBeNull()
})

test('the desk grants or refuses with a reason, and is told when it gives none', async () => {
  showAs({ id: 'ada' }, bookingWith(open, { decideClaim: true }))
  expect(await screen.findByText('claim_open_desk')).toBeTruthy()
  press('claim_grant')
  const dialog = await screen.findByRole('dialog', { name: 'claim_grant_title' })
  press('claim_grant', dialog)
  expect(await screen.findByText('proper_claim_reason')).toBeTruthy()
  expect(writesOf(server)).toEqual([])
  type('claim_reason_label', 'The road was closed')
  press('claim_grant', dialog)
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  expect(writesOf(server)[0]).toMatchObject({
    way: 'POST /api/bookings/B1/claim',
    body: { grant: true, reason: 'The road was closed' },
  })
})

test('each side reads its own part of it, and who may not decide sees no way to', async () => {
  const view = showAs({ id: 'dan' }, bookingWith(open))
  expect(await screen.findByText('claim_open_driver')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  view.unmount()
  showAs({ id: 'rita' }, bookingWith({ ...open, state: 'refused', reason: 'No reason for the detour', decidedAt: 2 }))
  expect(await screen.findByText('claim_refused_rider')).toBeTruthy()
  expect(screen.getByText('claim_reason')).toBeTruthy()
})

test('the rider pays what was granted from the wallet or by card, and sees when it is paid', async () => {
  server.answers['GET /api/functions/get_providers'] = []
  const granted: FareClaim = { ...open, state: 'granted', decidedAt: 2, reason: 'The road was closed' }
  const view = showAs({ ...rita }, bookingWith(granted, { payClaim: true, pay: true }))
  expect(await screen.findByText('claim_owed_rider')).toBeTruthy()
  press('claim_pay_wallet')
  await waitFor(() => expect(writesOf(server)[0]?.way).toBe('POST /api/bookings/B1/claim/payment'))
  press('pay_now')
  expect(await screen.findByRole('dialog', { name: 'pay_amount' })).toBeTruthy()
  view.unmount()
  showAs({ id: 'rita' }, bookingWith({ ...granted, paidAt: 3, paidBy: 'wallet' }))
  expect(await screen.findByText('claim_paid_rider')).toBeTruthy()
})
