import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { listBookings } from '@wayfare/contract/bookings'
import type { Me } from '@wayfare/contract/accounts'
import type { Session } from '@wayfare/contract/sign-in'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callEndpoint } from './call.ts'
import { onOtherPerson } from './live.ts'
import { readKept, writeKept } from './unsent.ts'
import { makeQueryClient, queryKeys } from './query-client.ts'
import { SessionProvider, useSession } from './session.tsx'

type SessionState = ReturnType<typeof useSession>

const rider = { id: 'u1', userType: 'rider' } as unknown as Me
const others = { demoSignIns: [], social: ['apple'] }

let answers: Record<string, { status?: number; body: unknown }>
/** instead of the answer about the session */
let late: Promise<Response> | null = null

const makeAnswer = () => {
  const answer: { give?: (response: Response) => void } = {}
  const given = new Promise<Response>((resolve) => (answer.give = resolve))
  return { given, give: (response: Response) => answer.give?.(response) }
}

const unauthorized = { status: 401, body: { error: { key: 'unauthorized', message: 'No.', requestId: 'r1' } } }

beforeEach(() => {
  answers = { '/api/accounts/session': { body: { ...others, me: rider } }, '/api/bookings': unauthorized }
  late = null
  vi.stubGlobal('fetch', async (url: string) => {
    if (late && url === '/api/accounts/session') return late
    const { status = 200, body } = answers[url.split('?')[0] ?? ''] ?? { status: 404, body: {} }
    return Response.json(body, { status })
  })
  vi.stubGlobal('WebSocket', function Quiet() {
    return { addEventListener: () => undefined, send: () => undefined, close: () => undefined }
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async () => {
  const client = makeQueryClient()
  const { result } = renderHook(useSession, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <SessionProvider>{children}</SessionProvider>
      </QueryClientProvider>
    ),
  })
  await waitFor(() => expect(result.current.status).toBe('ready'))
  client.setQueryData(queryKeys.wallet, { balance: '100' })
  return { session: result, client }
}

test('a session that ended elsewhere is forgotten with all that was personal, however many calls meet its end', async () => {
  const { session, client } = await open()
  expect([session.current.me?.id, session.current.ended]).toEqual(['u1', false])
  await act(async () => {
    await Promise.allSettled([callEndpoint(listBookings, { scope: 'all' }), callEndpoint(listBookings, { scope: 'all' })])
  })
  expect([session.current.me, session.current.ended]).toEqual([null, true])
  expect(client.getQueryData(queryKeys.wallet)).toBeUndefined()
  expect(session.current.social).toEqual(['apple'])
})

test('one that is found to be gone when it is read again has ended as well', async () => {
  const { session, client } = await open()
  answers['/api/accounts/session'] = { body: { ...others, me: null } }
  await act(() => session.current.readProfile())
  await waitFor(() => expect(session.current.ended).toBe(true))
  expect(client.getQueryData(queryKeys.wallet)).toBeUndefined()
})

test('whoever signs in again has a session that has not ended', async () => {
  const { session } = await open()
  await act(() => callEndpoint(listBookings, { scope: 'all' }).catch(() => undefined))
  expect(session.current.ended).toBe(true)
  act(() => session.current.enter(rider))
  expect([session.current.me?.id, session.current.ended]).toEqual(['u1', false])
})

test('signing out oneself is no end that has to be told, even of a session that was gone already', async () => {
  for (const answer of [{ body: { done: true } }, unauthorized]) {
    const { session } = await open()
    answers['/api/accounts/sign-out'] = answer
    await act(() => session.current.signOut())
    expect([session.current.me, session.current.ended]).toEqual([null, false])
    cleanup()
  }
})

test.each([
  ['signing out', async (session: SessionState) => session.signOut()],
  ['an end elsewhere', async () => void (await callEndpoint(listBookings, { scope: 'all' }).catch(() => undefined))],
])('%s is not undone by an older answer about the session', async (_name, leave) => {
  const { session, client } = await open()
  answers['/api/accounts/sign-out'] = { body: { done: true } }
  const older = makeAnswer()
  late = older.given
  const reading = session.current.readProfile().catch(() => null)
  await act(() => leave(session.current))
  older.give(Response.json({ ...others, me: rider }))
  await act(() => reading)
  expect(session.current.me).toBeNull()
  expect(client.getQueryData<Session>(queryKeys.session)?.me).toBeNull()
})

test('signing out calls off what is still read for the person, and a sign-out that fails reads it again', async () => {
  const { session, client } = await open()
  const signals: AbortSignal[] = []
  const reading = (signal: AbortSignal) => void signals.push(signal)
  const queryFn = ({ signal }: { signal: AbortSignal }) => new Promise<never>(() => reading(signal))
  const { unmount } = renderHook(() => useQuery({ queryKey: queryKeys.tasks, queryFn }, client))
  answers['/api/accounts/sign-out'] = { status: 500, body: {} }
  await act(() => session.current.signOut().catch(() => undefined))
  expect(session.current.me?.id).toBe('u1')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  unmount()
})

test('a visitor who may not do something has had no session to lose', async () => {
  answers['/api/accounts/session'] = { body: { ...others, me: null } }
  const { session } = await open()
  await act(() => callEndpoint(listBookings, { scope: 'all' }).catch(() => undefined))
  expect([session.current.me, session.current.ended]).toEqual([null, false])
})

test('signing out leaves nothing of the person on the device; a session that ends elsewhere leaves what waits', async () => {
  const { session } = await open()
  writeKept('u1', 'steps', '[1]')
  await act(() => callEndpoint(listBookings, { scope: 'all' }).catch(() => undefined))
  expect([session.current.me, readKept('u1', 'steps')]).toEqual([null, '[1]'])
  act(() => session.current.enter(rider))
  answers['/api/accounts/sign-out'] = { body: { done: true } }
  await act(() => session.current.signOut())
  expect(readKept('u1', 'steps')).toBeNull()
})

const typed = () => sessionStorage.getItem('wayfare.trip')

test('what was typed in this tab goes with whoever signs out, or when somebody else comes; a visitor keeps it', async () => {
  const other = { id: 'u2', userType: 'rider' } as unknown as Me
  const { session } = await open()
  sessionStorage.setItem('wayfare.trip', 'mine')
  await act(() => callEndpoint(listBookings, { scope: 'all' }).catch(() => undefined))
  act(() => session.current.enter(rider))
  expect(typed()).toBe('mine')
  await act(() => callEndpoint(listBookings, { scope: 'all' }).catch(() => undefined))
  act(() => session.current.enter(other))
  expect(typed()).toBeNull()
  sessionStorage.setItem('wayfare.trip', 'theirs')
  answers['/api/accounts/sign-out'] = { body: { done: true } }
  await act(() => session.current.signOut())
  expect(typed()).toBeNull()
  sessionStorage.setItem('wayfare.trip', 'a visitor’s')
  act(() => session.current.enter(rider))
  expect(typed()).toBe('a visitor’s')
})

test('what was typed by somebody whose session ended goes when another comes, also where the page was loaded anew in between', async () => {
  const other = { id: 'u2', userType: 'rider' } as unknown as Me
  await open()
  sessionStorage.setItem('wayfare.trip', 'mine')
  cleanup()
  answers['/api/accounts/session'] = { body: { ...others, me: null } }
  const { session } = await open()
  act(() => session.current.enter(rider))
  expect(typed()).toBe('mine')
  act(() => session.current.enter(other))
  expect(typed()).toBeNull()
  sessionStorage.setItem('wayfare.trip', 'theirs')
  cleanup()
  const { session: again } = await open()
  act(() => again.current.enter(rider))
  expect(typed()).toBeNull()
})

test('whoever comes next on this device reads nothing of what the last person looked at', async () => {
  const { session, client } = await open()
  const { session: _session, settings, languages, basemap, town, firstAdmin, ...rest } = queryKeys
  const keys = Object.values(rest).flatMap((key) => (typeof key === 'function' ? [] : [key]))
  const { carTypes, carQuotes, providers, sharedTrip } = rest
  const everybodys = [settings, languages, basemap, town, firstAdmin, carTypes, carQuotes, providers, sharedTrip]
  for (const key of [...keys, ...everybodys]) client.setQueryData([...key, 'theirs'], 'theirs')
  answers['/api/accounts/sign-out'] = { body: { done: true } }
  await act(() => session.current.signOut())
  const left = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: [area, last] }) => (last === 'theirs' ? [area] : []))
  expect(left.toSorted()).toEqual(everybodys.map(([area]) => area).toSorted())
})

