import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { asId } from '@wayfare/core/ids'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as queries from './queries.ts'
import type { Slice } from './queries.ts'
import { makeQueryClient, personalKeys } from './query-client.ts'

const id = asId<'booking'>('b1')

/** Each slice: how it is read, what the server says, and what of that is its data. */
const slices: [string, () => Slice<unknown>, unknown, unknown][] = [
  ['settings', queries.useSettings, { settings: { appName: 'A' }, demo: false, serverTime: 0 }, { appName: 'A' }],
  ['all settings', queries.useAllSettings, { settings: {}, license: {} }, { settings: {}, license: {} }],
  ['car types', queries.useCarTypes, { carTypes: [{ id: 'c' }] }, [{ id: 'c' }]],
  ['cancel reasons', queries.useCancelReasons, { cancelReasons: [{ value: 0 }] }, [{ value: 0 }]],
  ['languages', queries.useLanguages, { languages: [{ id: 'sv' }] }, [{ id: 'sv' }]],
  ['the map', queries.useBasemap, { state: 'ready' }, { state: 'ready' }],
  ['bookings', () => queries.useBookings(), { bookings: [{ id: 'b1' }], nextCursor: null }, [{ id: 'b1' }]],
  ['one booking', () => queries.useBooking(id), { id: 'b1' }, { id: 'b1' }],
  ['its steps', () => queries.useBookingSteps(id), { steps: [{ to: 'NEW' }] }, [{ to: 'NEW' }]],
  ['its tracking', () => queries.useTracking(id), { points: [] }, { points: [] }],
  ['tasks', queries.useTasks, { tasks: [{ bookingId: 'b1' }] }, [{ bookingId: 'b1' }]],
  ['the wallet', queries.useWallet, { balance: '1.00', entries: [] }, { balance: '1.00', entries: [] }],
  ['drivers', queries.useDrivers, { drivers: [{ id: 'd' }] }, [{ id: 'd' }]],
  ['supply', () => queries.useSupply({ lat: 57.7, lng: 11.9 }), { carTypes: [] }, { carTypes: [] }],
]

type Reply = () => Promise<Response>
const says =
  (body: unknown, status = 200): Reply =>
  () =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const refuses = (key: string, status = 409) => says({ error: { key, message: `it is ${key}`, requestId: 'r-1' } }, status)

let reply: Reply
let client: QueryClient
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
const read = (hook: () => Slice<unknown>) => renderHook(hook, { wrapper }).result
const noError = { flag: false, msg: '', cause: null }

beforeEach(() => {
  client = makeQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } })
  vi.stubGlobal('fetch', () => reply())
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

describe.each(slices)('the slice of %s', (_name, hook, answer, data) => {
  test('loads, stores what came and is no longer loading', async () => {
    reply = says(answer)
    const slice = read(hook)
    expect(slice.current).toMatchObject({ data: null, loading: true, error: noError })
    await waitFor(() => expect(slice.current.loading).toBe(false))
    expect(slice.current).toMatchObject({ data, error: noError })
  })

  test('that fails has no data, a flag and a message; what comes later clears both', async () => {
    reply = refuses('conflict')
    const slice = read(hook)
    await waitFor(() => expect(slice.current.error.flag).toBe(true))
    expect(slice.current).toMatchObject({
      data: null,
      loading: false,
      error: { msg: 'it is conflict', cause: { key: 'conflict' } },
    })
    reply = says(answer)
    act(() => slice.current.reload())
    await waitFor(() => expect(slice.current.data).toEqual(data))
    expect(slice.current).toMatchObject({ loading: false, error: noError })
  })

  test('that fails after it had data has none any more, and remembers the last', async () => {
    reply = says(answer)
    const slice = read(hook)
    await waitFor(() => expect(slice.current.data).toEqual(data))
    reply = refuses('server_error', 500)
    act(() => slice.current.reload())
    await waitFor(() => expect(slice.current.error.flag).toBe(true))
    expect(slice.current).toMatchObject({ data: null, loading: false, last: data })
  })

  test('that nobody answers any more keeps what it had', async () => {
    reply = says(answer)
    const slice = read(hook)
    await waitFor(() => expect(slice.current.data).toEqual(data))
    const asked = vi.fn<Reply>(() => Promise.reject(new TypeError('Failed to fetch')))
    reply = asked
    await act(() => client.refetchQueries())
    expect(asked).toHaveBeenCalled()
    expect(slice.current).toMatchObject({ data, loading: false, error: noError })
  })

  test('passes over not being signed in', async () => {
    reply = refuses('not_logged_in', 401)
    const slice = read(hook)
    await waitFor(() => expect(slice.current.loading).toBe(false))
    expect(slice.current).toMatchObject({ data: null, error: noError })
  })
})

describe('a failure without words', () => {
  test('of the server is the fetch call error', async () => {
    reply = says('<html>500</html>', 500)
    const slice = read(queries.useWallet)
    await waitFor(() => expect(slice.current.error.flag).toBe(true))
    expect(slice.current.error).toMatchObject({ msg: 'Fetch Call Error', cause: { key: 'fetch_call_error' } })
  })

  test('of who one is is the user token error', async () => {
    reply = says('no', 401)
    const slice = read(queries.useWallet)
    await waitFor(() => expect(slice.current.error.flag).toBe(true))
    expect(slice.current.error).toMatchObject({ msg: 'Unable to get user token', cause: { key: 'user_token_error' } })
  })
})

test('a refusal is an answer and is not asked for again', async () => {
  const fetch = vi.fn<Reply>(refuses('conflict'))
  reply = fetch
  const slice = read(queries.useWallet)
  await waitFor(() => expect(slice.current.error.flag).toBe(true))
  expect(fetch).toHaveBeenCalledOnce()
})

test('what belongs to a person can be put back to where it began', async () => {
  reply = says({ bookings: [{ id: 'b1' }], nextCursor: null })
  const slice = read(() => queries.useBookings())
  await waitFor(() => expect(slice.current.data).toHaveLength(1))
  cleanup()
  for (const queryKey of personalKeys) client.removeQueries({ queryKey })
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('what every page stands on is there when the first page is drawn, and is asked for once', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(new Response(JSON.stringify({ settings: { appName: 'A' }, languages: [{ id: 'sv' }] })))
  })
  queries.startCommonReads(client)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  const { result } = renderHook(() => [queries.useSettings().data, queries.useLanguages().data], { wrapper })
  expect(result.current).toEqual([{ appName: 'A' }, [{ id: 'sv' }]])
  expect(asked.toSorted()).toEqual(['/api/languages', '/api/settings'])
})
