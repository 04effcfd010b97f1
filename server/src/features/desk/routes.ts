import * as contract from '@wayfare/contract/desk'
import { getBoard } from '@wayfare/contract/desk-board'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import { listAlerts } from './queries-alerts.ts'
import { readBoard } from './queries-board.ts'
import { getDriverNow } from './queries-drivers.ts'
import { findAll } from './queries-search.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listAlerts)((deps, actor) => listAlerts(deps, getUser(actor))),
  serveEndpoint(getBoard)((deps, actor) => readBoard(deps, getUser(actor))),
  serveEndpoint(contract.getDriverNow)((deps, actor, { id }) => getDriverNow(deps, getUser(actor), id)),
  serveEndpoint(contract.search)((deps, actor, { text }) => findAll(deps, getUser(actor), text)),
]
