import * as contract from '@wayfare/contract/demo'
import type { DemoTown } from '../../deps.ts'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import { makeTown } from './commands.ts'
import { describeTown } from './queries.ts'

export const makeRoutes = (town: DemoTown): readonly ServedRoute[] => [
  serveEndpoint(contract.getTown)(async (deps) => describeTown(deps, town)),
  serveEndpoint(contract.makeTown)((deps, actor, input) => makeTown(deps, getUser(actor), town, input)),
]
