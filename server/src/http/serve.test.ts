import { Readable } from 'node:stream'
import * as accounts from '@wayfare/contract/sign-in'
import * as bookings from '@wayfare/contract/bookings'
import { defineEndpoint } from '@wayfare/contract/endpoint'
import { epochMs } from '@wayfare/contract/values'
import { getSettings } from '@wayfare/contract/settings'
import { Refusal } from '@wayfare/core/errors'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startApp } from '../../test/harness.ts'
import { serveEndpoint } from './serve.ts'

const echo = defineEndpoint({
  verb: 'test.echo',
  path: 'POST /test/echo/:name',
  summary: 'Says what it heard.',
  access: 'signedIn',
  input: z.strictObject({
    name: z.string(),
    text: z.string().max(100_000),
    count: z.number().int().optional(),
    at: epochMs.optional(),
    any: z.unknown().optional(),
  }),
  output: z.object({ heard: z.string() }),
})
const drivers = defineEndpoint({
  ...echo,
  verb: 'test.drivers',
  path: 'POST /test/drivers',
  input: z.strictObject({}),
  access: ['driver'],
})
const wrong = defineEndpoint({
  ...echo,
  verb: 'test.wrong',
  path: 'GET /test/wrong',
  input: z.strictObject({}),
  access: 'public',
})
const leaky = defineEndpoint({ ...wrong, verb: 'test.leaky', path: 'GET /test/leaky' })
const broken = defineEndpoint({ ...wrong, verb: 'test.broken', path: 'GET /test/broken' })
const refusing = defineEndpoint({ ...wrong, verb: 'test.refusing', path: 'GET /test/refusing' })
const away = defineEndpoint({ ...wrong, verb: 'test.away', path: 'GET /test/away' })

const full = defineEndpoint({ ...wrong, verb: 'test.full', path: 'GET /test/full' })
const trouble = { code: '' }

const app = await startApp({
  routes: [
    serveEndpoint(full)(async () => {
      throw Object.assign(new Error('could not extend file'), { code: trouble.code })
    }),
    serveEndpoint(echo)(async (_deps, _actor, { name, text }) => ({ heard: `${name}: ${text}` })),
    serveEndpoint(drivers)(async () => ({ heard: '' })),
    serveEndpoint(wrong)(async () => JSON.parse('{"heard":7}')),
    serveEndpoint(leaky)(async () => JSON.parse('{"heard":"yes","otp":"12345"}')),
    serveEndpoint(broken)(async () => {
      throw new Error('the password is hunter2')
    }),
    serveEndpoint(refusing)(async () => {
      throw new Refusal('out_of_area', { far: true })
    }),
    serveEndpoint(away)(async () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }),
  ],
})
const rider = await app.make.rider()
const bearer = { authorization: `Bearer ${rider.token}`, 'content-type': 'application/json' }

const post = (payload: string, headers: Record<string, string> = bearer, url = '/api/test/echo/Ann') =>
  app.inject({ method: 'POST', url, headers, payload })

it('joins path and body to one input', async () => {
  expect(await app.call(echo, { name: 'Ann', text: 'hej' }, { as: rider })).toEqual({ heard: 'Ann: hej' })
})

it('knows a signed-in person by the bearer token', async () => {
  expect((await app.call(accounts.getSession, {}, { as: rider })).me?.id).toBe(rider.id)
  expect((await app.call(accounts.getSession, {})).me).toBeNull()
})

