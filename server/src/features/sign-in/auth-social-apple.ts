// Sign-in with Apple: its login page, exchanging a code for an identity token, and checking that token by Apple's public keys.
import { z } from 'zod'
import type { AppleApp } from '../../config-social.ts'
import { askProvider, makeSocialRefusal, type SocialPerson, type SocialRequest } from './auth-social-http.ts'
import {
  findClaimsProblem,
  isSignedBy,
  keySet,
  readToken,
  signToken,
  type Claims,
  type ExpectedClaims,
  type KeySet,
} from './auth-social-token.ts'

const issuer = 'https://appleid.apple.com'
const proofSeconds = 300
/** An unknown key id reloads the keys, but not more often than this. */
const keysAgainAfterMs = 60_000
const keysKeptMs = 3_600_000

const tokenAnswer = z.object({ id_token: z.string().min(1) })
/** Sent along with the code on the first visit only. */
const nameShape = z.object({ name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional() })

type AppleName = { firstName: string | null; lastName: string | null }

/** The name from the form that Apple posts. It is unverified, so nothing depends on it. */
export const readAppleName = (user: string | null): AppleName => {
  try {
    const { name } = nameShape.parse(JSON.parse(user ?? '{}'))
    return { firstName: name?.firstName ?? null, lastName: name?.lastName ?? null }
  } catch {
    return { firstName: null, lastName: null }
  }
}

/** Apple's public keys, cached for an hour. */
const makeKeys = (asking: SocialRequest) => {
  let kept: { keys: KeySet['keys']; at: number } = { keys: [], at: Number.NEGATIVE_INFINITY }
  const read = async (): Promise<void> => {
    const parsed = keySet.safeParse(await askProvider(asking, 'apple', new URL('/auth/keys', issuer)))
    if (!parsed.success) throw makeSocialRefusal(asking.log, 'apple', 'the keys were not understood')
    kept = { keys: parsed.data.keys, at: asking.now().getTime() }
  }
  return async (kid: string) => {
    const known = kept.keys.find((key) => key.kid === kid)
    const age = asking.now().getTime() - kept.at
    if (known && age < keysKeptMs) return known
    if (age >= keysAgainAfterMs) await read()
    return kept.keys.find((key) => key.kid === kid)
  }
}

const personOf = (claims: Claims, name: AppleName): SocialPerson => ({
  provider: 'apple',
  subject: claims.sub,
  email: claims.email ?? null,
  emailVerified: claims.email_verified === true || claims.email_verified === 'true',
  ...name,
})

export const makeApple = (app: AppleApp, asking: SocialRequest) => {
  const failure = (reason: string) => makeSocialRefusal(asking.log, 'apple', reason)
  const findKey = makeKeys(asking)
  const [webClient] = app.clientIds

  const checkToken = async (token: string, expected: Omit<ExpectedClaims, 'issuer' | 'now'>): Promise<Claims> => {
    const read = readToken(token)
    if (!read) throw failure('the token was not understood')
    const key = await findKey(read.kid)
    if (!key || !isSignedBy(read, key)) throw failure('the token is not signed by Apple')
    const problem = findClaimsProblem(read.claims, { ...expected, issuer, now: asking.now() })
    if (problem !== null) throw failure(problem)
    return read.claims
  }

  /** Apple has no app secret: we sign a statement that we are the app's team. */
  const makeProof = (): string => {
    const iat = Math.floor(asking.now().getTime() / 1000)
    const claims = { iss: app.teamId, iat, exp: iat + proofSeconds, aud: issuer, sub: webClient }
    return signToken(app.privateKey, app.keyId, claims)
  }

  return {
    loginUrl: ({ state, nonce, redirectUri }: { state: string; nonce: string; redirectUri: string }): string => {
      const round = { client_id: webClient, redirect_uri: redirectUri, state, nonce }
      // Apple sends name and address only as a form post
      const query = { ...round, response_type: 'code', response_mode: 'form_post', scope: 'name email' }
      return `${issuer}/auth/authorize?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
    },
    fromCode: async (given: { code: string; nonce: string; redirectUri: string; name: AppleName }): Promise<SocialPerson> => {
      const form = new URLSearchParams({
        client_id: webClient,
        client_secret: makeProof(),
        code: given.code,
        grant_type: 'authorization_code',
        redirect_uri: given.redirectUri,
      })
      const answer = tokenAnswer.safeParse(await askProvider(asking, 'apple', new URL('/auth/token', issuer), { form }))
      if (!answer.success) throw failure('the answer to the code was not understood')
      const claims = await checkToken(answer.data.id_token, { audiences: [webClient], nonce: given.nonce })
      return personOf(claims, given.name)
    },
    fromToken: async (token: string, nonce: string | null): Promise<SocialPerson & { expiresAt: Date }> => {
      const claims = await checkToken(token, { audiences: app.clientIds, nonce })
      return { ...personOf(claims, readAppleName(null)), expiresAt: new Date(claims.exp * 1000) }
    },
  }
}