test.each([
  ['by nobody', null],
  ['by the same person, whose session ended', rider],
])('whoever signed in in another tab has a live socket of their own here, where the page was left %s', async (_name, before) => {
  answers['/api/accounts/session'] = { body: { ...others, me: before } }
  const { session } = await open()
  await act(() => callEndpoint(listBookings, { scope: 'all' }).catch(() => undefined))
  answers['/api/accounts/session'] = { body: { ...others, me: rider } }
  const restarted = vi.fn<() => void>()
  const stop = onOtherPerson(restarted)
  await act(() => session.current.readProfile())
  await waitFor(() => expect(session.current.me?.id).toBe('u1'))
  stop()
  expect(restarted).toHaveBeenCalledOnce()
  expect(session.current.ended).toBe(false)
})

test('a page that slept while another person signed in on this device shows that one nothing of who was there before', async () => {
  const { session, client } = await open()
  sessionStorage.setItem('wayfare.trip', 'mine')
  answers['/api/accounts/session'] = { body: { ...others, me: { id: 'u2', userType: 'rider' } } }
  await act(() => session.current.readProfile())
  await waitFor(() => expect(session.current.me?.id).toBe('u2'))
  expect(client.getQueryData(queryKeys.wallet)).toBeUndefined()
  expect(typed()).toBeNull()
})
