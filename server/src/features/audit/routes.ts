import * as contract from '@wayfare/contract/audit'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import { listAudit } from './queries.ts'
import { exportAudit } from './queries-export.ts'

export const routes: readonly Served[] = [
  serve(contract.listAudit)((deps, _actor, input) => listAudit(deps, input)),
  serveFile(contract.exportAudit)((deps, actor, input) => exportAudit(deps, userOf(actor), input)),
  serve(contract.getAuditProof)((deps) => commands.getAuditProof(deps)),
  serve(contract.proveAudit)((deps, actor) => commands.proveAudit(deps, userOf(actor))),
]
