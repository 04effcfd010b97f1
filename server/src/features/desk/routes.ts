import * as contract from '@wayfare/contract/desk'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { listAlerts } from './queries-alerts.ts'
import { getDriverNow } from './queries-drivers.ts'
import { findAll } from './queries-search.ts'

export const routes: readonly Served[] = [
  serve(contract.listAlerts)((deps, actor) => listAlerts(deps, userOf(actor))),
  serve(contract.getDriverNow)((deps, actor, { id }) => getDriverNow(deps, userOf(actor), id)),
  serve(contract.search)((deps, actor, { text }) => findAll(deps, userOf(actor), text)),
]
