import { defineEndpoint } from '@wayfare/contract/endpoint'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callEndpoint, callFile, isCallError, makeRequest, onUnauthorized } from './call.ts'

const answer = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status })))

const ping = defineEndpoint({
  verb: 'test.ping',
  path: 'POST /things/:id/ping',
  summary: '',
  access: 'public',
  input: z.strictObject({ id: z.string(), loud: z.boolean() }),
  output: z.object({ ok: z.boolean() }),
})

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((cause: unknown) => (isCallError(cause) ? cause : null))

afterEach(() => vi.unstubAllGlobals())

test('path parameters leave the input and are escaped', () => {
  expect(makeRequest('POST /bookings/:id/cancel', { id: 'a/b', reason: 'x' })).toEqual({
    method: 'POST',
    url: '/api/bookings/a%2Fb/cancel',
    body: '{"reason":"x"}',
  })
})

test('what is left of a GET is its query, without what is undefined', () => {
  expect(makeRequest('GET /places', { text: 'å b', limit: 8, lat: undefined }).url).toBe('/api/places?text=%C3%A5+b&limit=8')
})

test('a DELETE without input has no body, a POST has an empty object', () => {
  expect(makeRequest('DELETE /accounts/:id', { id: '1' }).body).toBeNull()
  expect(makeRequest('POST /accounts/sign-out', {}).body).toBe('{}')
})

test('the idempotency key travels as a header', async () => {
  const fetch = answer(200, { ok: true })
  vi.stubGlobal('fetch', fetch)
  await expect(callEndpoint(ping, { id: '7', loud: true }, { once: 'key-1' })).resolves.toEqual({ ok: true })
  expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ 'idempotency-key': 'key-1' })
})

test('a refusal carries the key, the details and the id to quote', async () => {
  vi.stubGlobal('fetch', answer(409, { error: { key: 'wrong_step', message: 'No.', requestId: 'r1', details: { at: 1 } } }))
  const failure = await failureOf(callEndpoint(ping, { id: '7', loud: true }))
  expect(failure).toMatchObject({ key: 'wrong_step', message: 'No.', requestId: 'r1', status: 409, details: { at: 1 } })
})

test('a network that fails is a fetch_call_error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
  expect(await failureOf(callEndpoint(ping, { id: '7', loud: true }))).toMatchObject({
    key: 'fetch_call_error',
    message: 'Fetch Call Error',
    status: 0,
  })
})

test('a 401 without words is a user_token_error, and listeners hear of it', async () => {
  vi.stubGlobal('fetch', answer(401, 'no'))
  const heard = vi.fn<() => void>()
  const stop = onUnauthorized(heard)
  expect(await failureOf(callEndpoint(ping, { id: '7', loud: true }))).toMatchObject({ key: 'user_token_error' })
  stop()
  expect(heard).toHaveBeenCalledOnce()
})

test('a 401 of the server says that the session has ended', async () => {
  vi.stubGlobal('fetch', answer(401, { error: { key: 'unauthorized', message: 'No.', requestId: 'r1' } }))
  const heard = vi.fn<() => void>()
  const stop = onUnauthorized(heard)
  expect(await failureOf(callEndpoint(ping, { id: '7', loud: true }))).toMatchObject({ key: 'unauthorized' })
  stop()
  expect(heard).toHaveBeenCalledOnce()
})

test('any other 401 is an answer to what was typed, and ends no session', async () => {
  vi.stubGlobal('fetch', answer(401, { error: { key: 'second_factor_wrong', message: 'No.', requestId: 'r1' } }))
  const heard = vi.fn()
  const stop = onUnauthorized(heard)
  expect(await failureOf(callEndpoint(ping, { id: '7', loud: true }))).toMatchObject({ key: 'second_factor_wrong', status: 401 })
  expect(heard).not.toHaveBeenCalled()
  stop()
})

const image = new Blob(['webp'], { type: 'image/webp' })

test('an upload is the bytes of the file under its own type; the input is its query', async () => {
  const fetch = answer(200, { ok: true })
  vi.stubGlobal('fetch', fetch)
  const put = defineEndpoint({ ...ping, upload: { types: ['image/webp'], maxBytes: 10 } })
  await callEndpoint(put, { id: '7', loud: true }, { file: image })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('/api/things/7/ping?loud=true')
  expect(init).toMatchObject({ method: 'POST', body: image, headers: { 'content-type': 'image/webp' } })
})

test('a download is a blob, and its refusal a problem like any other', async () => {
  const get = defineEndpoint({ ...ping, path: 'GET /things/:id', download: { types: ['image/webp'] } })
  vi.stubGlobal('fetch', answer(200, 'bytes'))
  expect(await (await callFile(get, { id: '7', loud: true })).text()).toBe('"bytes"')
  vi.stubGlobal('fetch', answer(404, { error: { key: 'not_found', message: 'No.', requestId: 'r1' } }))
  expect(await failureOf(callFile(get, { id: '7', loud: true }))).toMatchObject({ key: 'not_found', status: 404 })
})
