import * as contract from '@wayfare/contract/promos'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listPromos)(async (deps) => ({ promos: await queries.listPromos(deps) })),
  serve(contract.addPromo)((deps, _actor, input) => commands.addPromo(deps, input)),
  serve(contract.changePromo)((deps, _actor, input) => commands.changePromo(deps, input)),
  serve(contract.removePromo)((deps, _actor, { id }) => commands.removePromo(deps, id)),
  serve(contract.restorePromo)((deps, _actor, { id }) => commands.restorePromo(deps, id)),
]
