import { cancelBooking, listBookings } from '@wayfare/contract/bookings'
import { acceptTask } from '@wayfare/contract/dispatch'
import { putBookingPhoto } from '@wayfare/contract/files'
import { asId } from '@wayfare/core/ids'
import { detectImageType } from '@wayfare/core/images'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { makeRequest, makeRest } from './rest.ts'

describe('a call', () => {
  it('puts path parameters into the path and the rest of a write into the body', () => {
    expect(makeRequest({ path: 'POST /bookings/:id/start' }, { id: 'B/1', otp: '40719' })).toEqual({
      method: 'POST',
      path: '/bookings/B%2F1/start',
      body: '{"otp":"40719"}',
    })
    expect(makeRequest(acceptTask, { id: asId('B1') })).toEqual({ method: 'POST', path: '/bookings/B1/accept', body: '{}' })
  })

  it('puts what a read asks for into the query', () => {
    expect(makeRequest(listBookings, { scope: 'active', search: 'å&b', status: undefined })).toEqual({
      method: 'GET',
      path: '/bookings?scope=active&search=%C3%A5%26b',
      body: null,
    })
  })

  it('answers with a key when the server is not there', async () => {
    const rest = makeRest('http://127.0.0.1:1')
    expect(await rest(listBookings, {})).toEqual({ ok: false, status: 0, key: 'unreachable' })
  })

  it('has a key of its own where a deed needs one', async () => {
    const keys: (string | undefined)[] = []
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined)
      response.statusCode = 409
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const rest = makeRest(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
    const deed = { id: asId<'booking'>('B1'), reason: 'My plans have changed' }
    await rest(cancelBooking, deed)
    await rest(cancelBooking, deed)
    await rest(cancelBooking, deed, { onceKey: 'mine' })
    await rest(listBookings, {})
    await new Promise((resolve) => server.close(resolve))
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys.slice(2)).toEqual(['mine', undefined])
  })

  it('sends a photo where a file is asked for', async () => {
    const seen: { type: string | undefined; image: string | null }[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push({ type: request.headers['content-type'], image: detectImageType(Buffer.concat(chunks)) })
        response.statusCode = 409
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const rest = makeRest(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    await rest(putBookingPhoto, { id: asId('B1'), kind: 'pickup_image' })
    server.close()
    expect(seen).toEqual([{ type: 'image/png', image: 'image/png' }])
  })
})
