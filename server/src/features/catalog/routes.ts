import * as contract from '@wayfare/contract/catalog'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listCarTypes)(async (deps) => ({ carTypes: await queries.listCarTypes(deps) })),
  serveEndpoint(contract.listCancelReasons)((deps) => queries.listCancelReasons(deps)),
  serveEndpoint(contract.addCarType)((deps, actor, input) => commands.addCarType(deps, getUser(actor), input)),
  serveEndpoint(contract.changeCarType)((deps, actor, input) => commands.changeCarType(deps, getUser(actor), input)),
  serveEndpoint(contract.removeCarType)((deps, actor, { id }) => commands.removeCarType(deps, getUser(actor), id)),
  serveEndpoint(contract.restoreCarType)((deps, actor, { id }) => commands.restoreCarType(deps, getUser(actor), id)),
  serveEndpoint(contract.saveCancelReasons)((deps, actor, input) => commands.saveCancelReasons(deps, getUser(actor), input)),
]
