import * as contract from '@wayfare/contract/reports'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as earnings from './queries-earnings.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.getDashboard)((deps, actor) => queries.getDashboard(deps, userOf(actor))),
  serve(contract.getDriverEarnings)((deps, actor, input) => earnings.getDriverEarnings(deps, userOf(actor), input)),
  serveFile(contract.exportDriverEarnings)((deps, actor, input) => earnings.exportDriverEarnings(deps, userOf(actor), input)),
  serve(contract.getEarningReports)((deps) => earnings.getEarningReports(deps)),
  serveFile(contract.exportEarningReports)((deps, actor, input) => earnings.exportEarningReports(deps, userOf(actor), input)),
]
