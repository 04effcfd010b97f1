import { screen, waitFor } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Role } from '@wayfare/core/accounts'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { HomePage } from './home-page.tsx'

const server = makeServer()

const booking = (id: string, part: Partial<BookingView> = {}) =>
  ({
    id,
    status: 'STARTED',
    category: 'taxi',
    bookingDate: 0,
    bookLater: false,
    prepaid: false,
    cashPaymentAmount: '0.00',
    cardPaymentAmount: '0.00',
    drop: { lat: 57.7, lng: 11.97, add: `to ${id}` },
    claim: null,
    ...part,
  }) as BookingView

const later = (id: string, inDays: number) => {
  const at = Date.now() + inDays * 86_400_000
  return booking(id, { status: 'NEW', bookLater: true, tripdate: at, releaseAt: at, bookingDate: Date.now() })
}

const lists: Record<string, BookingView[]> = {}
beforeEach(() => {
  Object.assign(lists, { active: [], owed: [] })
  server.answers['GET /api/bookings'] = () => {
    const scope = new URLSearchParams(server.sent.at(-1)?.query).get('scope') ?? ''
    return { bookings: lists[scope] ?? [], nextCursor: null, count: null }
  }
})

const asked = () => server.sent.filter(({ way }) => way === 'GET /api/bookings')

const open = (userType: Role | null) => {
  const me = userType && { id: 'one', userType, firstName: 'Rita', lastName: 'Ek', country: null }
  server.answers['GET /api/accounts/session'] = { me, demoSignIns: [], social: [] }
  show(server, <HomePage />)
}
const section = () => screen.findByRole('region', { name: 'active_trip' })
const links = async () => [...(await section()).querySelectorAll('a')].map((link) => link.getAttribute('href'))

test('a rider sees the trip that goes on above the form, and is one tap away from it', async () => {
  lists['active'] = [booking('B1')]
  open('rider')
  expect(await links()).toEqual(['/bookings/B1'])
  expect((await section()).textContent).toContain('trip_on_trip')
})

test('a trip that waits for its money is there, before those for later, however many they are', async () => {
  const days = [1, 2, 3, 4].map((inDays) => later(`L${inDays}`, inDays))
  lists['active'] = [...days, booking('B1', { status: 'PENDING', cardPaymentAmount: '105.00' })]
  open('rider')
  expect(await links()).toEqual(['/bookings/B1', '/bookings/L1', '/bookings/L2'])
  expect((await section()).textContent).toContain('trip_please_pay_card')
})

test('so is one that is complete, when the desk granted more than was paid; it stands there once', async () => {
  const claim = { state: 'granted', paidAt: null, payableAmount: '40.00' } as BookingView['claim']
  const [done, paid] = [booking('B1', { status: 'COMPLETE', claim }), booking('B2', { status: 'PAID', claim })]
  Object.assign(lists, { owed: [done, paid], active: [booking('B3'), paid] })
  open('rider')
  await waitFor(async () => expect(await links()).toEqual(['/bookings/B1', '/bookings/B2', '/bookings/B3']))
  expect((await section()).textContent).toContain('own_trip_owed')
})

test('without such a trip there is nothing', async () => {
  open('rider')
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(screen.queryByRole('region', { name: 'active_trip' })).toBeNull()
})

test.each([null, 'driver', 'fleetadmin', 'admin'] as const)('for %s no trips are asked for', async (userType) => {
  open(userType)
  await waitFor(() => expect(server.sent.some(({ way }) => way === 'GET /api/accounts/session')).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(asked()).toEqual([])
})
