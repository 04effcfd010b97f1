import { fireEvent, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import english from '../../../../server/src/db/texts/en.json' with { type: 'json' }
import { makeServer, press, show, writesOf } from '../../../test/server.tsx'
import { EarningReportsPage } from './earning-reports-page.tsx'
import { LanguageSettingsPage } from './language-settings-page.tsx'
import { NotificationsPage } from './notifications-page.tsx'
import { PaymentsPage } from './payments-page.tsx'
import { PromosPage } from './promos-page.tsx'
import { WithdrawsPage } from './withdraws-page.tsx'

const server = makeServer()
const nothing = { nextCursor: null, count: 0 }
const amounts = { tripCost: '0', rideCost: '0', convenienceFee: '0', discountAmount: '0', profit: '0', refunds: '0' }
const figures = { rides: 0, ...amounts }

type Case = { Page: ComponentType; way: string; answer: unknown; key: keyof typeof english; words: string }
const withdraws = { ...nothing, withdraws: [], waiting: { count: 0, amount: '0.00' } }
const noData = { key: 'no_data', words: 'No data available.' } as const

test.each<[string, Case]>([
  ['promos', { Page: PromosPage, way: 'promos', answer: { promos: [] }, key: 'no_promos', words: 'No promos available.' }],
  [
    'withdrawals',
    { Page: WithdrawsPage, way: 'withdraws', answer: withdraws, key: 'no_withdraws', words: 'No WITHDRAWS available.' },
  ],
  ['earning reports', { Page: EarningReportsPage, way: 'reports/earnings', answer: { rows: [], total: figures }, ...noData }],
  ['notifications', { Page: NotificationsPage, way: 'notifications', answer: { ...nothing, campaigns: [] }, ...noData }],
  [
    'languages',
    {
      Page: LanguageSettingsPage,
      way: 'languages/all',
      answer: { languages: [] },
      key: 'no_languages',
      words: 'No Languages available.',
    },
  ],
])('without %s the table says so in the words of the specification', async (_what, { Page, way, answer, key, words }) => {
  server.answers[`GET /api/${way}`] = answer
  show(server, <Page />)
  expect((await screen.findAllByText(key)).length).toBeGreaterThan(0)
  expect(english[key]).toBe(words)
  expect(writesOf(server)).toEqual([])
})

test('before the first payment nobody is told that none matches, as nothing was asked for', async () => {
  server.answers['GET /api/payments'] = { ...nothing, payments: [] }
  show(server, <PaymentsPage />)
  expect((await screen.findAllByText('payments_none')).length).toBeGreaterThan(0)
  expect(english.payments_none).toBe('No payments yet.')
})

test('a filter that hides all withdrawals is not the same as none at all', async () => {
  server.answers['GET /api/withdraws'] = { ...nothing, withdraws: [], waiting: { count: 3, amount: '60.00' } }
  show(server, <WithdrawsPage />)
  await screen.findByText('no_withdraws')
  press('table_filters')
  fireEvent.change(screen.getByRole('combobox', { name: 'withdraw_state_head' }), { target: { value: 'processed' } })
  await screen.findByText('no_data')
  expect(screen.queryByText('no_withdraws')).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'table_clear_filter' })[0]!)
  await screen.findByText('no_withdraws')
})

test('a table that cannot be read says why, is not told to be empty, and reads again', async () => {
  server.answers['GET /api/promos'] = () => Promise.reject(new TypeError('failed'))
  show(server, <PromosPage />)
  await screen.findByText('Fetch Call Error')
  expect(screen.queryByText('no_promos')).toBeNull()
  server.answers['GET /api/promos'] = { promos: [] }
  fireEvent.click(screen.getByRole('button', { name: 'try_again' }))
  await screen.findByText('no_promos')
})
