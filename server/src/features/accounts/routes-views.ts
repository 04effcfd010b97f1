import * as contract from '@wayfare/contract/accounts-views'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { removeView, saveView } from './commands-views.ts'
import { listViews } from './queries-views.ts'

export const viewRoutes: readonly Served[] = [
  serve(contract.listViews)(async (deps, actor, { table }) => ({ views: await listViews(deps.db, userOf(actor), table) })),
  serve(contract.saveView)((deps, actor, input) => saveView(deps, userOf(actor), input)),
  serve(contract.removeView)((deps, actor, input) => removeView(deps, userOf(actor), input)),
]
