import * as contract from '@wayfare/contract/accounts-second-factor'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import type { Auth } from './auth.ts'
import { signInSecondFactor } from './commands.ts'
import * as commands from './commands-own-factor.ts'
import { getSecondFactor } from './queries.ts'
import { answerEntry, askingOf } from './routes-entry.ts'

export const makeSecondFactorRoutes = (auth: Auth): readonly Served[] => [
  serve(contract.getSecondFactor)((deps, actor) => getSecondFactor(deps, userOf(actor))),
  serve(contract.beginSecondFactor)((deps, actor, _input, { sessionId }) =>
    commands.beginSecondFactor(deps, userOf(actor), { id: sessionId }),
  ),
  serve(contract.confirmSecondFactor)((deps, actor, input) => commands.confirmSecondFactor(deps, userOf(actor), input)),
  serve(contract.removeSecondFactor)((deps, actor, input) => commands.removeSecondFactor(deps, userOf(actor), input)),
  serve(contract.signInSecondFactor)(async (deps, actor, input, exchange) =>
    answerEntry(exchange, await signInSecondFactor(deps, auth, input, askingOf(actor, exchange))),
  ),
]
