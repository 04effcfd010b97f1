import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { NoticesPanel } from './notices-panel.tsx'

const server = makeServer()

const notice = (given: object) => ({
  provider: 'stripe',
  mode: 'live',
  eventId: 'evt_1',
  paymentId: null,
  receivedAt: 1_763_812_800_000,
  state: 'refused',
  problem: 'unknown_notice',
  count: 1,
  type: null,
  amount: null,
  currency: null,
  ...given,
})

const rowsOf = async (notices: object[]): Promise<HTMLElement[]> => {
  server.answers['GET /api/payments/notices'] = { notices }
  show(server, <NoticesPanel />)
  return screen.findAllByRole('listitem')
}

test('each notice says what it is and how much it names, in its own currency', async () => {
  const [dispute, payment, forged] = await rowsOf([
    notice({ type: 'charge.dispute.created', amount: '1250.50', currency: 'EUR' }),
    notice({ eventId: 'evt_2', type: 'payment', state: 'received', problem: null, paymentId: 'WF7K2M9Q4X' }),
    notice({ eventId: 'forged 2939688', problem: 'forged_notice', count: 3 }),
  ])
  expect(dispute?.textContent).toMatch(/charge\.dispute\.created · .*1,250\.50/)
  expect(dispute?.textContent).toMatch(/€|EUR/)
  expect(within(payment!).getByText('payment')).toBeTruthy()
  expect(payment?.textContent).not.toMatch(/\d\.\d\d/)
  expect(within(payment!).getByRole('link', { name: 'WF7K2M9Q4X' }).getAttribute('href')).toBe('/payments/WF7K2M9Q4X')
  expect(forged?.textContent).toContain('problem_forged_notice')
  expect(forged?.textContent).toContain('payment_notice_times')
})

test('without any the panel says so', async () => {
  server.answers['GET /api/payments/notices'] = { notices: [] }
  show(server, <NoticesPanel />)
  expect(await screen.findByText('payment_notices_none')).toBeTruthy()
})
