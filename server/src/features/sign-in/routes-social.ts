// Signing in with a provider: two endpoints of the contract, and the address to which the provider sends the browser back.
import * as contract from '@wayfare/contract/sign-in-social'
import { isSocialProvider, type SocialProvider } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { findAsker } from '../../http/actor.ts'
import type { Limits } from '../../http/limits.ts'
import { readHeaders, serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import type { Auth } from './auth.ts'
import type { Social } from './auth-social.ts'
import { beginRound, completeSocialSignIn, roundLastsMs, signInByToken } from './commands-social.ts'
import { presentSignIn, readCaller } from './routes-entry.ts'

/** __Host-: no other site under the same domain can set it. */
const cookieName = (isHttps: boolean): string => (isHttps ? '__Host-wayfare.social' : 'wayfare.social')

/** Lax: sent when the browser is sent back, but only with a top-level GET. */
const cookieOf = ({ isHttps }: Config, value: string, seconds: number): string =>
  `${cookieName(isHttps)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

const readCookie = ({ isHttps }: Config, headers: Headers): string | null => {
  const start = `${cookieName(isHttps)}=`
  const found = (headers.get('cookie') ?? '').split(/; */).find((part) => part.startsWith(start))
  return found?.slice(start.length) || null
}

const callbackOf = (provider: SocialProvider): string => `/api${contract.socialCallbackPath.replace(':provider', provider)}`

const redirectUriOf = ({ publicOrigin, isHttps }: Config, headers: Headers, provider: SocialProvider): string => {
  const origin = publicOrigin ?? `${isHttps ? 'https' : 'http'}://${headers.get('host') ?? ''}`
  if (!URL.canParse(origin)) throw new Refusal('bad_request')
  return new URL(callbackOf(provider), origin).href
}

type Doors = { auth: Auth; social: Social }

export const makeSocialRoutes = (doors: Doors): readonly ServedRoute[] => [
  serveEndpoint(contract.signInSocial)(async (deps, _actor, { provider }, { headers, setHeader }) => {
    const redirectUri = redirectUriOf(deps.config, headers, provider)
    const { url, kept } = beginRound(deps, doors.social, { provider, redirectUri })
    setHeader('set-cookie', cookieOf(deps.config, kept, roundLastsMs / 1000))
    return { url }
  }),
  serveEndpoint(contract.signInSocialToken)(async (deps, actor, input, exchange) =>
    presentSignIn(exchange, await signInByToken(deps, doors, input, readCaller(actor, exchange))),
  ),
]

const short = (length: number) => z.string().max(length).optional()

/** The parameters from the provider that count; all others are ignored. */
const returned = z.object({ code: short(4000), state: short(200), error: short(200), user: short(2000) })
type Given = z.infer<typeof returned>

const formContext = 'accounts.social.form'

/** Opens Apple's form, which was carried over into the visit that follows it. */
const openForm = (deps: Deps, sealed: unknown): unknown => {
  const opened = typeof sealed === 'string' ? deps.secrets.open(sealed, formContext) : null
  return opened === null ? null : JSON.parse(opened)
}

type CallbackOptions = Doors & { deps: Deps; limits: Limits }

const perMinute = 30

const checkTurn = (limits: Limits, ip: string): Refusal | null => {
  const waitS = limits.take('accounts.socialCallback', ip, perMinute)
  return waitS > 0 ? new Refusal('rate_limited', { retryAfterS: waitS }) : null
}

/** The page that explains the problem; data for the second step goes in the fragment, which servers and logs do not see. */
const problemPage = ({ key, details }: Refusal): string => {
  const pending = details?.['pending']
  const fragment = key === 'second_factor_needed' && typeof pending === 'string' ? `#pending=${pending}` : ''
  const waitS = details?.['retryAfterS']
  return `/login?problem=${key}${typeof waitS === 'number' ? `&wait=${waitS}` : ''}${fragment}`
}

/** Where to go next: in, or back to the sign-in page with the problem. */
const finish = async (options: CallbackOptions, provider: SocialProvider, given: Given, request: FastifyRequest) => {
  const { deps, auth, social } = options
  const { code, state, error, user } = given
  // a person who cancels at the provider has changed their mind; that is not an error
  if (error !== undefined) return { location: '/login', cookies: [] }
  const headers = readHeaders(request)
  const { actor, sessionId } = await findAsker(auth.authenticate, headers)
  const session = { actor, id: sessionId, headers, ip: request.ip }
  const back = { provider, code: code ?? '', state: state ?? '', user: user ?? null, kept: readCookie(deps.config, headers) }
  try {
    const { cookies } = await completeSocialSignIn(deps, { auth, social }, back, session)
    return { location: `/login?social=${provider}`, cookies }
  } catch (thrown) {
    if (thrown instanceof Refusal) return { location: problemPage(thrown), cookies: [] }
    deps.log.error({ err: thrown, provider, requestId: request.id }, 'a sign-in by a provider failed')
    return { location: problemPage(new Refusal('server_error')), cookies: [] }
  }
}

const seeOther = (reply: FastifyReply, location: string): FastifyReply =>
  reply.header('referrer-policy', 'no-referrer').redirect(location, 303)

const providerOf = (request: FastifyRequest): SocialProvider => {
  const { provider } = request.params as { provider: string }
  if (!isSocialProvider(provider)) throw new Refusal('not_found')
  return provider
}

/** Not part of the contract: providers call it through a browser, which needs a page as an answer. */
export const registerSocialCallback = (api: FastifyInstance, options: CallbackOptions): void => {
  const { deps, limits } = options
  api.get(contract.socialCallbackPath, async (request, reply) => {
    const provider = providerOf(request)
    const tooOften = checkTurn(limits, request.ip)
    if (tooOften) return seeOther(reply, problemPage(tooOften))
    const query = request.query as Record<string, unknown>
    const given = returned.safeParse('form' in query ? openForm(deps, query['form']) : query)
    const { location, cookies } = await finish(options, provider, given.data ?? {}, request)
    reply.header('set-cookie', [cookieOf(deps.config, '', 0), ...cookies])
    return seeOther(reply, location)
  })
  void api.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(body.toString())),
    )
    // A form from another site brings no cookies; the visit it is turned into does, and is the one that counts.
    forms.post(contract.socialCallbackPath, async (request, reply) => {
      const provider = providerOf(request)
      const tooOften = checkTurn(limits, request.ip)
      if (tooOften) return seeOther(reply, problemPage(tooOften))
      const given = returned.safeParse(request.body)
      const form = deps.secrets.seal(JSON.stringify(given.data ?? {}), formContext)
      return seeOther(reply, `${callbackOf(provider)}?form=${form}`)
    })
  })
}
