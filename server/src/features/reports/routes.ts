import * as contract from '@wayfare/contract/reports'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.getDashboard)((deps, actor) => queries.getDashboard(deps, userOf(actor))),
]
