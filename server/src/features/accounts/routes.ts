import * as contract from '@wayfare/contract/accounts'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Actor } from '@wayfare/core/accounts'
import { serve } from '../../http/serve.ts'
import type { Exchange, Served } from '../../http/serve.ts'
import type { Auth } from './auth.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

const signedIn = (actor: Actor): UserActor => {
  if (actor.kind !== 'user') throw new Refusal('unauthorized')
  return actor
}

const setCookies = (exchange: Exchange, cookies: readonly string[]): void => {
  for (const cookie of cookies) exchange.setHeader('set-cookie', cookie)
}

/** The routes need the sign-in, which main makes once. */
export const makeRoutes = (auth: Auth): readonly Served[] => [
  serve(contract.getSession)(async (deps, actor) => ({
    me: actor.kind === 'user' ? await queries.getMe(deps, actor.id) : null,
    demoSignIns: await queries.listDemoSignIns(deps),
    social: queries.listSocial(deps),
  })),
  serve(contract.signIn)(async (deps, actor, input, exchange) => {
    const session = { actor, id: exchange.sessionId, headers: exchange.headers }
    const { cookies, ...answer } = await commands.signIn(deps, auth, input, session)
    setCookies(exchange, cookies)
    return answer
  }),
  serve(contract.signUp)(async (deps, _actor, input) => {
    await commands.signUp(deps, auth, input)
    return { done: true as const }
  }),
  serve(contract.signOut)(async (deps, actor, _input, exchange) => {
    const session = { id: exchange.sessionId ?? '', headers: exchange.headers }
    setCookies(exchange, await commands.signOut(deps, auth, signedIn(actor), session))
    return { done: true as const }
  }),
  serve(contract.removeUser)((deps, actor, input) => commands.removeUser(deps, signedIn(actor), input)),
  serve(contract.listDrivers)(async (deps, actor) => ({ drivers: await queries.listDrivers(deps, signedIn(actor)) })),
]
