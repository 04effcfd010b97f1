// Ways in, passwords and sessions, served.
import * as contract from '@wayfare/contract/accounts-sign-in'
import { getSession, signIn, signOut } from '@wayfare/contract/accounts'
import { userOf } from '../../http/actor.ts'
import { serve, setCookies } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { getMe } from '../accounts/queries.ts'
import { makeChallenge } from './auth-challenge.ts'
import type { Auth } from './auth.ts'
import type { Social } from './auth-social.ts'
import * as door from './commands.ts'
import * as codes from './commands-codes.ts'
import * as password from './commands-password.ts'
import { prove } from './commands-prove.ts'
import * as sessions from './commands-sessions.ts'
import { listDemoSignIns, listSocial } from './queries.ts'
import { listSessions } from './queries-sessions.ts'
import { answerEntry, askingOf } from './routes-entry.ts'
import { makeSecondFactorRoutes } from './routes-second-factor.ts'
import { signUpRoutes } from './routes-sign-up.ts'
import { makeSocialRoutes } from './routes-social.ts'

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

/** The routes need the sign-in and the providers, which are made once. */
export const makeRoutes = (auth: Auth, social: Social): readonly Served[] => [
  serve(getSession)(async (deps, actor) => ({
    me: actor.kind === 'user' ? await getMe(deps, actor.id) : null,
    demoSignIns: await listDemoSignIns(deps),
    social: listSocial(deps),
  })),
  ...waysIn(auth),
  ...proofs,
  ...waysOut(auth),
  ...signUpRoutes,
  ...makeSecondFactorRoutes(auth),
  ...makeSocialRoutes({ auth, social }),
]
