import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'

const app = await startApp()
const read = (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: '/api/openapi.json', headers })

it('takes brotli before gzip, and what is ruled out not at all', async () => {
  const accepted = ['gzip, deflate, br, zstd', 'gzip;q=1.0, br;q=0.5', 'br;q=0, gzip', 'gzip;q=0.0', 'BR', 'identity', '*', '']
  const answers = await Promise.all(accepted.map((encoding) => read({ 'accept-encoding': encoding })))
  const none = undefined
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'br', 'gzip', none, 'br', none, none, none])
})

it('sends a long answer compressed to whoever reads that, and whole to others', async () => {
  const [plain, brotli, zipped] = [
    await read(),
    await read({ 'accept-encoding': 'gzip, br' }),
    await read({ 'accept-encoding': 'gzip' }),
  ]
  expect([plain, brotli, zipped].map(({ headers }) => [headers['content-encoding'], headers['vary']])).toEqual([
    [undefined, 'accept-encoding'],
    ['br', 'accept-encoding'],
    ['gzip', 'accept-encoding'],
  ])
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length))
})

it('leaves a short answer and the answer to a write as they are', async () => {
  const short = await app.inject({ method: 'GET', url: '/api/languages', headers: { 'accept-encoding': 'br' } })
  expect([short.statusCode, short.headers['content-encoding']]).toEqual([200, undefined])
  const payload = { email: `${'x'.repeat(3000)}@y.example`, password: 'x' }
  const write = await app.inject({ method: 'POST', url: '/api/accounts/sign-in', headers: { 'accept-encoding': 'br' }, payload })
  expect(write.headers['content-encoding']).toBeUndefined()
})
