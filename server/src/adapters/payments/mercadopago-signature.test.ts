import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signNotice } from '../../../test/stubs/mercadopago.ts'
import type { RawRequest } from '../ports-payments.ts'
import { isGenuine } from './mercadopago.ts'

const requestOf = (ts: string, signature = signNotice('123', 'r-1', ts, 'secret')): RawRequest => ({
  method: 'POST',
  query: new URLSearchParams({ 'data.id': '123', type: 'payment' }),
  headers: { 'x-request-id': 'r-1', 'x-signature': signature },
  body: Buffer.alloc(0),
  ip: '127.0.0.1',
})
const check = (request: RawRequest, at: number, secret = 'secret') =>
  isGenuine(request, { keys: { webhookSecret: secret }, now: () => new Date(at) })

describe('the signature', () => {
  const vector = 'ts=1742505638683,v1=084efabcb70883978942d7337b9c8f6ee99f8a6bba0fbfc287eed843ac9c898c'
  const at = 1_742_505_638_683

  test('is the one that the vendor’s library accepts', () => {
    expect(requestOf('1742505638683').headers['x-signature']).toBe(vector)
    expect(check(requestOf('', vector), at)).toBe(true)
    expect(check(requestOf('', vector), at, 'another')).toBe(false)
    expect(check(requestOf('', vector), at, '')).toBe(false)
  })

  test('holds for five minutes, its time being in seconds or milliseconds', () => {
    for (const ts of ['1742505638683', '1742505638']) {
      expect(check(requestOf(ts), at + 299_000)).toBe(true)
      expect(check(requestOf(ts), at - 299_000)).toBe(true)
      expect(check(requestOf(ts), at + 301_000)).toBe(false)
      expect(check(requestOf(ts), at - 301_000)).toBe(false)
    }
  })

  test('leaves out a request id that is not there, and takes a long id in lower case, too', () => {
    const bare = signNotice('123', '', '1742505638', 'secret')
    expect(check({ ...requestOf('', bare), headers: { 'x-signature': bare } }, at)).toBe(true)
    expect(check(requestOf('', bare), at)).toBe(false)
    const lower = requestOf('', signNotice('abc9', 'r-1', '1742505638', 'secret'))
    expect(check({ ...lower, query: new URLSearchParams({ 'data.id': 'ABC9' }) }, at)).toBe(true)
  })

  test('fails with any one byte changed of id, request id or signature', () => {
    const parts = ['123', 'r-1', vector]
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.nat(2), unit, fc.integer({ min: 1, max: 94 }), (which, where, by) => {
        const changed = parts.map((part, index) => {
          if (index !== which) return part
          const place = Math.floor(where * part.length)
          // another printable character
          const other = String.fromCharCode(33 + ((part.charCodeAt(place) - 33 + (by % 94 || 1)) % 94))
          return part.slice(0, place) + other + part.slice(place + 1)
        })
        const [id = '', requestId = '', signature = ''] = changed
        const request = requestOf('', signature)
        const headers = { ...request.headers, 'x-request-id': requestId }
        return !check({ ...request, headers, query: new URLSearchParams({ 'data.id': id }) }, at)
      }),
      { numRuns: 2000 },
    )
  })

  test('is missing where it is not spelled as one', () => {
    for (const signature of ['', 'ts=,v1=', 'v1=1,ts=1', `${vector},x`, vector.replace('ts=', 'ts=0x')]) {
      expect(check(requestOf('', signature), at)).toBe(false)
    }
  })
})
