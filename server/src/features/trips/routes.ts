import * as contract from '@wayfare/contract/trips'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { setOnline } from '../accounts/commands.ts'
import { answerPanic, raisePanic } from './commands-panic.ts'
import * as commands from './commands.ts'
import { takePositions } from './ingest.ts'
import { listPanics } from './queries-panic.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.goOnline)((deps, actor, input) => setOnline(deps, userOf(actor), input)),
  serve(contract.sendPositions)((deps, actor, input) => takePositions(deps, userOf(actor).id, input)),
  serve(contract.arriveAtPickup)((deps, actor, input) => commands.arrive(deps, userOf(actor), input)),
  serve(contract.startTrip)((deps, actor, input) => commands.start(deps, userOf(actor), input)),
  serve(contract.startForDriver)((deps, actor, input) => commands.startForDriver(deps, userOf(actor), input)),
  serve(contract.reachDrop)((deps, actor, input) => commands.reach(deps, userOf(actor), input)),
  serve(contract.collectCash)((deps, actor, input) => commands.collectCash(deps, userOf(actor), input)),
  serve(contract.getTracking)((deps, actor, { id }) => queries.getTripTracking(deps, userOf(actor), id)),
  serve(contract.raisePanic)((deps, actor, input) => raisePanic(deps, userOf(actor), input)),
  serve(contract.listPanics)((deps, actor) => listPanics(deps, userOf(actor))),
  serve(contract.answerPanic)((deps, actor, { id }) => answerPanic(deps, userOf(actor), id)),
]
