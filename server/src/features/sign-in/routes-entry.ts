// Shared by all ways to sign in: the caller, and the answer with its cookies.
import type { Actor } from '@wayfare/core/accounts'
import { setCookies, type Exchange } from '../../http/serve.ts'
import type { SignInResult } from './commands.ts'
import type { SessionCaller } from './commands-sessions.ts'

/** The caller in the form that the sign-in commands expect. */
export const readCaller = (actor: Actor, { sessionId, headers, ip }: Exchange): SessionCaller => ({
  actor,
  id: sessionId,
  headers,
  ip,
})

/** The answer to every sign-in; sets its cookies. */
export const presentSignIn = (exchange: Exchange, { cookies, ...answer }: SignInResult) => {
  setCookies(exchange, cookies)
  return answer
}
