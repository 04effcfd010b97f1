import * as contract from '@wayfare/contract/chat'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listChat)((deps, actor, { id }) => queries.listChat(deps, userOf(actor), id)),
  serve(contract.sendChat)((deps, actor, input) => commands.sendChat(deps, userOf(actor), input)),
  serve(contract.readChat)((deps, actor, input) => commands.readChat(deps, userOf(actor), input)),
  serve(contract.listUnreadChats)(async (deps, actor) => ({ unread: await queries.listUnread(deps, userOf(actor).id) })),
]
