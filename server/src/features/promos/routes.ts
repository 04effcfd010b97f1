import * as contract from '@wayfare/contract/promos'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listPromos)(async (deps) => ({ promos: await queries.listPromos(deps) })),
  serveEndpoint(contract.addPromo)((deps, actor, input) => commands.addPromo(deps, getUser(actor), input)),
  serveEndpoint(contract.changePromo)((deps, actor, input) => commands.changePromo(deps, getUser(actor), input)),
  serveEndpoint(contract.removePromo)((deps, actor, { id }) => commands.removePromo(deps, getUser(actor), id)),
  serveEndpoint(contract.restorePromo)((deps, actor, { id }) => commands.restorePromo(deps, getUser(actor), id)),
]
