import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { updateProfile } from '@wayfare/contract/people-profile'
import { cancelBooking } from '@wayfare/contract/bookings'
import { addNote } from '@wayfare/contract/bookings-desk'
import { activateCity, cancelCity, importCity, rollBackCity } from '@wayfare/contract/cities'
import { acceptTask } from '@wayfare/contract/dispatch'
import { assignDriver, assignNearest, withdrawOffer } from '@wayfare/contract/dispatch-assign'
import type { Endpoint, InputOf } from '@wayfare/contract/endpoint'
import { removeProfileImage, setProfileImage } from '@wayfare/contract/files'
import { makeDefaultLanguage } from '@wayfare/contract/languages-admin'
import { removeProviderKeys, saveProviderKeys } from '@wayfare/contract/payments-admin'
import { sendShare, stopSharing } from '@wayfare/contract/trips-share'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { asId } from '@wayfare/core/ids'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient, queryKeys } from './query-client.ts'
import { useWrite } from './use-write.ts'

type Sent = { headers: Record<string, string> }
let reply: () => Promise<Response>
let keys: (string | undefined)[] = []
const client = makeQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>

const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }))
const refusal = (key: string, status = 409) => json({ error: { key, message: key, requestId: 'r-1' } }, status)
const input = (id: string) => ({ id: asId<'booking'>(id), reason: 'late' })
const openWrite = () => renderHook(() => useWrite(cancelBooking), { wrapper }).result

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
  reply = () => new Promise((resolve) => setTimeout(() => resolve(json(booking)), 50))
  const write = openWrite()
  expect(write.current.busy).toBe(false)
  const done = write.current.run(input('b1'))
  await waitFor(() => expect(write.current.busy).toBe(true))
  await done
  expect(client.getQueryData(queryKeys.booking('b1'))).toEqual(booking)
  await waitFor(() => expect(write.current).toMatchObject({ busy: false, cause: null, reply: booking }))
})

test('a failure is kept until the message is closed or the next try begins', async () => {
  reply = () => refusal('wrong_step')
  const write = openWrite()
  expect(await write.current.run(input('b2'))).toBeNull()
  await waitFor(() => expect(write.current).toMatchObject({ busy: false, cause: { key: 'wrong_step' }, refusal: 'wrong_step' }))
  write.current.forget()
  await waitFor(() => expect(write.current.cause).toBeNull())
  await write.current.run(input('b2'))
  await waitFor(() => expect(write.current.cause).not.toBeNull())
  reply = () => json({ id: 'b2' })
  const done = write.current.run(input('b2'))
  await waitFor(() => expect(write.current.cause).toBeNull())
  await done
})

