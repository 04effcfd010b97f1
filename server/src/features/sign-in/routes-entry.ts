// What every way in has in common: who asks, and the answer with its cookies.
import type { Actor } from '@wayfare/core/accounts'
import { setCookies, type Exchange } from '../../http/serve.ts'
import type { SignInResult } from './commands.ts'
import type { SessionCaller } from './commands-sessions.ts'

/** Whoever asks, as the commands of the sign-in want to know them. */
export const readCaller = (actor: Actor, { sessionId, headers, ip }: Exchange): SessionCaller => ({
  actor,
  id: sessionId,
  headers,
  ip,
})

/** The answer of every way in; its cookies go beside it. */
export const presentSignIn = (exchange: Exchange, { cookies, ...answer }: SignInResult) => {
  setCookies(exchange, cookies)
  return answer
}
