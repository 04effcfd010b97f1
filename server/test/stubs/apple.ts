// Apple as a site meets it: the login page that posts a form, code for identity token, and the published keys.
import { generateKeyPairSync, randomBytes, sign, verify, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

const issuer = 'https://appleid.apple.com'

const team = generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const appleApp = {
  clientIds: ['example.taxi.web', 'example.taxi.app'] as [string, ...string[]],
  teamId: 'TEAM012345',
  keyId: 'KEY0123456',
  privateKey: team.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

export type ApplePerson = {
  sub: string
  email?: string
  email_verified?: boolean | string
  firstName?: string
  lastName?: string
}

type Code = { person: ApplePerson; clientId: string; redirectUri: string; nonce: string }
type SigningKey = { kid: string; alg: 'RS256' | 'ES256'; privateKey: KeyObject; publicKey: KeyObject }

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

export const makeSigningKey = (alg: 'RS256' | 'ES256' = 'RS256'): SigningKey => {
  const pair =
    alg === 'RS256' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid: randomBytes(5).toString('hex'), alg, ...pair }
}

/** `header` replaces fields of the token's own. */
export const signToken = (key: SigningKey, claims: object, header: object = {}): string => {
  const signed = `${encode({ alg: key.alg, kid: key.kid, ...header })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

const claimsFor = (person: ApplePerson, given: object): object => {
  const { sub, email, email_verified: verified = 'true' } = person
  const iat = Math.floor(Date.now() / 1000)
  const address = email === undefined ? {} : { email, email_verified: verified }
  return {
    iss: issuer,
    aud: appleApp.clientIds[0],
    iat,
    exp: iat + 86_400,
    sub,
    ...address,
    auth_time: iat,
    nonce_supported: true,
    ...given,
  }
}

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** No longer than Apple allows: six months. */
const longestProofS = 15_777_000

/** The site's proof: a token that it signed with its team's key. */
const isProof = (proof: string): boolean => {
  const [head = '', body = '', signature = ''] = proof.split('.')
  const key = { key: team.publicKey, dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return false
  const { iat, exp, ...claims } = decode(body)
  const isInTime = Number(exp) > Date.now() / 1000 && Number(exp) - Number(iat) <= longestProofS
  const expected = { iss: appleApp.teamId, sub: appleApp.clientIds[0], aud: issuer }
  const rightHeader = { alg: 'ES256', kid: appleApp.keyId }
  return isInTime && isDeepStrictEqual(claims, expected) && isDeepStrictEqual(decode(head), rightHeader)
}

const makeWorld = () => ({
  visitor: { sub: '000101.freja.0101', email: 'freja@icloud.example', firstName: 'Freja', lastName: 'Berg' } as ApplePerson,
  /** the name is told until the person came through once */
  known: new Set<string>(),
  codes: new Map<string, Code>(),
  keys: [makeSigningKey()],
  /** changes the claims of the next identity tokens */
  claims: {} as object,
})
type World = ReturnType<typeof makeWorld>

const invalid = (error: string): Answer => ({ status: 400, json: { error } })

const formOf = (id: string, text: string, action: string, fields: Record<string, string>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<form id="${id}" method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>${text}</button></form>`
}

const isRightRequest = (asked: Record<string, string>): boolean =>
  asked['client_id'] === appleApp.clientIds[0] &&
  asked['response_type'] === 'code' &&
  asked['response_mode'] === 'form_post' &&
  asked['scope'] === 'name email' &&
  asked['nonce'] !== undefined &&
  URL.canParse(asked['redirect_uri'] ?? '')

/** A page with two forms that post to the site: one to continue, one to cancel. */
const loginPage = (world: World, { query }: Asked): Answer => {
  const asked = Object.fromEntries(query)
  const redirectUri = asked['redirect_uri'] ?? ''
  if (!isRightRequest(asked)) return { status: 400, html: page('Invalid request', '') }
  const code = randomBytes(16).toString('hex')
  const { visitor: person } = world
  world.codes.set(code, { person, clientId: appleApp.clientIds[0], redirectUri, nonce: asked['nonce'] ?? '' })
  const { firstName, lastName, email } = person
  const user: Record<string, string> = world.known.has(person.sub)
    ? {}
    : { user: JSON.stringify({ name: { firstName, lastName }, email }) }
  const form = (id: string, text: string, back: Record<string, string>) =>
    formOf(id, text, redirectUri, { ...back, state: asked['state'] ?? '' })
  const ways = form('continue', 'Continue', { code, ...user }) + form('cancel', 'Cancel', { error: 'user_cancelled_authorize' })
  return { html: page('Sign in with Apple ID', ways) }
}

const exchangeCode = (world: World, { form }: Asked): Answer => {
  const code = world.codes.get(form.get('code') ?? '')
  world.codes.delete(form.get('code') ?? '')
  if (form.get('grant_type') !== 'authorization_code') return invalid('unsupported_grant_type')
  if (form.get('client_id') !== appleApp.clientIds[0] || !isProof(form.get('client_secret') ?? ''))
    return invalid('invalid_client')
  if (!code || form.get('redirect_uri') !== code.redirectUri) return invalid('invalid_grant')
  const [key] = world.keys
  if (!key) return invalid('server_error')
  world.known.add(code.person.sub)
  const idToken = signToken(key, claimsFor(code.person, { nonce: code.nonce, ...world.claims }))
  return { json: { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 3600, id_token: idToken } }
}

const publishedKeys = ({ keys }: World): Answer => ({
  json: { keys: keys.map(({ kid, alg, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' })) },
})

const routes: Record<string, (world: World, asked: Asked) => Answer> = {
  'GET /auth/authorize': loginPage,
  'POST /auth/token': exchangeCode,
  'GET /auth/keys': publishedKeys,
}

const plainOf = (html: string): string => html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The fields that a form of the login page posts. */
const fieldsOf = (html: string, id: string): Record<string, string> => {
  const form = new RegExp(`<form id="${id}".*?</form>`).exec(html)?.[0]
  if (!form) throw new Error(`Apple's page has no way on: ${html}`)
  const inputs = form.matchAll(/name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plainOf(value)]))
}

export const startApple = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => {
    const route = routes[`${asked.method} ${asked.path}`]
    return route ? route(world, asked) : { status: 404, json: { error: 'not_found' } }
  })
  return {
    ...stub,
    app: appleApp,
    be: (person: ApplePerson): void => void (world.visitor = person),
    /** changes the claims of the identity tokens from now on */
    claim: (claims: object): void => void (world.claims = claims),
    /** signs with another key from now on, and publishes it */
    changeKeys: (...keys: SigningKey[]): void => void (world.keys = keys),
    keys: () => world.keys,
    /** an identity token as an app's login kit gets one */
    issueToken: (person: ApplePerson, claims: object = {}, key = world.keys[0]): string => {
      if (!key) throw new Error('no key')
      return signToken(key, claimsFor(person, { aud: appleApp.clientIds[1], ...claims }))
    },
    /** goes to the login page and says yes or no: the fields that the browser then posts back */
    answer: async (url: string, says: 'continue' | 'cancel' = 'continue'): Promise<Record<string, string>> =>
      fieldsOf((await stub.visit(url)).html, says),
  }
}
export type AppleStub = Awaited<ReturnType<typeof startApple>>
