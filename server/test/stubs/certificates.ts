// Certificates of one's own making, for stubs that sign as somebody: RSA, signed by themselves.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
const commonName = Buffer.from('550403', 'hex')

const nameOf = (name: string): Buffer => sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from(name)))))
const timeOf = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))

export type Identity = { pem: string; privateKey: KeyObject }

/** A new key and its certificate as PEM. */
export const makeIdentity = (name: string, validFrom: Date, validTo: Date): Identity => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    nameOf(name),
    sequence(timeOf(validFrom), timeOf(validTo)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const lines = sequence(content, sha256WithRsa, signature).toString('base64').replaceAll(/.{64}/g, '$&\r\n')
  return { pem: `-----BEGIN CERTIFICATE-----\r\n${lines}\r\n-----END CERTIFICATE-----`, privateKey }
}
