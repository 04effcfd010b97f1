import { cancelBooking, listBookings } from '@wayfare/contract/bookings'
import { acceptTask } from '@wayfare/contract/dispatch'
import { putBookingPhoto } from '@wayfare/contract/files'
import { startTrip } from '@wayfare/contract/trips'
import { asId } from '@wayfare/core/ids'
import { detectImageType } from '@wayfare/core/images'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { makeRest } from './rest.ts'

describe('a call', () => {
  it('puts path parameters into the path, the rest of a write into the body and of a read into the query', async () => {
    const seen: string[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push([request.method, request.url, Buffer.concat(chunks).toString()].join(' '))
        response.statusCode = 409
        response.end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const rest = makeRest(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
    await rest(startTrip, { id: asId('B/1'), otp: '40719' })
    await rest(acceptTask, { id: asId('B1') })
    await rest(listBookings, { scope: 'active', search: 'å&b', status: undefined })
    await new Promise((resolve) => server.close(resolve))
    expect(seen).toEqual([
      'POST /api/bookings/B%2F1/start {"otp":"40719"}',
      'POST /api/bookings/B1/accept {}',
      'GET /api/bookings?scope=active&search=%C3%A5%26b ',
    ])
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
