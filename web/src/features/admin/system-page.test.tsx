import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { SystemView } from '@wayfare/contract/system'
import { systemChecks } from '@wayfare/core/system'
import { expect, test, vi } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { SystemPage } from './system-page.tsx'

const at = Date.UTC(2026, 10, 23, 9)
const fine: SystemView = {
  at,
  state: 'ok',
  checks: systemChecks.map((name) => ({ name, state: 'ok', trouble: null })),
  version: '0.2.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  node: '22.1.0',
  postgres: '17.2',
  startedAt: at - 3_600_000,
  freeBytes: 12_340_000_000,
  news: { lagS: 0, cause: null },
  jobs: { waiting: 3, waitingOutside: 0, oldestS: 0.2, failing: 0, failed: [] },
  backup: { at, bytes: 5_000_001, isEncrypted: true },
  backupIsElsewhere: false,
  backupFolder: '/mnt/backups',
  proofs: { books: { at, holds: true }, audit: null },
  alerts: { mail: 0, webhook: false },
}
const queue = { waiting: 3, waitingOutside: 0, oldestS: 0.2, failing: 0 }
const failed = { name: 'notifications.message', count: 2, lastAt: at, problem: 'service' as const }
const withCheck = (check: SystemView['checks'][number], part: Partial<SystemView> = {}): SystemView => ({
  ...fine,
  state: check.state === 'failing' ? 'failing' : 'warning',
  checks: fine.checks.map((one) => (one.name === check.name ? check : one)),
  ...part,
})

const server = makeServer()
const open = (view: SystemView) => {
  server.answers['GET /api/system'] = view
  show(server, <SystemPage />)
}
const stateWords = () => screen.getAllByText(/^system_state_/).map((badge) => badge.textContent)

test('says that all is well, what runs, and that nobody would be told', async () => {
  open(fine)
  expect(await screen.findByRole('heading', { name: 'system_well' })).toBeDefined()
  expect(stateWords()).toEqual(systemChecks.map(() => 'system_state_ok'))
  for (const text of [
    '0.2.0',
    '22.1.0',
    '17.2',
    '0123456789',
    'system_backup_encrypted',
    '/mnt/backups',
    'audit_never',
    'ledger_holds',
  ])
    expect(screen.getByText(text)).toBeDefined()
  expect(screen.getByText('system_alerts_none')).toBeDefined()
})

test('names what needs somebody first, with what to do', async () => {
  const view = withCheck({ name: 'books', state: 'failing', trouble: 'books_broken' })
  open({
    ...view,
    checks: view.checks.map((one) =>
      one.name === 'disk' ? { ...one, state: 'warning', trouble: 'disk_low', folder: '/mnt/files' } : one,
    ),
  })
  expect(await screen.findByRole('heading', { name: /^system_needs/ })).toBeDefined()
  expect(stateWords().slice(0, 3)).toEqual(['system_state_failing', 'system_state_warning', 'system_state_ok'])
  for (const text of ['system_trouble_books_broken', 'system_do_books_broken', 'system_do_disk_low'])
    expect(screen.getByText(text)).toBeDefined()
  expect(screen.getAllByText(/^system_disk_folder/)).toHaveLength(1)
  expect(screen.queryByText('system_well')).toBeNull()
})

test('says what holds live news back, that there is no backup, and who is told', async () => {
  const news = { lagS: 75, cause: 'a transaction of process 7' }
  open(
    withCheck(
      { name: 'events', state: 'failing', trouble: 'news_late' },
      { news, backup: null, alerts: { mail: 2, webhook: true }, jobs: null, postgres: null },
    ),
  )
  expect(await screen.findByText('a transaction of process 7')).toBeDefined()
  expect(screen.getByText(/^system_backup_never/)).toBeDefined()
  expect(screen.getByText(/^system_alerts_mail/)).toBeDefined()
  expect(screen.getByText('system_alerts_webhook')).toBeDefined()
  expect(screen.queryByText('system_alerts_none')).toBeNull()
})

const withFailed = () =>
  withCheck({ name: 'failedJobs', state: 'warning', trouble: 'jobs_failed' }, { jobs: { ...queue, failed: [failed] } })

test('tries failed jobs again, and shows what came of it', async () => {
  open(withFailed())
  const list = await screen.findByRole('list', { name: 'system_check_failedJobs' })
  expect(within(list).getByText('system_job_problem_service')).toBeDefined()
  server.answers['POST /api/system/jobs/retry'] = { count: 2 }
  server.answers['GET /api/system'] = fine
  fireEvent.click(within(list).getByRole('button', { name: 'system_retry' }))
  expect(await screen.findByRole('heading', { name: 'system_well' })).toBeDefined()
  expect(server.sentTo('POST /api/system/jobs/retry').map(({ body }) => body)).toEqual([{ name: 'notifications.message' }])
})

test('asks before it lets them go', async () => {
  open(withFailed())
  fireEvent.click(await screen.findByRole('button', { name: 'system_forget' }))
  const dialog = await screen.findByRole('dialog')
  expect(server.sentTo('POST /api/system/jobs/forget')).toEqual([])
  server.answers['POST /api/system/jobs/forget'] = { count: 2 }
  server.answers['GET /api/system'] = fine
  fireEvent.click(within(dialog).getByRole('button', { name: 'system_forget' }))
  await waitFor(() => expect(server.sentTo('POST /api/system/jobs/forget')).toHaveLength(1))
  expect(await screen.findByRole('heading', { name: 'system_well' })).toBeDefined()
})

test('proves the books now, and looks again', async () => {
  open(fine)
  server.answers['POST /api/ledger/proofs'] = {
    id: 'P1',
    at,
    tookMs: 5,
    by: null,
    holds: false,
    accounts: 1,
    transactions: 0,
    entries: 0,
    sums: [],
    wrongAccounts: 1,
    wrongTransactions: 0,
    faults: [],
  }
  const button = await screen.findByRole('button', { name: 'books_prove: nav_books' })
  server.answers['GET /api/system'] = { ...fine, proofs: { books: { at, holds: false }, audit: null } }
  fireEvent.click(button)
  expect(await screen.findByText('ledger_broken')).toBeDefined()
})

test('looks again by itself after fifteen seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open(fine)
  await screen.findByRole('heading', { name: 'system_well' })
  server.answers['GET /api/system'] = withCheck({ name: 'disk', state: 'warning', trouble: 'disk_low' })
  await vi.advanceTimersByTimeAsync(15_100)
  expect(await screen.findByText('system_do_disk_low')).toBeDefined()
})

test('says so when nobody answers for it', async () => {
  server.answers['GET /api/system'] = () =>
    Response.json({ error: { key: 'server_error', message: '', requestId: 'r' } }, { status: 503 })
  show(server, <SystemPage />)
  expect(await screen.findByRole('alert')).toBeDefined()
})
