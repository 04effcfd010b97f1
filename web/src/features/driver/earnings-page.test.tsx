import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, press, show } from '../../../test/server.tsx'
import { EarningsPage } from './earnings-page.tsx'
import type { EarningsWeek } from './use-earnings-week.ts'

const server = makeServer()

const none = { trips: 0, driverShare: '0.00', tips: '0.00', cancelFees: '0.00', earned: '0.00', cashCollected: '0.00' }
const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}`

const week = (first: number, part: Partial<EarningsWeek> = {}): EarningsWeek => ({
  from: day(first),
  today: '2026-06-09',
  total: none,
  days: Array.from({ length: 7 }, (_, i) => ({ day: day(first + i), ...none })),
  trips: [],
  ...part,
})

const sums = { trips: 1, driverShare: '90.00', tips: '12.00', cancelFees: '0.00', earned: '102.00', cashCollected: '105.00' }
const trip = { at: 1, kind: 'trip' as const, from: 'Valand', to: 'Götaplatsen', earned: '90.00', cashCollected: '105.00' }
const thisWeek = week(8, {
  total: sums,
  days: week(8).days.map((one) => (one.day === day(8) ? { day: one.day, ...sums } : one)),
  trips: [
    { ...trip, kind: 'tip', earned: '12.00', cashCollected: '0.00', bookingId: 'B1', day: day(8) },
    { ...trip, bookingId: 'B1', day: day(8) },
  ] as EarningsWeek['trips'],
})

const answer = (balance: string) => {
  server.answers['GET /api/driver/earnings'] = sums
  server.answers['GET /api/driver/earnings/week'] = () => (server.sent.at(-1)?.query === '?day=2026-06-01' ? week(1) : thisWeek)
  server.answers['GET /api/wallet'] = { balance, held: '0.00', holds: [], entries: [], nextCursor: null }
}

test('a driver reads the week, its days down to each trip, and who owes whom', async () => {
  answer('-15.00')
  show(server, <EarningsPage />)
  const card = await screen.findByRole('region', { name: 'earnings_this_week' })
  // Monday and Tuesday, which is today: what lies ahead is no day yet
  expect(card.querySelectorAll('[class*=day]')).toHaveLength(2)
  const [tip, ride] = within(card).getAllByRole('link', { hidden: true })
  expect(ride?.getAttribute('href')).toBe('/bookings/B1')
  expect(tip?.textContent).toContain('tip12')
  // with the tips, and how much of it they are
  expect(card.textContent).toContain('102')
  expect(within(card).getByText('earnings_tips')).toBeTruthy()
  const cash = await screen.findByRole('region', { name: 'cash_title' })
  await waitFor(() => expect(within(cash).getByText('cash_owed')).toBeTruthy())
  expect(cash.textContent).toContain('105')
  expect(cash.textContent).not.toContain('-15')
})

test('the weeks before are one tap away, and nothing lies after this one', async () => {
  answer('20.00')
  show(server, <EarningsPage />)
  expect(await screen.findByText('cash_coming')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'earnings_week_after' })).toHaveProperty('disabled', true)
  press('earnings_week_before')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'earnings_this_week' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'earnings_week_after' }))
  expect(await screen.findByRole('region', { name: 'earnings_this_week' })).toBeTruthy()
})
