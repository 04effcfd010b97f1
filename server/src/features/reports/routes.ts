import * as contract from '@wayfare/contract/reports'
import * as statements from '@wayfare/contract/reports-statements'
import { getTrends as trends } from '@wayfare/contract/reports-trends'
import { readAside } from '../../db/replica.ts'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type ServedRoute } from '../../http/serve.ts'
import * as files from './queries-earnings-files.ts'
import * as earnings from './queries-earnings.ts'
import { listStatements } from './queries-fleet.ts'
import { exportStatement, exportStatements } from './queries-statement-files.ts'
import { getStatement } from './queries-statements.ts'
import { getTrends } from './queries-trends.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.getDashboard)((deps, actor) => queries.getDashboard(deps, getUser(actor))),
  serveEndpoint(trends)((deps, actor) => readAside(deps, (aside) => getTrends(aside, getUser(actor)))),
  serveEndpoint(contract.getDriverEarnings)((deps, actor, input) =>
    readAside(deps, (aside) => earnings.getDriverEarnings(aside, getUser(actor), input)),
  ),
  serveFile(contract.exportDriverEarnings)((deps, actor, input) => files.exportDriverEarnings(deps, getUser(actor), input)),
  serveFile(contract.makeSheet)(async (deps, _actor, input) => files.makeSheet(deps, input)),
  serveEndpoint(contract.getEarningReports)((deps) => readAside(deps, earnings.getEarningReports)),
  serveFile(contract.exportEarningReports)((deps, actor, input) => files.exportEarningReports(deps, getUser(actor), input)),
  serveEndpoint(statements.getStatement)((deps, actor, input) =>
    readAside(deps, (aside) => getStatement(aside, getUser(actor), input)),
  ),
  serveFile(statements.exportStatement)((deps, actor, input) => exportStatement(deps, getUser(actor), input)),
  serveEndpoint(statements.listStatements)((deps, actor, input) =>
    readAside(deps, (aside) => listStatements(aside, getUser(actor), input)),
  ),
  serveFile(statements.exportStatements)((deps, actor, input) => exportStatements(deps, getUser(actor), input)),
]
