import * as contract from '@wayfare/contract/settings'
import type { Actor, UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

const signedIn = (actor: Actor): UserActor => {
  if (actor.kind !== 'user') throw new Refusal('unauthorized')
  return actor
}

export const routes: readonly Served[] = [
  serve(contract.getSettings)((deps) => queries.getSettings(deps)),
  serve(contract.getAllSettings)((deps) => queries.getAllSettings(deps)),
  serve(contract.saveSettings)((deps, actor, input) => commands.saveSettings(deps, signedIn(actor), input)),
]
