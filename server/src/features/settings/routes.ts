import * as contract from '@wayfare/contract/settings'
import * as proposal from '@wayfare/contract/settings-proposal'
import type { Actor, UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import { applyCityProposal } from './commands-proposal.ts'
import * as commands from './commands.ts'
import { getCityProposal } from './queries-proposal.ts'
import * as queries from './queries.ts'

const signedIn = (actor: Actor): UserActor => {
  if (actor.kind !== 'user') throw new Refusal('unauthorized')
  return actor
}

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.getSettings)((deps) => queries.getSettings(deps)),
  serveEndpoint(contract.getAllSettings)((deps) => queries.getAllSettings(deps)),
  serveEndpoint(contract.saveSettings)((deps, actor, input) => commands.saveSettings(deps, signedIn(actor), input)),
  serveEndpoint(proposal.getCityProposal)((deps, _actor, input) => getCityProposal(deps, input)),
  serveEndpoint(proposal.applyCityProposal)((deps, actor, input) => applyCityProposal(deps, signedIn(actor), input)),
]
