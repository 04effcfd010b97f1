// Paytm's checksum: a salted SHA-256, encrypted with the merchant's key, in base64.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { makeOutage } from '../ports.ts'
import { computeHash, isSame } from './digests.ts'

const algorithm = 'aes-128-cbc'
const iv = '@@@@&&&&####$$$$'
const keyBytes = 16
const saltLength = 4

/** The text of a form: its values by name, joined; what is empty in Paytm's way counts as empty. */
export const joinFormValues = (form: URLSearchParams): string =>
  [...new Map(form)]
    .filter(([name]) => name !== 'CHECKSUMHASH')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => (value.toLowerCase() === 'null' ? '' : value))
    .join('|')

const saltedHash = (text: string, salt: string): string => computeHash('sha256', `${text}|${salt}`).toString('hex') + salt

export const computePaytmChecksum = (text: string, key: string, salt = randomBytes(3).toString('base64')): string => {
  if (Buffer.byteLength(key) !== keyBytes) throw makeOutage('forbidden', `Paytm's merchant key has ${keyBytes} characters`)
  const cipher = createCipheriv(algorithm, key, iv)
  return Buffer.concat([cipher.update(saltedHash(text, salt), 'utf8'), cipher.final()]).toString('base64')
}

/** What the checksum holds; null when it is none of this key. */
const open = (checksum: string, key: string): string | null => {
  try {
    const cipher = createDecipheriv(algorithm, key, iv)
    return Buffer.concat([cipher.update(checksum, 'base64'), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Whether it is spelled as base64 is written, and in no other of the ways that can be read as the same. */
const isBase64 = (text: string): boolean => text !== '' && Buffer.from(text, 'base64').toString('base64') === text

export const isChecksumOf = (text: string, key: string, checksum: string): boolean => {
  const held = isBase64(checksum) ? open(checksum, key) : null
  if (held === null) return false
  const salt = [...held].slice(-saltLength).join('')
  return isSame(held, saltedHash(text, salt))
}
