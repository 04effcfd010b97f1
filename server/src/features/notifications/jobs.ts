import type { Jobs } from '../../jobs/queue.ts'
import * as commands from './commands.ts'
import { runCampaign } from './commands-campaign-run.ts'
import { sendPush, sendPushToMany } from './commands-push.ts'

export const jobs: Jobs = {
  'notifications.message': (deps, { sealed }) => commands.deliverMessage(deps, sealed),
  'notifications.send': sendPush,
  'notifications.sendToMany': sendPushToMany,
  'notifications.campaign': runCampaign,
}
