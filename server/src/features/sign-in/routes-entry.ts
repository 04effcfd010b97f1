// What every way in has in common: who asks, and the answer with its cookies.
import type { Actor } from '@wayfare/core/accounts'
import { setCookies } from '../../http/serve.ts'
import type { Exchange } from '../../http/serve.ts'
import type { Entered } from './commands.ts'
import type { Asking } from './commands-sessions.ts'

/** Whoever asks, as the commands of the sign-in want to know them. */
export const askingOf = (actor: Actor, { sessionId, headers, ip }: Exchange): Asking => ({ actor, id: sessionId, headers, ip })

/** The answer of every way in; its cookies go beside it. */
export const answerEntry = (exchange: Exchange, { cookies, ...answer }: Entered) => {
  setCookies(exchange, cookies)
  return answer
}
