import { expect, test } from 'vitest'
import { ownKeys } from '@wayfare/core/errors'
import { specificationKeys } from '@wayfare/core/specification-keys'
import { chooseFailureTitle, chooseInputTitle, describeWait } from './failures.ts'

const limited = (retryAfterS: unknown) => ({
  key: 'rate_limited',
  message: '',
  requestId: 'r1',
  status: 429,
  details: { retryAfterS },
})

test('a lock names its seconds, its minutes, or its hours', () => {
  expect(describeWait(limited(1))).toEqual({ key: 'rate_limited_seconds', count: 1 })
  expect(describeWait(limited(11.2))).toEqual({ key: 'rate_limited_seconds', count: 12 })
  expect(describeWait(limited(60))).toEqual({ key: 'rate_limited_minutes', count: 1 })
  expect(describeWait(limited(841))).toEqual({ key: 'rate_limited_minutes', count: 15 })
  expect(describeWait(limited(50_000))).toEqual({ key: 'rate_limited_hours', count: 14 })
  for (const nothing of [undefined, 0, -5, 'soon']) expect(describeWait(limited(nothing))).toBeNull()
  expect(describeWait({ ...limited(841), key: 'conflict' })).toBeNull()
})

/** Those that the specification words without a key of its own. */
const wordedElsewhere = [
  'base_settings_error_1',
  'base_settings_error_2',
  'default_language',
  'fetch_call_error',
  'json_error',
  'no_route_found',
  'user_token_error',
]

const failureOf = (key: string, status: number) => ({ key, status, message: '', requestId: null })
const isAlert = (title: string) => title === 'alert_title'

test('“Alert” is the title of what the specification words itself, and of nothing else', () => {
  const keys = [...specificationKeys, ...ownKeys, ...wordedElsewhere, 'amount_unsure', 'email_verify_no_mail']
  const literal = [...specificationKeys, ...wordedElsewhere].toSorted()

  expect([...new Set(keys.filter((key) => isAlert(chooseInputTitle(key))))].toSorted()).toEqual(literal)

  for (const status of [0, 400, 403, 404, 409, 422, 429, 500, 502])
    expect([...new Set(keys.filter((key) => isAlert(chooseFailureTitle(failureOf(key, status)))))].toSorted()).toEqual(literal)
  expect(chooseFailureTitle(null)).not.toBe('alert_title')
})

test('no page gives that title by itself', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const files = Object.entries(sources).filter(([path]) => !path.includes('.test.'))
  expect(files.length).toBeGreaterThan(500)
  const naming = files.filter(([, text]) => /['"`]alert_title['"`]/.test(text)).map(([path]) => path)
  expect(naming).toEqual(['./failures.ts'])
})
