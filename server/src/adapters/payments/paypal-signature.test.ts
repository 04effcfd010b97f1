import { X509Certificate } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeIdentity, type Identity } from '../../../test/stubs/certificates.ts'
import * as sent from '../../../test/stubs/paypal-event-2015.ts'
import { signEvent, startPaypal, type PaypalStub } from '../../../test/stubs/paypal.ts'
import { outageOf, spoil } from '../../../test/stubs/site.ts'
import type { ProviderOptions, RawRequest } from '../ports-payments.ts'
import { isSigned, makeCertificates, makeVerifier, readSigningKey } from './paypal-signature.ts'

const at = new Date('2026-11-22T12:00:00Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
const text = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { custom_id: 'Å' } })

let stub: PaypalStub
beforeEach(async () => {
  stub = await startPaypal(() => at)
})
afterEach(() => stub.close())

const requestOf = (given: { signer?: Identity; url?: string; webhookId?: string } = {}): RawRequest => {
  const { signer = stub.signer, url = stub.certificateUrl, webhookId = stub.app.webhookId } = given
  const headers = signEvent(text, signer, { url, at, webhookId })
  return { method: 'POST', query: new URLSearchParams(), headers, body: Buffer.from(text), ip: '' }
}

const verify = (request: RawRequest, given: Partial<ProviderOptions> = {}): Promise<boolean> =>
  makeVerifier({ keys: stub.app, mode: 'sandbox', now: () => at, origin: stub.origin, ...given }, makeCertificates())(request)

/** With PayPal's own hosts. */
const verifyForReal = (request: RawRequest): Promise<boolean> =>
  makeVerifier({ keys: stub.app, mode: 'live', now: () => at }, makeCertificates())(request)

const replaced = (request: RawRequest, name: string, value: string): RawRequest => ({
  ...request,
  headers: { ...request.headers, [`paypal-${name}`]: value },
})

describe('the event that PayPal sent in 2015', () => {
  const request = { headers: sent.headers, body: Buffer.from(sent.body) }
  const key = new X509Certificate(sent.certificate).publicKey

  test('has the right signature', () => {
    expect(isSigned(request, sent.webhookId, key)).toBe(true)
    expect(isSigned(request, '4JH86294D6297924H', key)).toBe(false)
    expect(isSigned(request, '', key)).toBe(false)
  })

  test('came with a certificate that was good until 2017', () => {
    expect(readSigningKey(sent.certificate, new Date('2015-05-18T15:45:13Z'))).not.toBeNull()
    expect(readSigningKey(sent.certificate, new Date('2015-03-17T00:00:00Z'))).toBeNull()
    expect(readSigningKey(sent.certificate, at)).toBeNull()
  })
})

describe('a signature', () => {
  test('is good with the certificate that PayPal has at this address, which is asked for once', async () => {
    const getCertificate = makeCertificates()
    const options = { keys: stub.app, mode: 'sandbox' as const, now: () => at, origin: stub.origin }
    const isGenuine = () => makeVerifier(options, getCertificate)(requestOf())
    expect([await isGenuine(), await isGenuine()]).toEqual([true, true])
    expect(stub.log).toHaveLength(1)
  })

  test('is not good by another key or for another webhook', async () => {
    const another = makeIdentity('messageverificationcerts.paypal.com', new Date('2020-01-01'), new Date('2040-01-01'))
    expect(await verify(requestOf({ signer: another }))).toBe(false)
    expect(await verify(requestOf({ webhookId: 'OTHER' }))).toBe(false)
    expect(await verify(requestOf(), { keys: {} })).toBe(false)
  })

  test.each([
    ['in another name', 'messageverificationcerts.paypal.com.example.com', '2020-01-01', '2040-01-01'],
    ['that ended', 'messageverificationcerts.paypal.com', '2020-01-01', '2026-11-22'],
    ['that has not begun', 'messageverificationcerts.paypal.com', '2026-11-23', '2040-01-01'],
  ])('with a certificate %s is not good', async (_what, name, from, to) => {
    const signer = makeIdentity(name, new Date(from), new Date(to))
    expect(await verify(requestOf({ signer, url: stub.publish('CERT-1', signer.pem) }))).toBe(false)
  })

  test('with something else than a certificate is not good', async () => {
    expect(await verify(requestOf({ url: stub.publish('CERT-1', 'hello') }))).toBe(false)
    expect(await verify(requestOf({ url: `${stub.origin}/v1/notifications/certs/CERT-none` }))).toBe(false)
  })

  test('asks nobody but PayPal for a certificate', async () => {
    const hosts = [
      'http://api.paypal.com',
      'https://api.paypal.com.example.com',
      'https://example.com',
      'https://x@api.paypal.com',
    ]
    const paths = ['/v1/notifications/certs/CERT-1', '/v1/notifications/certs/../x', '/v1/notifications/certs/CERT-1?to=x', '/x']
    const urls = [...hosts.map((host) => `${host}${paths[0]}`), ...paths.slice(1).map((path) => `https://api.paypal.com${path}`)]
    for (const url of [...urls, '', 'CERT-1', `${stub.origin}/elsewhere/CERT-1`]) {
      expect(await verify(requestOf({ url })), url).toBe(false)
      expect(await verifyForReal(requestOf({ url })), url).toBe(false)
    }
    expect(await verifyForReal(requestOf())).toBe(false)
    expect(stub.log).toEqual([])
  })

  test('is believed as long as PayPal tries again, and not from the future', async () => {
    const seconds = [-301, -300, 3 * 86_400, 4 * 86_400 + 1]
    const states = await Promise.all(seconds.map((after) => verify(requestOf(), { now: () => later(after) })))
    expect(states).toEqual([false, true, true, false])
    expect(await verify(replaced(requestOf(), 'transmission-time', 'now'))).toBe(false)
  })

  test('that is missing is not good', async () => {
    for (const name of ['transmission-id', 'transmission-time', 'transmission-sig', 'cert-url']) {
      expect(await verify(replaced(requestOf(), name, ''))).toBe(false)
    }
  })

  test('cannot be looked at while PayPal has no certificate to give', async () => {
    stub.feel('broken')
    expect(await outageOf(verify(requestOf()))).toBe('unavailable')
  })

  test('is not good for anything of which one byte was changed', () => {
    const good = requestOf()
    const key = new X509Certificate(stub.signer.pem).publicKey
    expect(isSigned(good, stub.app.webhookId, key)).toBe(true)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 }), (where, by) => {
        return !isSigned(spoil(good, where, by), stub.app.webhookId, key)
      }),
      { numRuns: 1000 },
    )
    const names = fc.constantFrom('transmission-id', 'transmission-time', 'transmission-sig')
    fc.assert(
      fc.property(
        names,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 33, max: 126 }),
        (name, where, code) => {
          const value = good.headers[`paypal-${name}`] ?? ''
          const index = Math.floor(where * value.length)
          const changed = value.slice(0, index) + String.fromCharCode(code) + value.slice(index + 1)
          return changed === value || !isSigned(replaced(good, name, changed), stub.app.webhookId, key)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
