import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { defineEndpoint, file } from '@wayfare/contract/endpoint'
import type { OpenApi } from '@wayfare/contract/openapi-types'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startApp, type CallOptions } from '../../test/harness.ts'
import { inTx } from '../db/tx.ts'
import { serveEndpoint, serveFile } from './serve.ts'
import { makeTakeUpload } from './upload.ts'

const maxBytes = 1000

const put = defineEndpoint({
  verb: 'test.put',
  path: 'POST /test/files/:name',
  summary: 'Weighs a file.',
  access: 'signedIn',
  input: z.strictObject({ name: z.string(), loud: z.enum(['yes', 'no']).optional() }),
  upload: { types: ['image/png'], maxBytes },
  output: z.object({ heard: z.string(), bytes: z.number(), hash: z.string() }),
})
const hold = defineEndpoint({ ...put, verb: 'test.hold', path: 'POST /test/held' as const, input: z.strictObject({}) })
const get = defineEndpoint({
  verb: 'test.get',
  path: 'GET /test/files/:name',
  summary: 'Hands it out.',
  access: 'public',
  input: z.strictObject({ name: z.string() }),
  output: file,
  download: { types: ['image/png'] },
})
const cut = defineEndpoint({ ...get, verb: 'test.cutFile', path: 'GET /test/cut-file' as const, input: z.strictObject({}) })
const broken = defineEndpoint({
  ...get,
  verb: 'test.brokenFile',
  path: 'GET /test/broken-file' as const,
  input: z.strictObject({}),
})

const held: (() => void)[] = []
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const app = await startApp({
  routes: [
    serveEndpoint(put)((deps, _actor, { name, loud }, { bytes }) =>
      inTx(deps, async () => ({ heard: `${name} ${loud}`, bytes: bytes.length, hash: hashOf(bytes) })),
    ),
    serveEndpoint(hold)(async () => {
      await new Promise<void>((resolve) => held.push(resolve))
      return { heard: '', bytes: 0, hash: '' }
    }),
    serveFile(get)(async (_deps, _actor, { name }) => ({
      type: name === 'wrong' ? 'text/html' : 'image/png',
      stream: Readable.from([Buffer.from('some bytes')]),
      bytes: 10,
      name: `a "bad"\r\nname/${name}.png`,
      place: 'inline',
      cache: 'private, max-age=60',
    })),
    serveFile(cut)(async () => ({
      type: 'image/png',
      stream: Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000)
          await new Promise(setImmediate)
          throw new Error('the disk is gone')
        })(),
      ),
      bytes: 200_000,
      name: 'cut.png',
      place: 'attachment',
      cache: 'no-store',
    })),
    serveFile(broken)(async () => ({
      type: 'image/png',
      stream: new Readable({
        read: (): never => {
          throw new Error('the disk is gone')
        },
      }),
      bytes: null,
      name: 'broken.png',
      place: 'attachment',
      cache: 'no-store',
    })),
  ],
})
const [rider, other] = [await app.make.rider(), await app.make.rider()]
/** As far as the frame looks. */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
const bytes = Buffer.concat([signature, Buffer.from(Array.from({ length: maxBytes - 8 }, (_, i) => i % 256))])
const png = (content: Buffer | Readable = bytes): CallOptions => ({ as: rider, file: { bytes: content, type: 'image/png' } })

it('hands every byte on, with path and query as input', async () => {
  const answer = await app.call(put, { name: 'a.png', loud: 'yes' }, png())
  expect(answer).toEqual({ heard: 'a.png yes', bytes: maxBytes, hash: hashOf(bytes) })
})

it('takes no more than the endpoint allows, told or found out', async () => {
  const big = Buffer.alloc(maxBytes + 1)
  expect(await app.refusal(put, { name: 'a' }, png(big))).toMatchObject({ status: 413, key: 'too_large', details: { maxBytes } })
  const untold = Readable.from([big.subarray(0, 600), big.subarray(600)])
  expect(await app.refusal(put, { name: 'a' }, png(untold))).toMatchObject({ status: 413, key: 'too_large' })
})

const untouched = () =>
  new Readable({
    read: () => {
      throw new Error('read too early')
    },
  })

it('reads nothing before the asker, the input and the type are right', async () => {
  const sent = (options: CallOptions) => app.refusal(put, { name: 'a' }, options)
  expect(await sent({ file: { bytes: untouched(), type: 'image/png' } })).toMatchObject({ status: 401 })
  expect(await sent({ as: rider, file: { bytes: untouched(), type: 'image/gif' } })).toMatchObject({
    status: 415,
    key: 'image_refused',
  })
  expect(await sent({ as: rider, file: { bytes: untouched(), type: 'application/json' } })).toMatchObject({ status: 415 })
  const wrong = app.refusal(put, JSON.parse('{"name":"a","admin":"true"}'), png(untouched()))
  expect(await wrong).toMatchObject({ key: 'bad_request', details: { fields: [{ field: 'admin', problem: 'unknown field' }] } })
  expect(await sent({ as: rider })).toMatchObject({ status: 400, key: 'bad_request' })
  expect(await sent(png(Buffer.from('no image')))).toMatchObject({ status: 415, key: 'image_refused' })
})

it('is refused from another site that rides on the cookie', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/test/files/a',
    headers: { cookie: 'a=b', origin: 'https://evil.example', 'content-type': 'image/png' },
    payload: bytes,
  })
  expect([response.statusCode, response.json().error.key]).toEqual([403, 'foreign_origin'])
})

