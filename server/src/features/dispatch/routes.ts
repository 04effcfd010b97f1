import { reassignBooking } from '@wayfare/contract/bookings-desk'
import * as contract from '@wayfare/contract/dispatch'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as assign from './commands-assign.ts'
import * as tasks from './commands-tasks.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listTasks)((deps, actor) => queries.listTasks(deps, userOf(actor))),
  serve(contract.acceptTask)((deps, actor, { id }) => tasks.acceptTask(deps, userOf(actor), id)),
  serve(contract.declineTask)((deps, actor, { id }) => tasks.declineTask(deps, userOf(actor), id)),
  serve(contract.getSupply)((deps, _actor, input) => queries.getSupply(deps, input)),
  serve(contract.listCandidates)(async (deps, _actor, { id }) => ({ candidates: await assign.listCandidates(deps, id) })),
  serve(contract.assignDriver)((deps, actor, input) => assign.assignDriver(deps, userOf(actor), input)),
  serve(reassignBooking)((deps, actor, { id }) => assign.reassignBooking(deps, userOf(actor), id)),
]
