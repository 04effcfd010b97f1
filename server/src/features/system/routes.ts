import * as contract from '@wayfare/contract/system'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import type { VitalsReader } from '../../http/vitals.ts'
import { forgetJobs, retryJobs } from './commands.ts'
import { getSystem } from './queries.ts'

export const makeRoutes = (vitals: VitalsReader): readonly ServedRoute[] => [
  serveEndpoint(contract.getSystem)((deps) => getSystem(deps, vitals)),
  serveEndpoint(contract.retryJobs)((deps, actor, input) => retryJobs(deps, getUser(actor), input)),
  serveEndpoint(contract.forgetJobs)((deps, actor, input) => forgetJobs(deps, getUser(actor), input)),
]