it('takes no file where JSON is meant, and keeps answering', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/accounts/sign-in',
    headers: { 'content-type': 'image/png' },
    payload: bytes,
  })
  expect([response.statusCode, response.json().error.key]).toEqual([415, 'bad_request'])
})

it('lets one person have four uploads under way, and others go on', async () => {
  const four = Array.from({ length: 4 }, () => app.call(hold, {}, png()))
  while (held.length < 4) await new Promise(setImmediate)
  expect(await app.refusal(put, { name: 'a' }, png())).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  await app.call(put, { name: 'a' }, { ...png(), as: other })
  for (const release of held) release()
  await Promise.all(four)
  await app.call(put, { name: 'a' }, png())
})

it('gives the first answer under the same idempotency key, and refuses the key for another file', async () => {
  const once = 'the-same-key'
  const first = await app.raw(put, { name: 'a' }, { ...png(), once })
  const again = await app.raw(put, { name: 'a' }, { ...png(), once })
  expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', first.json()])
  const another = png(Buffer.concat([signature, Buffer.from('another')]))
  expect((await app.refusal(put, { name: 'a' }, { ...another, once })).key).toBe('idempotency_key_reused')
})

it('answers over a real connection when the file is too large, and the connection goes on', async () => {
  const url = await app.listen()
  const send = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`${url}/api/test/files/a`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${rider.token}` },
      body,
    })
  expect((await send(new Uint8Array(5_000_000))).status).toBe(413)
  expect((await send(new Uint8Array(bytes))).status).toBe(200)
})

it('sends a file as what it is, and nothing in it can run', async () => {
  const { headers, body } = await app.raw(get, { name: 'x' })
  expect(body).toBe('some bytes')
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '10',
    'content-disposition': 'inline; filename="a--bad---name-x.png"',
    'cache-control': 'private, max-age=60',
    'content-security-policy': `default-src 'none'; sandbox`,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
})

it('sends no type that the contract does not name, and logs a file that breaks off', async () => {
  expect(await app.refusal(get, { name: 'wrong' })).toMatchObject({ status: 500 })
  const { status, key, headers } = await app.refusal(broken, {})
  expect([status, key, headers['content-type'], headers['content-disposition']]).toEqual([
    500,
    'server_error',
    'application/json; charset=utf-8',
    undefined,
  ])
  expect(app.takeErrors()).toHaveLength(2)
  await expect(app.raw(cut, {})).rejects.toThrow()
  expect(app.takeErrors()).toHaveLength(1)
})

it('is described as bytes, not as JSON', async () => {
  const document = (await app.inject('/api/openapi.json')).json<OpenApi>()
  const operation = document.paths['/files/profile-image']?.['post']
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['image/jpeg', 'image/png', 'image/webp'])
  expect(operation?.responses['415']?.['x-keys']).toEqual(['image_refused'])
  const image = document.paths['/files/users/{uid}/profileImage/{name}']?.['get']
  expect(image?.responses['200']?.content).toEqual({ 'image/webp': {} })
  const page = (await app.inject('/api/docs')).body
  expect(page).toContain('<code>image/png</code>, <code>image/webp</code>')
})

/** An upload as the frame hands it on, of which only what is looked at is there. */
const sending = (body: Readable) =>
  ({ body, headers: { 'content-type': 'image/png' } }) as unknown as Parameters<ReturnType<typeof makeTakeUpload>>[1]

const shortly = { silentMs: 60, wholeMs: 250 }
const slow = makeTakeUpload({ signedIn: shortly, visitors: shortly })
const keep = async (content: Buffer) => content.length

it('waits for no body that falls silent, nor for one that trickles', async () => {
  const silent = new Readable({ read: () => {} })
  silent.push(bytes.subarray(0, 10))
  const upload = { types: ['image/png'], maxBytes }
  await expect(slow(upload, sending(silent), { id: 'a', kind: 'visitors' }, keep)).rejects.toMatchObject({ key: 'too_slow' })
  const trickle = new Readable({ read: () => {} })
  const timer = setInterval(() => trickle.push(bytes.subarray(0, 1)), 20)
  await expect(slow(upload, sending(trickle), { id: 'a', kind: 'signedIn' }, keep)).rejects.toMatchObject({ key: 'too_slow' })
  clearInterval(timer)
  // its place is free again, and a whole one goes through
  expect(await slow(upload, sending(Readable.from([bytes])), { id: 'a', kind: 'signedIn' }, keep)).toBe(maxBytes)
})

it('keeps places for who is signed in, however many visitors send', async () => {
  const take = makeTakeUpload()
  const upload = { types: ['image/png'], maxBytes }
  const open = Array.from({ length: 40 }, () => new Readable({ read: () => {} }))
  const all = open.map((body, i) =>
    take(upload, sending(body), { id: `network ${i}`, kind: 'visitors' }, keep).catch((error) => error.key),
  )
  expect(await take(upload, sending(Readable.from([bytes])), { id: 'driver', kind: 'signedIn' }, keep)).toBe(maxBytes)
  for (const body of open) {
    body.push(bytes)
    body.push(null)
  }
  const ends = await Promise.all(all)
  expect([ends.filter((end) => end === maxBytes).length, ends.filter((end) => end === 'rate_limited').length]).toEqual([10, 30])
})
