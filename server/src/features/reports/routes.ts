import * as contract from '@wayfare/contract/reports'
import * as statements from '@wayfare/contract/reports-statements'
import { getTrends as trends } from '@wayfare/contract/reports-trends'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as earnings from './queries-earnings.ts'
import { listStatements } from './queries-fleet.ts'
import { exportStatement, exportStatements } from './queries-statement-files.ts'
import { getStatement } from './queries-statements.ts'
import { getTrends } from './queries-trends.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.getDashboard)((deps, actor) => queries.getDashboard(deps, userOf(actor))),
  serve(trends)((deps, actor) => getTrends(deps, userOf(actor))),
  serve(contract.getDriverEarnings)((deps, actor, input) => earnings.getDriverEarnings(deps, userOf(actor), input)),
  serveFile(contract.exportDriverEarnings)((deps, actor, input) => earnings.exportDriverEarnings(deps, userOf(actor), input)),
  serveFile(contract.makeSheet)(async (deps, _actor, input) => earnings.makeSheet(deps, input)),
  serve(contract.getEarningReports)((deps) => earnings.getEarningReports(deps)),
  serveFile(contract.exportEarningReports)((deps, actor, input) => earnings.exportEarningReports(deps, userOf(actor), input)),
  serve(statements.getStatement)((deps, actor, input) => getStatement(deps, userOf(actor), input)),
  serveFile(statements.exportStatement)((deps, actor, input) => exportStatement(deps, userOf(actor), input)),
  serve(statements.listStatements)((deps, actor, input) => listStatements(deps, userOf(actor), input)),
  serveFile(statements.exportStatements)((deps, actor, input) => exportStatements(deps, userOf(actor), input)),
]
