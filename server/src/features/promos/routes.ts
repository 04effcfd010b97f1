import * as contract from '@wayfare/contract/promos'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listPromos)(async (deps) => ({ promos: await queries.listPromos(deps) })),
  serve(contract.addPromo)((deps, actor, input) => commands.addPromo(deps, userOf(actor), input)),
  serve(contract.changePromo)((deps, actor, input) => commands.changePromo(deps, userOf(actor), input)),
  serve(contract.removePromo)((deps, actor, { id }) => commands.removePromo(deps, userOf(actor), id)),
  serve(contract.restorePromo)((deps, actor, { id }) => commands.restorePromo(deps, userOf(actor), id)),
]
