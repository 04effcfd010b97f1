// Protects secrets at rest: sealed if they must be read again, otherwise as a keyed hash.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** Compares two texts in constant time. */
export const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export const makeSecrets = (secret: string) => {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'wayfare', purpose, 32))
  const sealing = keyFor('seal')
  const hashing = keyFor('hash')
  return {
    /** encrypts with AES-256-GCM; `context` (table and column, or purpose) must be the same to open it */
    seal: (text: string, context: string): string => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    /** decrypts; null if it was sealed with another secret or context, or changed since */
    open: (sealed: string, context: string): string | null => {
      const [prefix, rest = ''] = sealed.split('.')
      const bytes = Buffer.from(rest, 'base64url')
      if (prefix !== version || bytes.length < ivBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    /** a keyed hash (HMAC-SHA-256, base64url) for what is only ever compared */
    hash: (text: string, context: string): string =>
      createHmac('sha256', hashing).update(`${context}\0${text}`).digest('base64url'),
  }
}

export type Secrets = ReturnType<typeof makeSecrets>
