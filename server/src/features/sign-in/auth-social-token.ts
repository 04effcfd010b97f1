// Verifies identity tokens (signed JSON, RFC 7519) and signs our own proof for Apple, using only Node's crypto.
import { createHash, createPrivateKey, createPublicKey, sign, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isSame } from '../../secrets.ts'
import { z } from 'zod'

const jwk = z.looseObject({ kid: z.string(), kty: z.string(), alg: z.string().optional(), use: z.string().optional() })
export const keySet = z.object({ keys: z.array(jwk).max(50) })
export type KeySet = z.infer<typeof keySet>

const header = z.looseObject({ alg: z.enum(['RS256', 'ES256']), kid: z.string().max(200), crit: z.never().optional() })

const claimsShape = z.looseObject({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  sub: z.string().min(1).max(255),
  exp: z.number(),
  iat: z.number(),
  nonce: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
})
export type Claims = z.infer<typeof claimsShape>

const decode = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** The unverified content of the token; null if it is not of the two kinds that we accept. */
export const readToken = (token: string) => {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  const [readHeader, readClaims] = [header.safeParse(decode(head)), claimsShape.safeParse(decode(body))]
  if (more.length > 0 || !readHeader.success || !readClaims.success) return null
  return {
    ...readHeader.data,
    claims: readClaims.data,
    signed: Buffer.from(`${head}.${body}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}
type ReadToken = NonNullable<ReturnType<typeof readToken>>

// The key's type must match the algorithm, so that the token's own header is not trusted.
const keyKinds = { RS256: 'rsa', ES256: 'ec' } as const

const publicKey = (given: KeySet['keys'][number]): KeyObject | null => {
  try {
    return createPublicKey({ key: given as JsonWebKey, format: 'jwk' })
  } catch {
    return null
  }
}

export const isSignedBy = (token: ReadToken, given: KeySet['keys'][number]): boolean => {
  if (given.alg !== undefined && given.alg !== token.alg) return false
  const key = publicKey(given)
  if (!key || key.asymmetricKeyType !== keyKinds[token.alg]) return false
  return verify('sha256', token.signed, { key, dsaEncoding: 'ieee-p1363' }, token.signature)
}

const leewayS = 60
const maxAgeS = 3600

/** Apps pass the provider either the SHA-256 of the nonce (hex), as in Apple's guide, or the nonce itself. */
const isNonce = (claimed: string, nonce: string): boolean =>
  isSame(claimed, nonce) || isSame(claimed, createHash('sha256').update(nonce).digest('hex'))

export type ExpectedClaims = { issuer: string; audiences: readonly string[]; nonce: string | null; now: Date }

/** Requires exactly one audience, and that it is ours: a token for two apps could come from the other. */
const isFor = ({ aud }: Claims, audiences: readonly string[]): boolean => {
  const named = typeof aud === 'string' ? [aud] : aud
  return named.length === 1 && audiences.includes(named[0] ?? '')
}

const isFresh = ({ iat }: Claims, seconds: number): boolean => iat - leewayS <= seconds && iat + maxAgeS >= seconds

const nonceProblem = (claimed: string | undefined, nonce: string | null): string | null => {
  if (nonce === null) return claimed === undefined ? null : 'the token has a nonce that the app did not send'
  return claimed !== undefined && isNonce(claimed, nonce) ? null : 'the token has another nonce'
}

/** The problem with the claims, for the log; null if there is none. */
export const findClaimsProblem = (claims: Claims, { issuer, audiences, nonce, now }: ExpectedClaims): string | null => {
  const seconds = now.getTime() / 1000
  if (claims.iss !== issuer) return 'the token is from another issuer'
  if (!isFor(claims, audiences)) return 'the token is for another app'
  if (claims.exp + leewayS < seconds) return 'the token has expired'
  return isFresh(claims, seconds) ? nonceProblem(claims.nonce, nonce) : 'the token is not fresh'
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signs a token of our own with ES256. */
export const signToken = (privateKey: string, keyId: string, claims: object): string => {
  const text = `${encode({ alg: 'ES256', kid: keyId })}.${encode(claims)}`
  const key = createPrivateKey(privateKey)
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
