// Routes for signing in and out, passwords and sessions.
import * as contract from '@wayfare/contract/sign-in'
import * as first from '@wayfare/contract/sign-in-first-admin'
import { getSession, signIn, signOut } from '@wayfare/contract/sign-in'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, setCookies, type ServedRoute } from '../../http/serve.ts'
import { getMe } from '../accounts/queries.ts'
import { makeChallenge } from './auth-challenge.ts'
import type { Auth } from './auth.ts'
import type { Social } from './auth-social.ts'
import * as door from './commands.ts'
import * as codes from './commands-codes.ts'
import { createFirstAdmin } from './commands-first-admin.ts'
import * as password from './commands-password.ts'
import { proveIdentity } from './commands-prove.ts'
import * as sessions from './commands-sessions.ts'
import { listDemoSignIns, listSocial } from './queries.ts'
import { isFirstAdminWanted } from './queries-first-admin.ts'
import { listSessions } from './queries-sessions.ts'
import { presentSignIn, readCaller } from './routes-entry.ts'
import { makeSecondFactorRoutes } from './routes-second-factor.ts'
import { signUpRoutes } from './routes-sign-up.ts'
import { makeSocialRoutes } from './routes-social.ts'

const waysIn = (auth: Auth): ServedRoute[] => [
  serveEndpoint(contract.getChallenge)((deps, _actor, { purpose }, { ip }) => makeChallenge(deps, purpose, ip)),
  serveEndpoint(signIn)(async (deps, actor, input, exchange) =>
    presentSignIn(exchange, await door.signIn(deps, auth, input, readCaller(actor, exchange))),
  ),
  serveEndpoint(contract.requestCode)((deps, _actor, input, exchange) => codes.requestCode(deps, input, exchange)),
  serveEndpoint(contract.verifyCode)(async (deps, actor, input, exchange) =>
    presentSignIn(exchange, await codes.verifyCode(deps, auth, input, readCaller(actor, exchange))),
  ),
  serveEndpoint(first.getFirstAdmin)(async (deps) => ({ isWanted: await isFirstAdminWanted(deps) })),
  serveEndpoint(first.createFirstAdmin)(async (deps, actor, input, exchange) =>
    presentSignIn(exchange, await createFirstAdmin(deps, auth, input, readCaller(actor, exchange))),
  ),
]

const proofs: readonly ServedRoute[] = [
  serveEndpoint(contract.forgotPassword)((deps, _actor, input, { ip }) => password.requestPasswordReset(deps, input, ip)),
  serveEndpoint(contract.resetPassword)((deps, _actor, input) => password.resetPassword(deps, input)),
  serveEndpoint(contract.changePassword)((deps, actor, input, exchange) =>
    password.changePassword(deps, getUser(actor), input, readCaller(actor, exchange)),
  ),
  serveEndpoint(contract.prove)((deps, actor, input, exchange) =>
    proveIdentity(deps, getUser(actor), input, readCaller(actor, exchange)),
  ),
]

const waysOut = (auth: Auth): ServedRoute[] => [
  serveEndpoint(signOut)(async (deps, actor, _input, exchange) => {
    setCookies(exchange, await sessions.signOut(deps, auth, getUser(actor), readCaller(actor, exchange)))
    return { done: true as const }
  }),
  serveEndpoint(contract.listSessions)(async (deps, actor, _input, { sessionId }) => ({
    sessions: await listSessions(deps, getUser(actor), sessionId),
  })),
  serveEndpoint(contract.endSession)((deps, actor, { id }) => sessions.endSession(deps, getUser(actor), id)),
  serveEndpoint(contract.endOtherSessions)((deps, actor, _input, exchange) =>
    sessions.endOtherSessions(deps, getUser(actor), readCaller(actor, exchange)),
  ),
  serveEndpoint(contract.signOutEverywhere)(async (deps, actor, _input, exchange) => {
    setCookies(exchange, await sessions.signOutEverywhere(deps, auth, getUser(actor), readCaller(actor, exchange)))
    return { done: true as const }
  }),
]

/** `auth` and `social` are created once and passed in. */
export const makeRoutes = (auth: Auth, social: Social): readonly ServedRoute[] => [
  serveEndpoint(getSession)(async (deps, actor) => ({
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