it.each([
  ['malformed JSON', '{"text": "hej"', 400, 'bad_request'],
  ['a body that is no object', '["text"]', 400, 'bad_request'],
  ['a body that is a word', '"text"', 400, 'bad_request'],
  ['no body', '', 400, 'bad_request'],
  ['a wrong type', '{"text": 7}', 400, 'bad_request'],
  ['a number that is none', '{"text": "hej", "count": 1e400}', 400, 'bad_request'],
  ['an unknown field', '{"text": "hej", "admin": true}', 400, 'bad_request'],
  ['a prototype', '{"text": "hej", "__proto__": {"admin": true}}', 400, 'bad_request'],
  ['a field given twice', '{"text": "hej", "name": "Eve"}', 400, 'bad_request'],
  ['a zero character', '{"text": "he\\u0000j"}', 400, 'bad_request'],
  ['half of a surrogate pair', '{"text": "he\\ud800j"}', 400, 'bad_request'],
  ['half of a surrogate pair in a name', '{"text": "hej", "any": {"\\udc00": 1}}', 400, 'bad_request'],
  ['a nest without end', `{"text": "hej", "any": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400, 'bad_request'],
  ['a date beyond all calendars', '{"text": "hej", "at": 8640000000000001}', 400, 'bad_request'],
  ['a date before all calendars', '{"text": "hej", "at": -8640000000000001}', 400, 'bad_request'],
  ['a huge body', `{"text": "${'x'.repeat(70_000)}"}`, 413, 'too_large'],
])('refuses %s', async (_name, payload, status, key) => {
  const response = await post(payload)
  expect(response.statusCode).toBe(status)
  expect(response.json().error).toMatchObject({
    key,
    message: expect.stringMatching(/\w/),
    requestId: expect.stringMatching(/^\w{10}$/),
  })
})

it('names the fields that are wrong', async () => {
  const { details } = await app.refusal(echo, JSON.parse('{"name":"Ann","text":7,"extra":1}'), { as: rider })
  expect(details).toEqual({ fields: [expect.objectContaining({ field: 'text' }), { field: 'extra', problem: 'unknown field' }] })
})

it('refuses what is not JSON', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await post('text=hej', { ...bearer, 'content-type': type })
    expect([response.statusCode, response.json().error.key]).toEqual([415, 'bad_request'])
  }
})

it('answers an unknown path or method below /api in JSON', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/settings'],
    ['GET', '/api'],
    ['GET', '/api/bookings/%E0%A4%A'],
  ] as const) {
    const response = await app.inject({ method, url })
    expect([url, response.statusCode >= 400 && response.statusCode < 500, typeof response.json().error.key]).toEqual([
      url,
      true,
      'string',
    ])
  }
})

it('refuses a visitor, a stale or forged session and the wrong role', async () => {
  const input = { name: 'Ann', text: 'hej' }
  expect(await app.refusal(echo, input)).toMatchObject({ status: 401, key: 'unauthorized' })
  const forged = { ...rider, token: `${rider.token.split('.')[0]}.${'A'.repeat(43)}=` }
  expect(await app.refusal(echo, input, { as: forged })).toMatchObject({ status: 401, key: 'unauthorized' })
  const stale = { ...rider, token: (await app.make.session(rider.id, new Date(Date.now() - 1000))).token }
  expect(await app.refusal(echo, input, { as: stale })).toMatchObject({ status: 401, key: 'unauthorized' })
  expect(await app.refusal(drivers, {}, { as: rider })).toMatchObject({ status: 403, key: 'forbidden' })
})

const unread = () =>
  new Readable({
    read: () => {
      throw new Error('read too early')
    },
  })

const sendUnread = async (url: string, headers: Record<string, string>) => {
  const type = { 'content-type': 'application/json' }
  const { statusCode } = await app.inject({ method: 'POST', url, headers: { ...type, ...headers }, payload: unread() })
  return statusCode
}

it('reads nothing of what a visitor, the wrong role or another site sends', async () => {
  expect(await sendUnread('/api/people/import', {})).toBe(401)
  expect(await sendUnread('/api/people/import', bearer)).toBe(403)
  expect(await sendUnread('/api/test/echo/Ann', { authorization: 'Bearer nobody' })).toBe(401)
  expect(await sendUnread('/api/test/drivers', bearer)).toBe(403)
  expect(await sendUnread('/api/test/echo/Ann', { cookie: 'a=b', origin: 'https://evil.example' })).toBe(403)
})

it('refuses a write from another site that rides on the cookie', async () => {
  const cookie = {
    cookie: `wayfare.session_token=${encodeURIComponent(rider.token)}`,
    host: 'taxi.example',
    'content-type': 'application/json',
  }
  const write = (headers: Record<string, string>) => post('{"text":"hej"}', { ...cookie, ...headers })
  expect((await write({ origin: 'http://taxi.example' })).statusCode).toBe(200)
  expect((await write({})).statusCode).toBe(200)
  expect((await write({ origin: 'https://evil.example' })).json().error.key).toBe('foreign_origin')
  expect((await write({ origin: 'null' })).statusCode).toBe(403)
  expect((await write({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await post('{"text":"hej"}', { ...bearer, origin: 'https://evil.example' })).statusCode).toBe(200)
})

it('takes the forwarded address from a trusted proxy only', async () => {
  const asked = await app.inject({
    method: 'POST',
    url: '/api/test/echo/Ann',
    headers: { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example', cookie: 'a=b', host: 'taxi.example' },
  })
  expect(asked.json().error.key).toBe('foreign_origin')
})

it('demands an idempotency key where a repeat would cost', async () => {
  const input = { quote: 'x', estimateFare: '1.00' } as const
  expect(await app.refusal(bookings.createBooking, input, { as: rider, once: null })).toMatchObject({
    status: 400,
    key: 'idempotency_key_required',
  })
  expect(await app.refusal(bookings.createBooking, input, { as: rider, once: 'k'.repeat(256) })).toMatchObject({
    status: 400,
    key: 'bad_request',
  })
})

it('keeps faults to itself: a generic answer, one line in the log', async () => {
  for (const one of [broken, wrong, leaky]) {
    const refused = await app.refusal(one, {})
    expect(refused).toMatchObject({ status: 500, key: 'server_error', details: undefined })
    expect(app.takeErrors()).toHaveLength(1)
  }
})

it('hands a refusal on with its status and details', async () => {
  expect(await app.refusal(refusing, {})).toMatchObject({ status: 422, key: 'out_of_area', details: { far: true } })
})

it('says that a later try may do when the database is away', async () => {
  expect(await app.refusal(away, {})).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})

it('says so, and tells the operator, when the disk is full', async () => {
  for (const code of ['53100', '53400', 'ENOSPC']) {
    trouble.code = code
    expect(await app.refusal(full, {})).toMatchObject({ status: 503, key: 'server_error', headers: { 'retry-after': '60' } })
    expect(app.takeErrors()).toMatchObject([{ message: expect.stringContaining('no room left') }])
  }
})

it('says so when the database only lets read', async () => {
  trouble.code = '25006'
  expect(await app.refusal(full, {})).toMatchObject({ status: 503, key: 'server_error', headers: { 'retry-after': '60' } })
  expect(app.takeErrors()).toMatchObject([{ message: expect.stringContaining('takes no writes') }])
})

it('is neither cached nor sniffed', async () => {
  const { headers } = await app.raw(getSettings, {})
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
  })
})
