// Ways in, passwords and sessions, served.
import * as contract from '@wayfare/contract/accounts-sign-in'
import { signIn, signOut } from '@wayfare/contract/accounts'
import type { Actor } from '@wayfare/core/accounts'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Exchange, Served } from '../../http/serve.ts'
import { makeChallenge } from './auth-challenge.ts'
import type { Auth } from './auth.ts'
import * as codes from './commands-codes.ts'
import * as password from './commands-password.ts'
import { prove } from './commands-prove.ts'
import * as sessions from './commands-sessions.ts'
import type { Asking } from './commands-sessions.ts'
import * as door from './commands-sign-in.ts'
import type { Entered } from './commands-sign-in.ts'
import * as verification from './commands-verification.ts'
import { listSessions } from './queries-sessions.ts'

/** Whoever asks, as the commands of the sign-in want to know them. */
export const askingOf = (actor: Actor, { sessionId, headers, ip }: Exchange): Asking => ({ actor, id: sessionId, headers, ip })

export const setCookies = (exchange: Exchange, cookies: readonly string[]): void => {
  for (const cookie of cookies) exchange.setHeader('set-cookie', cookie)
}

/** The answer of every way in; its cookies go beside it. */
export const answerEntry = (exchange: Exchange, { cookies, ...answer }: Entered) => {
  setCookies(exchange, cookies)
  return answer
}

const waysIn = (auth: Auth): Served[] => [
  serve(contract.getChallenge)((deps, _actor, { purpose }, { ip }) => makeChallenge(deps, purpose, ip)),
  serve(signIn)(async (deps, actor, input, exchange) =>
    answerEntry(exchange, await door.signIn(deps, auth, input, askingOf(actor, exchange))),
  ),
  serve(contract.requestCode)((deps, _actor, input, exchange) => codes.requestCode(deps, input, exchange)),
  serve(contract.verifyCode)(async (deps, actor, input, exchange) =>
    answerEntry(exchange, await codes.verifyCode(deps, auth, input, askingOf(actor, exchange))),
  ),
]

const proofs: readonly Served[] = [
  serve(contract.forgotPassword)((deps, _actor, input, { ip }) => password.forgotPassword(deps, input, ip)),
  serve(contract.resetPassword)((deps, _actor, input) => password.resetPassword(deps, input)),
  serve(contract.changePassword)((deps, actor, input, exchange) =>
    password.changePassword(deps, userOf(actor), input, askingOf(actor, exchange)),
  ),
  serve(contract.requestVerification)((deps, actor) => verification.requestVerification(deps, userOf(actor))),
  serve(contract.verifyEmail)((deps, _actor, input) => verification.verifyEmail(deps, input)),
  serve(contract.prove)((deps, actor, input, exchange) => prove(deps, userOf(actor), input, askingOf(actor, exchange))),
]

const waysOut = (auth: Auth): Served[] => [
  serve(signOut)(async (deps, actor, _input, exchange) => {
    setCookies(exchange, await sessions.signOut(deps, auth, userOf(actor), askingOf(actor, exchange)))
    return { done: true as const }
  }),
  serve(contract.listSessions)(async (deps, actor, _input, { sessionId }) => ({
    sessions: await listSessions(deps, userOf(actor), sessionId),
  })),
  serve(contract.endSession)((deps, actor, { id }) => sessions.endSession(deps, userOf(actor), id)),
  serve(contract.endOtherSessions)((deps, actor, _input, exchange) =>
    sessions.endOtherSessions(deps, userOf(actor), askingOf(actor, exchange)),
  ),
  serve(contract.signOutEverywhere)(async (deps, actor, _input, exchange) => {
    setCookies(exchange, await sessions.signOutEverywhere(deps, auth, userOf(actor), askingOf(actor, exchange)))
    return { done: true as const }
  }),
]

export const makeSignInRoutes = (auth: Auth): readonly Served[] => [...waysIn(auth), ...proofs, ...waysOut(auth)]
