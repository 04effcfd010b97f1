import { reassignBooking } from '@wayfare/contract/bookings-desk'
import * as contract from '@wayfare/contract/dispatch'
import * as desk from '@wayfare/contract/dispatch-assign'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as assign from './commands-assign.ts'
import * as tasks from './commands-tasks.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listTasks)((deps, actor) => queries.listTasks(deps, getUser(actor))),
  serveEndpoint(contract.acceptTask)((deps, actor, { id }) => tasks.acceptTask(deps, getUser(actor), id)),
  serveEndpoint(contract.declineTask)((deps, actor, { id }) => tasks.declineTask(deps, getUser(actor), id)),
  serveEndpoint(contract.getSupply)((deps, _actor, input) => queries.getSupply(deps, input)),
  serveEndpoint(desk.listCandidates)(async (deps, _actor, { id }) => ({ candidates: await assign.listCandidates(deps, id) })),
  serveEndpoint(desk.assignDriver)((deps, actor, input) => assign.assignDriver(deps, getUser(actor), input)),
  serveEndpoint(desk.assignNearest)((deps, actor, { id }) => assign.assignNearest(deps, getUser(actor), id)),
  serveEndpoint(desk.withdrawOffer)((deps, actor, input) => assign.withdrawOffer(deps, getUser(actor), input)),
  serveEndpoint(reassignBooking)((deps, actor, { id }) => assign.reassignBooking(deps, getUser(actor), id)),
]