test('a try after a lost answer carries the same key, a new deed another', async () => {
  reply = () => Promise.reject(new TypeError('failed'))
  const write = openWrite()
  await write.current.run(input('b3'))
  await waitFor(() => expect(write.current.cause).toMatchObject({ key: 'fetch_call_error' }))
  reply = () => json({ id: 'b3' })
  await write.current.run(input('b3'))
  await write.current.run(input('b3'))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

const tryOnce = async <E extends Endpoint>(endpoint: E, what: InputOf<E>, answered: boolean, occasion?: number) => {
  reply = () => (answered ? json({ id: 'b6' }) : Promise.reject(new TypeError('failed')))
  const options = occasion === undefined ? {} : { occasion }
  await renderHook(() => useWrite(endpoint, options), { wrapper }).result.current.run(what)
  return keys.at(-1)
}

test('a driver who is asked, not any more and again is asked again, though the first answer was lost', async () => {
  const [job, lost] = [{ id: asId<'booking'>('b6'), driver: asId<'user'>('D1') }, false]
  const first = await tryOnce(assignDriver, job, lost)
  const nearest = await tryOnce(assignNearest, { id: job.id }, lost)
  const note = await tryOnce(addNote, { id: job.id, text: 'Called' }, lost)
  await tryOnce(withdrawOffer, job, true)
  expect(await tryOnce(assignDriver, job, lost)).not.toBe(first)
  expect(await tryOnce(assignNearest, { id: job.id }, lost)).not.toBe(nearest)
  expect(await tryOnce(addNote, { id: job.id, text: 'Called' }, lost)).toBe(note)
})

test('a link that is sent, taken back and sent again is sent again, and one chosen thing takes the place of another', async () => {
  const [mum, trip] = [{ id: asId<'booking'>('b8'), to: 'mum@x.example' }, { id: asId<'booking'>('b8') }]
  const first = await tryOnce(sendShare, mum, false)
  await tryOnce(stopSharing, trip, true)
  expect(await tryOnce(sendShare, mum, false)).not.toBe(first)
  const [a, b] = [{ id: asId<'language'>('A') }, { id: asId<'language'>('B') }]
  const chosen = await tryOnce(makeDefaultLanguage, a, false)
  expect(await tryOnce(makeDefaultLanguage, a, false)).toBe(chosen)
  await tryOnce(makeDefaultLanguage, b, true)
  expect(await tryOnce(makeDefaultLanguage, a, false)).not.toBe(chosen)
})

test('a city that is served, left by another deed and chosen again is chosen again, and so are keys that are saved between', async () => {
  const city = { dataset: 'porto' }
  const first = await tryOnce(activateCity, city, false)
  await tryOnce(rollBackCity, {}, true)
  expect(await tryOnce(activateCity, city, false)).not.toBe(first)
  const stopped = await tryOnce(cancelCity, {}, false)
  await tryOnce(importCity, { file: '/maps/porto.osm.pbf' } as InputOf<typeof importCity>, true)
  expect(await tryOnce(cancelCity, {}, false)).not.toBe(stopped)
  const keysOf = { name: 'stripe', mode: 'sandbox' } as const
  const removed = await tryOnce(removeProviderKeys, keysOf, false)
  expect(await tryOnce(removeProviderKeys, keysOf, false)).toBe(removed)
  await tryOnce(saveProviderKeys, { ...keysOf, keys: {} }, true)
  expect(await tryOnce(removeProviderKeys, keysOf, false)).not.toBe(removed)
  const picture = await tryOnce(removeProfileImage, {}, false)
  await tryOnce(setProfileImage, {}, true)
  expect(await tryOnce(removeProfileImage, {}, false)).not.toBe(picture)
})

test('money on its way out is asked for once, whatever else is asked for meanwhile', async () => {
  const first = await tryOnce(requestWithdraw, { amount: '100.00' }, false)
  await tryOnce(requestWithdraw, { amount: '50.00' }, true)
  expect(await tryOnce(requestWithdraw, { amount: '100.00' }, false)).toBe(first)
})

test('a button that is busy has the focus again when it is done, unless somebody has gone on', async () => {
  const [button, other] = [document.createElement('button'), document.createElement('button')]
  document.body.append(button, other)
  reply = () => new Promise((resolve) => setTimeout(() => resolve(json({ id: 'b9' })), 300))
  const write = openWrite()
  const press = async (meanwhile: () => void) => {
    button.focus()
    const done = write.current.run(input('b9'))
    await waitFor(() => expect(write.current.busy).toBe(true))
    // as browsers do with one that is disabled
    button.blur()
    meanwhile()
    await done
    await waitFor(() => expect(write.current.busy).toBe(false))
    await new Promise((resolve) => setTimeout(resolve, 50))
    return document.activeElement
  }
  expect(await press(() => undefined)).toBe(button)
  expect(await press(() => other.focus())).toBe(other)
  button.remove()
  other.remove()
})

test('a task that is accepted when it is asked for once more is not the one that was accepted before', async () => {
  const task = { id: asId<'booking'>('b7') }
  const first = await tryOnce(acceptTask, task, false, 1000)
  expect(await tryOnce(acceptTask, task, false, 1000)).toBe(first)
  expect(await tryOnce(acceptTask, task, false, 2000)).not.toBe(first)
})

test('not being signed in is passed over', async () => {
  reply = () => refusal('not_logged_in', 401)
  const write = openWrite()
  expect(await write.current.run(input('b4'))).toBeNull()
  await waitFor(() => expect(write.current).toMatchObject({ busy: false, cause: null }))
})

test('an answer goes where the contract says that it belongs, whatever its fields look like', async () => {
  client.setQueryData(queryKeys.session, { me: { id: 'M1', firstName: 'Maja' } })
  reply = () => json({ id: 'M1', version: 2, status: 'NEW', pickup: {}, firstName: 'Majken' })
  const { current } = renderHook(() => useWrite(updateProfile), { wrapper }).result
  await current.run({ firstName: 'Majken', lastName: '' })
  expect(client.getQueryData(queryKeys.session)).toMatchObject({ me: { firstName: 'Majken' } })
  expect(client.getQueryData(queryKeys.booking('M1'))).toBeUndefined()
})

test('what is stale is read again, before the deed counts as done and after a refusal', async () => {
  const read = vi.fn(() => Promise.resolve([]))
  const Reader = () => useQuery({ queryKey: ['list'], queryFn: read, staleTime: Infinity })
  const { result } = renderHook(() => ({ list: Reader(), write: useWrite(cancelBooking, { stale: [['list']] }) }), { wrapper })
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1))
  reply = () => json({ id: 'b5' })
  await result.current.write.run(input('b5'))
  expect(read).toHaveBeenCalledTimes(2)
  reply = () => refusal('wrong_step')
  await result.current.write.run(input('b5'))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(3))
})

test('a file goes under a key of its own, the same file under the same', async () => {
  reply = () => Promise.reject(new TypeError('failed'))
  const { current } = renderHook(() => useWrite(setProfileImage), { wrapper }).result
  const [first, second] = [new Blob(['a']), new Blob(['b'])]
  for (const file of [first, first, second]) await current.run({}, file)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('nothing of what was sent is kept once nobody looks at it', async () => {
  reply = () => json({ id: 'b6' })
  const { result, unmount } = renderHook(() => useWrite(cancelBooking), { wrapper })
  await result.current.run(input('b6'))
  unmount()
  await waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]))
})
