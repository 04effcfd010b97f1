import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callError } from './call.ts'
import { isRecalled, noteKnownSince, recordContact } from './contact.ts'
import { followLastKnown, forgetLastKnown, keepTexts, readKeptTexts } from './last-known.ts'
import { makeQueryClient, queryKeys } from './query-client.ts'

const active = queryKeys.bookings('active', {})
const clients: QueryClient[] = []

const start = () => {
  const client = makeQueryClient()
  clients.push(client)
  followLastKnown(client)
  return client
}

const unreached = () => Promise.reject(callError({ key: 'fetch_call_error', message: 'Fetch Call Error', status: 0 }))

const refused = () => Promise.reject(callError({ key: 'conflict', message: 'No.', status: 409 }))

/** A visit in which this person read a trip, and what the desk reads. */
const visit = async (userType: string) => {
  const client = start()
  client.setQueryData(queryKeys.session, { me: { id: 'u1', userType }, demoSignIns: [], social: [] })
  client.setQueryData(queryKeys.settings, { settings: { appName: 'A' } })
  client.setQueryData(active, { pages: [{ bookings: [{ id: 'B1' }] }], pageParams: [''] })
  client.setQueryData(queryKeys.wallet, { balance: '100' })
  recordContact()
  await vi.advanceTimersByTimeAsync(1000)
  return client
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})

afterEach(() => {
  for (const client of clients.splice(0)) client.clear()
  recordContact()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what was known stands in once nobody answers, as of when the server was last heard of, and only what the page stands on', async () => {
  await visit('driver')
  const heardAt = Date.now() - 1000
  await vi.advanceTimersByTimeAsync(60_000)
  const client = start()
  expect(client.getQueryData(active)).toBeUndefined()
  await client.fetchQuery({ queryKey: queryKeys.tasks, queryFn: unreached, retry: false }).catch(() => undefined)
  expect(client.getQueryData(queryKeys.session)).toMatchObject({ me: { id: 'u1' } })
  expect(client.getQueryData(active)).toMatchObject({ pages: [{ bookings: [{ id: 'B1' }] }] })
  expect(client.getQueryData(queryKeys.wallet)).toBeUndefined()
  expect(isRecalled()).toBe(true)
  expect(client.getQueryState(active)?.dataUpdatedAt).toBeLessThanOrEqual(heardAt)
  const asked = vi.spyOn(client, 'invalidateQueries')
  recordContact()
  expect([isRecalled(), asked.mock.calls.length]).toEqual([false, 1])
})

test('it stands in at once where the device has no network, and after a while where nothing comes', async () => {
  await visit('rider')
  const slow = start()
  await vi.advanceTimersByTimeAsync(5000)
  expect(slow.getQueryData(active)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1500)
  expect(slow.getQueryData(active)).toBeDefined()
  vi.stubGlobal('navigator', { onLine: false })
  expect(start().getQueryData(active)).toBeDefined()
})

test('an answer of now is never replaced, a refusal recalls nothing, and nothing is kept of what the desk reads of others', async () => {
  await visit('admin')
  vi.stubGlobal('navigator', { onLine: false })
  expect(start().getQueryData(active)).toBeUndefined()
  vi.unstubAllGlobals()
  await visit('driver')
  const client = start()
  await client.fetchQuery({ queryKey: queryKeys.tasks, queryFn: refused, retry: false }).catch(() => undefined)
  expect(client.getQueryData(active)).toBeUndefined()
  client.setQueryData(active, { pages: [], pageParams: [] })
  await client.fetchQuery({ queryKey: queryKeys.tasks, queryFn: unreached, retry: false }).catch(() => undefined)
  expect(client.getQueryData(active)).toEqual({ pages: [], pageParams: [] })
})

test('nothing is left after the way out, and another page of the browser does not bring it back as it closes', async () => {
  await visit('driver')
  forgetLastKnown()
  window.dispatchEvent(new Event('pagehide'))
  vi.stubGlobal('navigator', { onLine: false })
  expect(start().getQueryData(queryKeys.session)).toBeUndefined()
})

test('what is too old is of no use to anybody', async () => {
  await visit('driver')
  await vi.advanceTimersByTimeAsync(49 * 3_600_000)
  vi.stubGlobal('navigator', { onLine: false })
  expect(start().getQueryData(active)).toBeUndefined()
})

test('the words of the language that was read last are kept', () => {
  keepTexts('sv', { login_title: 'Logga in' })
  expect([readKeptTexts('sv'), readKeptTexts('en')]).toEqual([{ login_title: 'Logga in' }, null])
  noteKnownSince(0)
})
