import * as contract from '@wayfare/contract/catalog'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listCarTypes)(async (deps) => ({ carTypes: await queries.listCarTypes(deps) })),
  serve(contract.listCancelReasons)((deps) => queries.listCancelReasons(deps)),
  serve(contract.addCarType)((deps, actor, input) => commands.addCarType(deps, userOf(actor), input)),
  serve(contract.changeCarType)((deps, actor, input) => commands.changeCarType(deps, userOf(actor), input)),
  serve(contract.removeCarType)((deps, actor, { id }) => commands.removeCarType(deps, userOf(actor), id)),
  serve(contract.restoreCarType)((deps, actor, { id }) => commands.restoreCarType(deps, userOf(actor), id)),
  serve(contract.saveCancelReasons)((deps, actor, input) => commands.saveCancelReasons(deps, userOf(actor), input)),
]
