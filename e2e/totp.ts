// The codes of an authenticator app, by RFC 6238: six digits, SHA-1, thirty seconds.
import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code at a time (epoch ms) for the secret as it is shown, spaces or not. */
export const totpAt = (secret: string, at: number): string => {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', fromBase32(secret.replaceAll(/\s/g, '')))
    .update(step)
    .digest()
  const start = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
