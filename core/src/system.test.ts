import { expect, it } from 'vitest'
import { checkBackup, checkProof, judgeSystem, type SystemCheck } from './system.ts'

const now = Date.UTC(2026, 10, 23)
const hourMs = 3_600_000

it.each([
  [null, false, 'warning', 'backup_none'],
  [null, true, 'ok', null],
  [now - 48 * hourMs, false, 'ok', null],
  [now - 48 * hourMs - 1, false, 'warning', 'backup_old'],
])('takes a backup of %s (a demo: %s) for %s', (backupAt, isDemo, state, trouble) => {
  expect(checkBackup({ now, isDemo, backupAt })).toEqual({ name: 'backup', state, trouble })
})

it('takes a proof that failed for a failure, and one that was never made for not known', () => {
  expect(checkProof('books', true)).toEqual({ name: 'books', state: 'ok', trouble: null })
  expect(checkProof('audit', false)).toEqual({ name: 'audit', state: 'failing', trouble: 'audit_broken' })
  expect(checkProof('audit', null)).toEqual({ name: 'audit', state: 'unknown', trouble: null })
})

const checks = (...states: SystemCheck['state'][]) => states.map((state): SystemCheck => ({ name: 'disk', state, trouble: null }))

it('judges the whole by the worst of what is known', () => {
  expect(judgeSystem(checks('ok', 'unknown'))).toBe('ok')
  expect(judgeSystem(checks('ok', 'warning', 'unknown'))).toBe('warning')
  expect(judgeSystem(checks('failing', 'warning', 'ok'))).toBe('failing')
})
