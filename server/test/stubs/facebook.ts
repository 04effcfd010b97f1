// Facebook as an app meets it: the login page, code for token, debug_token and /me, with their refusals.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const facebookApp = { appId: '1234567890123456', appSecret: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' }

export type FacebookPerson = { id: string; first_name?: string; last_name?: string; email?: string }

type Token = { userId: string; appId: string; isValid: boolean; expiresAt: number }
type Code = { userId: string; redirectUri: string }

const refuse = (message: string, status = 400): Answer => ({
  status,
  json: { error: { message, type: 'OAuthException', code: 190 } },
})

const isEqual = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const makePeople = () => {
  const people = new Map<string, FacebookPerson>()
  const tokens = new Map<string, Token>()
  const codes = new Map<string, Code>()
  let visitor: FacebookPerson = { id: '10001', first_name: 'Freja', last_name: 'Berg', email: 'freja@facebook.example' }
  const issue = (userId: string, given: Partial<Token> = {}): string => {
    const token = `EAA${randomBytes(24).toString('hex')}`
    tokens.set(token, { userId, appId: facebookApp.appId, isValid: true, expiresAt: 0, ...given })
    return token
  }
  people.set(visitor.id, visitor)
  return {
    people,
    tokens,
    codes,
    issue,
    visitor: () => visitor,
    be: (person: FacebookPerson): void => {
      visitor = person
      people.set(person.id, person)
    },
  }
}

type People = ReturnType<typeof makePeople>

/** A page with two ways on, as links: to continue, and to cancel. */
const loginPage = ({ codes, visitor }: People, { query }: Asked): Answer => {
  const [redirectUri, state] = [query.get('redirect_uri') ?? '', query.get('state') ?? '']
  if (query.get('client_id') !== facebookApp.appId || query.get('response_type') !== 'code' || !URL.canParse(redirectUri)) {
    return { status: 400, html: page('Sorry, something went wrong.', '') }
  }
  const code = randomBytes(16).toString('hex')
  codes.set(code, { userId: visitor().id, redirectUri })
  const link = (id: string, text: string, back: Record<string, string>) =>
    `<p><a id="${id}" href="${escapeHtml(`${redirectUri}?${new URLSearchParams({ ...back, state })}`)}">${text}</a></p>`
  const name = escapeHtml(visitor().first_name ?? 'you')
  const cancel = { error: 'access_denied', error_reason: 'user_denied' }
  return {
    html: page('Log in with Facebook', link('continue', `Continue as ${name}`, { code }) + link('cancel', 'Cancel', cancel)),
  }
}

const exchangeCode = ({ codes, issue }: People, { form }: Asked): Answer => {
  const code = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  if (form.get('client_id') !== facebookApp.appId || form.get('client_secret') !== facebookApp.appSecret) {
    return refuse('Error validating client secret.')
  }
  if (!code) return refuse('This authorization code has been used.')
  if (form.get('redirect_uri') !== code.redirectUri) return refuse('Error validating verification code.')
  return { json: { access_token: issue(code.userId), token_type: 'bearer', expires_in: 5_183_944 } }
}

const debugToken = ({ tokens }: People, { query }: Asked): Answer => {
  if (query.get('access_token') !== `${facebookApp.appId}|${facebookApp.appSecret}`) return refuse('Invalid OAuth access token.')
  const token = tokens.get(query.get('input_token') ?? '')
  if (!token)
    return { json: { data: { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] } } }
  const { appId, userId, isValid, expiresAt } = token
  const data = { app_id: appId, type: 'USER', application: 'Wayfare', expires_at: expiresAt, is_valid: isValid, user_id: userId }
  return { json: { data: { ...data, scopes: ['email', 'public_profile'] } } }
}

const me = ({ tokens, people }: People, { query, bearer }: Asked): Answer => {
  const token = tokens.get(bearer ?? '')
  const person = token && people.get(token.userId)
  if (!token?.isValid || !person) return refuse('Invalid OAuth access token.', 401)
  const proof = createHmac('sha256', facebookApp.appSecret)
    .update(bearer ?? '')
    .digest('hex')
  if (!isEqual(query.get('appsecret_proof') ?? '', proof)) return refuse('Invalid appsecret_proof provided in the API argument')
  const fields = new Set((query.get('fields') ?? 'id').split(','))
  return { json: Object.fromEntries(Object.entries(person).filter(([name]) => name === 'id' || fields.has(name))) }
}

const routes: Record<string, (people: People, asked: Asked) => Answer> = {
  'GET /v24.0/dialog/oauth': loginPage,
  'POST /v24.0/oauth/access_token': exchangeCode,
  'GET /v24.0/debug_token': debugToken,
  'GET /v24.0/me': me,
}

export const startFacebook = async () => {
  const people = makePeople()
  const stub = await startStub((asked) => {
    const route = routes[`${asked.method} ${asked.path}`]
    return route ? route(people, asked) : refuse('Unsupported request.', 404)
  })
  return {
    ...stub,
    app: facebookApp,
    /** who sits at the browser from now on */
    be: people.be,
    /** a token as an app's login kit gets one */
    issueToken: (person: FacebookPerson, given?: Partial<Token>): string => {
      people.people.set(person.id, person)
      return people.issue(person.id, given)
    },
    /** goes to the login page and says yes or no: where the browser is sent back to */
    answer: async (url: string, says: 'continue' | 'cancel' = 'continue'): Promise<string> => {
      const { html } = await stub.visit(url)
      const href = new RegExp(`id="${says}" href="([^"]+)"`).exec(html)?.[1]
      if (!href) throw new Error(`Facebook's page has no way on: ${html}`)
      return href.replaceAll('&amp;', '&')
    },
  }
}
export type FacebookStub = Awaited<ReturnType<typeof startFacebook>>
