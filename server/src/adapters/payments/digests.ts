// What providers sign with, spelled as they do.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

type Text = string | Buffer

export const hashMd5 = (text: Text): string => createHash('md5').update(text).digest('hex')

/** A hash by Node's name of it (sha1, sha256, sha3-256), as bytes. */
export const computeHash = (algorithm: string, text: Text): Buffer => createHash(algorithm).update(text).digest()

export const computeHmac = (algorithm: string, key: Text, text: Text): Buffer => createHmac(algorithm, key).update(text).digest()

/** Whether two texts are the same, in a time that does not tell where they differ. */
export const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** As PHP's urlencode writes it: a space is a plus, and of the signs only - _ . stay. */
export const encodePhpUrl = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
