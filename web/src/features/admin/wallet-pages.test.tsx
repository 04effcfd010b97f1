import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { AddToWalletPage } from './add-to-wallet-page.tsx'
import { WithdrawsPage } from './withdraws-page.tsx'

// the dialogs are files of their own, fetched when they are needed
configure({ asyncUtilTimeout: 10_000 })

const bank = { bankName: 'Handelsbanken', bankCode: '6112', bankAccount: '123' }
const paid = { id: 'W1', uid: 'd', date: 1, name: 'Amira Haddad', amount: '41.50', processed: true, processDate: 2, ...bank }
const waiting = { ...paid, id: 'W2', name: '=cmd()', processed: false, processDate: null }
const owner = {
  id: 'maja',
  userType: 'rider',
  firstName: 'Maja',
  lastName: 'Lund',
  email: null,
  mobile: null,
  contactHidden: true,
  walletBalance: '100.00',
}

type Sent = { way: string; body: unknown; once: string | null }
let sent: Sent[] = []
let settings = {}
let asked: string[] = []

const json = (body: unknown) => new Response(JSON.stringify(body))

const serve = (url: string, init: { method: string; body: string | null; headers: Record<string, string> }) => {
  const way = `${init.method} ${new URL(url, 'https://taxi.example').pathname}`
  asked.push(way)
  if (init.method !== 'GET')
    sent.push({ way, body: init.body && (JSON.parse(init.body) as unknown), once: init.headers['idempotency-key'] ?? null })
  const all: Record<string, unknown> = {
    'GET /api/settings': { settings: { ...publicSettings(defaultSettings), ...settings }, demo: false, serverTime: 0 },
    'GET /api/accounts/session': { me: null, demoSignIns: [], social: [] },
    'GET /api/withdraws': { withdraws: [waiting, paid], nextCursor: null, count: 2, waiting: { count: 1, amount: '41.50' } },
    'POST /api/withdraws/W2/complete': { ...waiting, processed: true, processDate: 3 },
    'GET /api/wallets/search': { owners: [owner] },
    'GET /api/people/maja': { person: { ...owner, createdAt: 0 } },
    'GET /api/people/ada': { person: { ...owner, id: 'ada', userType: 'admin' } },
    'POST /api/wallets/credit': { user: 'maja', amount: '12.50', balance: '112.50' },
  }
  return Promise.resolve(json(all[way] ?? {}))
}

const show = (page: ReactNode, at = '/') =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <SessionProvider>
          <AlertProvider>
            <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
          </AlertProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )

const button = (name: string, place: HTMLElement = document.body) => within(place).getByRole('button', { name })

beforeEach(() => {
  sent = []
  asked = []
  settings = {}
  localStorage.clear()
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal(
    'WebSocket',
    class {
      addEventListener() {}
      close() {}
      send() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a withdrawal is completed after a question, with a key; one that is paid out cannot be', async () => {
  show(<WithdrawsPage />)
  const done = await screen.findByRole('row', { name: /W1/ })
  expect(button('withdraw_complete', done)).toHaveProperty('disabled', true)
  fireEvent.click(button('withdraw_complete', screen.getByRole('row', { name: /W2/ })))
  const dialog = await screen.findByRole('dialog', { name: 'withdraw_complete_title' })
  expect(sent).toEqual([])
  fireEvent.click(button('withdraw_complete', dialog))
  await waitFor(() => expect(sent.map(({ way }) => way)).toEqual(['POST /api/withdraws/W2/complete']))
  expect(sent[0]?.once).toMatch(/^[0-9a-f]{32}$/)
})

test('the bank is shown where it is asked for, and nothing is exported while critical edits are locked', async () => {
  settings = { bankFields: false, allowCriticalEditsAdmin: false }
  show(<WithdrawsPage />)
  await screen.findByRole('row', { name: /W1/ })
  expect(screen.queryByRole('columnheader', { name: 'profile_bank_account' })).toBeNull()
  expect(button('report_export')).toHaveProperty('disabled', true)
  cleanup()
  settings = { bankFields: true, allowCriticalEditsAdmin: true }
  show(<WithdrawsPage />)
  await screen.findByRole('columnheader', { name: 'profile_bank_account' })
})

test('nothing is added without a person and an amount; with both it is sent once, and told', async () => {
  show(<AddToWalletPage />)
  fireEvent.click(button('nav_add_to_wallet'))
  expect((await screen.findByRole('dialog')).textContent).toContain('no_details_error')
  expect(sent).toEqual([])
  fireEvent.click(button('close'))
  // the focus comes back from the dialog first
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const who = screen.getByRole('combobox')
  fireEvent.focus(who)
  fireEvent.change(who, { target: { value: 'maja' } })
  expect((await screen.findByRole('option')).textContent).toContain('contact_hidden')
  fireEvent.keyDown(who, { key: 'Enter' })
  fireEvent.change(screen.getByRole('textbox', { name: 'wallet_amount' }), { target: { value: '12,5' } })
  await waitFor(() => expect(screen.getByText(/112\.50/)).toBeDefined())
  fireEvent.click(button('nav_add_to_wallet'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ way: 'POST /api/wallets/credit', body: { user: 'maja', amount: '12.5', note: '' } })
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('success'))
})

test('whom the address names is chosen already, unless they have no wallet', async () => {
  show(<AddToWalletPage />, '/addtowallet?user=maja')
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveProperty('value', 'Maja Lund'))
  cleanup()
  show(<AddToWalletPage />, '/addtowallet?user=ada')
  await waitFor(() => expect(asked).toContain('GET /api/people/ada'))
  expect(screen.getByRole('combobox')).toHaveProperty('value', '')
})
