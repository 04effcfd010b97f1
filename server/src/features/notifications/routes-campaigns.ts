import * as contract from '@wayfare/contract/messages-campaigns'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands-campaigns.ts'
import { listKinds } from './commands-devices.ts'
import * as queries from './queries-campaigns.ts'
import { exportCampaigns } from './queries-campaigns-export.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listCampaigns)((deps, _actor, input) => queries.listCampaigns(deps, input)),
  serveFile(contract.exportCampaigns)((deps, actor, input) => exportCampaigns(deps, getUser(actor), input)),
  serveEndpoint(contract.countAudience)((deps, _actor, audience) =>
    queries.countAudience(deps.db, audience, { now: deps.now(), kinds: listKinds(deps) }),
  ),
  serveEndpoint(contract.getCampaign)((deps, _actor, { id }) => queries.getCampaign(deps.db, id)),
  serveEndpoint(contract.addCampaign)((deps, actor, input) => commands.addCampaign(deps, getUser(actor), input)),
  serveEndpoint(contract.changeCampaign)((deps, actor, input) => commands.changeCampaign(deps, getUser(actor), input)),
  serveEndpoint(contract.removeCampaign)((deps, actor, { id }) => commands.removeCampaign(deps, getUser(actor), id)),
  serveEndpoint(contract.sendCampaign)((deps, actor, input) => commands.sendCampaign(deps, getUser(actor), input)),
  serveEndpoint(contract.stopCampaign)((deps, actor, { id }) => commands.stopCampaign(deps, getUser(actor), id)),
  serveEndpoint(contract.testCampaign)((deps, actor, input) => commands.testCampaign(deps, getUser(actor), input)),
]
