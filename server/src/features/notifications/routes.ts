import * as contract from '@wayfare/contract/messages'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import { isLocked } from '../../lock.ts'
import { presentDevMessage } from './present.ts'
import { routes as campaignRoutes } from './routes-campaigns.ts'
import { routes as pushRoutes } from './routes-push.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  ...campaignRoutes,
  ...pushRoutes,
  serveEndpoint(contract.listDevMessages)(async (deps, _actor, input) => {
    const { rows, total } = await queries.listDevMessages(deps, input)
    return { messages: rows.map((row) => presentDevMessage(row, isLocked(deps))), total }
  }),
  serveEndpoint(contract.getDevMessage)(async (deps, _actor, { id }) => {
    const row = await queries.getDevMessage(deps, id)
    return { ...presentDevMessage(row, isLocked(deps)), html: row.html }
  }),
]
