import * as contract from '@wayfare/contract/trips'
import * as shares from '@wayfare/contract/trips-share'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import { setOnline } from '../accounts/commands.ts'
import { answerPanic, raisePanic } from './commands-panic.ts'
import { sendShare, shareTrip, stopSharing } from './commands-share.ts'
import * as commands from './commands.ts'
import { ingestPositions } from './ingest.ts'
import { listPanics } from './queries-panic.ts'
import { countShares, getSharedTrip } from './queries-share.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.goOnline)((deps, actor, input) => setOnline(deps, getUser(actor), input)),
  serveEndpoint(contract.sendPositions)((deps, actor, input) => ingestPositions(deps, getUser(actor).id, input)),
  serveEndpoint(contract.arriveAtPickup)((deps, actor, input) => commands.markArrived(deps, getUser(actor), input)),
  serveEndpoint(contract.startTrip)((deps, actor, input) => commands.markStarted(deps, getUser(actor), input)),
  serveEndpoint(contract.startForDriver)((deps, actor, input) => commands.startForDriver(deps, getUser(actor), input)),
  serveEndpoint(contract.reachDrop)((deps, actor, input) => commands.markReached(deps, getUser(actor), input)),
  serveEndpoint(contract.collectCash)((deps, actor, input) => commands.collectCash(deps, getUser(actor), input)),
  serveEndpoint(contract.getTracking)((deps, actor, { id }) => queries.getTripTracking(deps, getUser(actor), id)),
  serveEndpoint(contract.raisePanic)((deps, actor, input) => raisePanic(deps, getUser(actor), input)),
  serveEndpoint(contract.listPanics)((deps, actor) => listPanics(deps, getUser(actor))),
  serveEndpoint(contract.answerPanic)((deps, actor, { id }) => answerPanic(deps, getUser(actor), id)),
  serveEndpoint(shares.shareTrip)((deps, actor, { id }) => shareTrip(deps, getUser(actor), id)),
  serveEndpoint(shares.sendShare)((deps, actor, input) => sendShare(deps, getUser(actor), input)),
  serveEndpoint(shares.countShares)((deps, actor, { id }) => countShares(deps, getUser(actor), id)),
  serveEndpoint(shares.stopSharing)((deps, actor, { id }) => stopSharing(deps, getUser(actor), id)),
  serveEndpoint(shares.getSharedTrip)((deps, _actor, input) => getSharedTrip(deps, input)),
]
