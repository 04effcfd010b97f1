import * as contract from '@wayfare/contract/chat'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listChat)((deps, actor, { id }) => queries.listChat(deps, getUser(actor), id)),
  serveEndpoint(contract.sendChat)((deps, actor, input) => commands.sendChat(deps, getUser(actor), input)),
  serveEndpoint(contract.readChat)((deps, actor, input) => commands.readChat(deps, getUser(actor), input)),
  serveEndpoint(contract.listUnreadChats)(async (deps, actor) => ({ unread: await queries.listUnread(deps, getUser(actor).id) })),
]
