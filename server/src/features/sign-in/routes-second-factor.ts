import * as contract from '@wayfare/contract/sign-in-second-factor'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import type { Auth } from './auth.ts'
import { signInSecondFactor } from './commands.ts'
import * as commands from './commands-own-factor.ts'
import { getSecondFactor } from './queries.ts'
import { presentSignIn, readCaller } from './routes-entry.ts'

export const makeSecondFactorRoutes = (auth: Auth): readonly ServedRoute[] => [
  serveEndpoint(contract.getSecondFactor)((deps, actor) => getSecondFactor(deps, getUser(actor))),
  serveEndpoint(contract.beginSecondFactor)((deps, actor, _input, { sessionId }) =>
    commands.beginSecondFactor(deps, getUser(actor), { id: sessionId }),
  ),
  serveEndpoint(contract.confirmSecondFactor)((deps, actor, input) => commands.confirmSecondFactor(deps, getUser(actor), input)),
  serveEndpoint(contract.removeSecondFactor)((deps, actor, input) => commands.removeSecondFactor(deps, getUser(actor), input)),
  serveEndpoint(contract.signInSecondFactor)(async (deps, actor, input, exchange) =>
    presentSignIn(exchange, await signInSecondFactor(deps, auth, input, readCaller(actor, exchange))),
  ),
]
