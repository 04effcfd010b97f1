import * as contract from '@wayfare/contract/catalog'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listCarTypes)(async (deps) => ({ carTypes: await queries.listCarTypes(deps) })),
  serve(contract.listCancelReasons)((deps) => queries.listCancelReasons(deps)),
  serve(contract.addCarType)((deps, _actor, input) => commands.addCarType(deps, input)),
  serve(contract.changeCarType)((deps, _actor, input) => commands.changeCarType(deps, input)),
  serve(contract.removeCarType)((deps, _actor, { id }) => commands.removeCarType(deps, id)),
  serve(contract.restoreCarType)((deps, _actor, { id }) => commands.restoreCarType(deps, id)),
  serve(contract.saveCancelReasons)((deps, _actor, input) => commands.saveCancelReasons(deps, input)),
]
