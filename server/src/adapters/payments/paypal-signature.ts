// PayPal's signature of a notice: RSA over ids, time and checksum, with a certificate that PayPal's own hosts give.
import { createVerify, X509Certificate, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isOutage } from '../ports.ts'
import type { ProviderOptions, RawRequest } from '../ports-payments.ts'
import { askProvider } from './request.ts'

// NOTE: the certificate comes without those that issued it, so its chain cannot be followed; that PayPal's own host gave it,
// over TLS and without a redirect, is what it is trusted for
const hosts = ['api-m.paypal.com', 'api.paypal.com', 'api-m.sandbox.paypal.com', 'api.sandbox.paypal.com']
const path = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/
const subject = /^CN=messageverificationcerts(\.sandbox)?\.paypal\.com$/m

/** A notice is tried again for three days under the time of its first transmission; four, to be on the safe side. */
const oldestS = 4 * 86_400
const futureS = 300

type Signed = Pick<RawRequest, 'headers' | 'body'>

const header = ({ headers }: Signed, name: string): string => headers[`paypal-${name}`] ?? ''

/** Whether the signature is of these very bytes and ids, by this key. @internal */
export const isSigned = (request: Signed, webhookId: string, key: KeyObject): boolean => {
  const [id, time, signature] = ['transmission-id', 'transmission-time', 'transmission-sig'].map((name) => header(request, name))
  if (!id || !time || !signature || webhookId === '') return false
  // what is not spelled as base64 spells it was changed on its way, even if it says the same
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.toString('base64') !== signature) return false
  const message = `${id}|${time}|${webhookId}|${crc32(request.body)}`
  return createVerify('sha256').update(message).verify(key, bytes)
}

/** Null when the text is no certificate for signing notices, or not valid at this time. @internal */
export const readSigningKey = (pem: string, now: Date): KeyObject | null => {
  try {
    const certificate = new X509Certificate(pem)
    const isInTime = Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() <= Date.parse(certificate.validTo)
    return isInTime && subject.test(certificate.subject) ? certificate.publicKey : null
  } catch {
    return null
  }
}

const isOfPaypal = (url: string, origin: string | undefined): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, host, pathname, search, username, origin: given } = new URL(url)
  const isKnown = origin === undefined ? protocol === 'https:' && hosts.includes(host) : given === origin
  return isKnown && path.test(pathname) && search === '' && username === ''
}

const isTimely = (time: string, now: Date): boolean => {
  const age = (now.getTime() - Date.parse(time)) / 1000
  return age <= oldestS && age >= -futureS
}

/** Null when PayPal has no certificate at this address. */
type GetCertificate = (url: string) => Promise<string | null>

/** Asks for a certificate once. */
export const makeCertificates = (): GetCertificate => {
  let known: { url: string; pem: string } | null = null
  return async (url) => {
    if (known?.url === url) return known.pem
    try {
      const { text } = await askProvider({ url, method: 'GET', headers: { accept: '*/*' } })
      known = { url, pem: text }
      return text
    } catch (error) {
      if (isOutage(error) && error.outage !== 'unavailable') return null
      throw error
    }
  }
}

export const makeVerifier =
  ({ keys, now, origin }: ProviderOptions, getCertificate: GetCertificate) =>
  async (request: Signed): Promise<boolean> => {
    const url = header(request, 'cert-url')
    if (!isTimely(header(request, 'transmission-time'), now()) || !isOfPaypal(url, origin)) return false
    const pem = await getCertificate(url)
    const key = pem === null ? null : readSigningKey(pem, now())
    return key !== null && isSigned(request, keys['webhookId'] ?? '', key)
  }
