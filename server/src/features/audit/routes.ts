import * as contract from '@wayfare/contract/audit'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import { listAudit } from './queries.ts'
import { exportAudit } from './queries-export.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listAudit)((deps, _actor, input) => listAudit(deps, input)),
  serveFile(contract.exportAudit)((deps, actor, input) => exportAudit(deps, getUser(actor), input)),
  serveEndpoint(contract.getAuditProof)((deps) => commands.getAuditProof(deps)),
  serveEndpoint(contract.proveAudit)((deps, actor) => commands.proveAudit(deps, getUser(actor))),
]
