import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { cancelBooking } from '@wayfare/contract/bookings'
import { asId } from '@wayfare/core/ids'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient, queryKeys } from '../api/query-client.ts'
import { useAction } from './use-action.ts'

type Sent = { headers: Record<string, string> }
let reply: () => Promise<Response>
let keys: (string | undefined)[] = []
const client = makeQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>

const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }))
const refusal = (key: string, status = 409) => json({ error: { key, message: key, requestId: 'r-1' } }, status)
const input = (id: string) => ({ id: asId<'booking'>(id), reason: 'late' })
const act1 = () => renderHook(() => useAction(cancelBooking), { wrapper }).result

beforeEach(() => {
  keys = []
  vi.stubGlobal('fetch', (_url: string, { headers }: Sent) => {
    keys.push(headers['idempotency-key'])
    return reply()
  })
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

test('is busy until the answer is stored', async () => {
  const booking = { id: 'b1', version: 2, status: 'CANCELLED', pickup: {}, bookingDate: 0 }
  reply = () => json(booking)
  const action = act1()
  expect(action.current.busy).toBe(false)
  let done: Promise<unknown> = Promise.resolve()
  act(() => {
    done = action.current.run(input('b1'))
  })
  expect(action.current.busy).toBe(true)
  await act(() => done)
  expect([action.current.busy, action.current.cause]).toEqual([false, null])
  expect(client.getQueryData(queryKeys.booking('b1'))).toEqual(booking)
})

test('a failure is kept until the message is closed or the next try begins', async () => {
  reply = () => refusal('wrong_step')
  const action = act1()
  await act(async () => expect(await action.current.run(input('b2'))).toBeNull())
  expect(action.current).toMatchObject({ busy: false, cause: { key: 'wrong_step' } })
  act(() => action.current.forget())
  expect(action.current.cause).toBeNull()
  await act(() => action.current.run(input('b2')))
  reply = () => json({ id: 'b2' })
  let done: Promise<unknown> = Promise.resolve()
  act(() => {
    done = action.current.run(input('b2'))
  })
  await waitFor(() => expect(action.current.cause).toBeNull())
  await act(() => done)
})

test('a try after a lost answer carries the same key, a new deed another', async () => {
  reply = () => Promise.reject(new TypeError('failed'))
  const action = act1()
  await act(() => action.current.run(input('b3')))
  expect(action.current.cause).toMatchObject({ key: 'fetch_call_error' })
  reply = () => json({ id: 'b3' })
  await act(() => action.current.run(input('b3')))
  await act(() => action.current.run(input('b3')))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('not being signed in is passed over', async () => {
  reply = () => refusal('not_logged_in', 401)
  const action = act1()
  await act(() => action.current.run(input('b4')))
  expect(action.current.cause).toBeNull()
})
