import * as contract from '@wayfare/contract/messages-campaigns'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands-campaigns.ts'
import { listKinds } from './commands-devices.ts'
import * as queries from './queries-campaigns.ts'
import { exportCampaigns } from './queries-campaigns-export.ts'

export const routes: readonly Served[] = [
  serve(contract.listCampaigns)((deps, _actor, input) => queries.listCampaigns(deps, input)),
  serveFile(contract.exportCampaigns)((deps, actor, input) => exportCampaigns(deps, userOf(actor), input)),
  serve(contract.countAudience)((deps, _actor, audience) =>
    queries.countAudience(deps.db, audience, { now: deps.now(), kinds: listKinds(deps) }),
  ),
  serve(contract.getCampaign)((deps, _actor, { id }) => queries.getCampaign(deps.db, id)),
  serve(contract.addCampaign)((deps, actor, input) => commands.addCampaign(deps, userOf(actor), input)),
  serve(contract.changeCampaign)((deps, actor, input) => commands.changeCampaign(deps, userOf(actor), input)),
  serve(contract.removeCampaign)((deps, actor, { id }) => commands.removeCampaign(deps, userOf(actor), id)),
  serve(contract.sendCampaign)((deps, actor, input) => commands.sendCampaign(deps, userOf(actor), input)),
  serve(contract.stopCampaign)((deps, actor, { id }) => commands.stopCampaign(deps, userOf(actor), id)),
  serve(contract.testCampaign)((deps, actor, input) => commands.testCampaign(deps, userOf(actor), input)),
]
