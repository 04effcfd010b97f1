// A browser with its push service: it checks what RFC 8292 asks of the sender, and opens what it gets as RFC 8291 says.
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { compactVerify, importJWK } from 'jose'

export type Browser = { endpoint: string; keys: { p256dh: string; auth: string }; open: (body: Buffer) => string }

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => createHmac('sha256', key).update(Buffer.concat(parts)).digest()

/** HKDF of one block (RFC 5869). */
const derive = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer =>
  hmac(hmac(salt, secret), info, Buffer.of(1)).subarray(0, length)

/** Subscribed at an address: `open` gives the text of a body of aes128gcm (RFC 8188), of one record. */
export const makeBrowser = (endpoint: string): Browser => {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  const open = (body: Buffer): string => {
    const salt = body.subarray(0, 16)
    const idLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    if (sealed.length > body.readUInt32BE(16)) throw new Error('more than one record')
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const secret = derive(auth, ecdh.computeSecret(sender), info, 32)
    const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    const end = padded.lastIndexOf(2)
    if (end < 0) throw new Error('no last record')
    return padded.subarray(0, end).toString('utf8')
  }
  return { endpoint, keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }, open }
}

type Checked = { audience: string; subject: string; key: string; expiresInS: number }

/** Who signed the request; throws when it is not signed as it should be. */
export const checkVapid = async (headers: IncomingHttpHeaders): Promise<Checked> => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await compactVerify(token, jwk, { algorithms: ['ES256'] })
  const { aud, sub, exp } = JSON.parse(Buffer.from(payload).toString()) as { aud: string; sub: string; exp: number }
  const expiresInS = exp - Date.now() / 1000
  if (expiresInS <= 0 || expiresInS > 86_400) throw new Error('the token lives too long')
  return { audience: aud, subject: sub, key, expiresInS }
}

export type Taken = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** Listens on this machine and answers with the status that `answer` gives. */
export const startPushService = async (answer: (taken: Taken) => number | null) => {
  const taken: Taken[] = []
  const server: Server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      taken.push(one)
      const status = answer(one)
      // null: it never answers
      if (status !== null) response.writeHead(status).end(status >= 400 ? 'push subscription has unsubscribed' : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { origin, taken, close }
}
