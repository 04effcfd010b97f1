// Earnings as files: none may be exported under the demo lock, and each export is audited.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports'
import type { UserActor } from '@wayfare/core/accounts'
import { auditExport } from '../../audit.ts'
import { readAside } from '../../db/replica.ts'
import type { Deps } from '../../deps.ts'
import { renderSheet, type Sheet } from '../../http/sheet.ts'
import { amountCell, timeCell, type Cell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'
import { getDriverEarnings, getEarningReports } from './queries-earnings.ts'

/** More rows than a file should hold. */
const mostExported = 100_000

/** The demo lock keeps everything in. */
type Export = { action: string; sheet: Sheet; format: 'csv' | 'xlsx' }

const exportSheet = async (deps: Deps, actor: UserActor, { action, sheet, format }: Export) => {
  deps.log.info({ actor: actor.id, sheet: sheet.name }, 'a report was exported')
  await auditExport(deps, actor, { action, id: sheet.name })
  return renderSheet(sheet, format)
}

/** Makes a file of what the page shows already; not audited, because nothing is read for it. */
export const makeSheet = (deps: Deps, { format, rows, ...sheet }: ParsedInputOf<typeof contract.makeSheet>) => {
  checkUnlocked(deps)
  const { timeZone } = deps.settings()
  const cellOf = (cell: contract.SheetCell): Cell =>
    typeof cell === 'object' && 'at' in cell ? timeCell(cell.at, timeZone) : cell
  return renderSheet({ ...sheet, rows: rows.map((row) => row.map(cellOf)) }, format)
}

const yearAndMonth = (month: string): [number, number] => [Number(month.slice(0, 4)), Number(month.slice(5))]

export const exportDriverEarnings = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof contract.exportDriverEarnings>,
) => {
  checkUnlocked(deps)
  const { year, rows } = await readAside(deps, (aside) =>
    getDriverEarnings(aside, actor, { ...filter, offset: 0, limit: mostExported }),
  )
  const columns = ['year', 'month', 'driver', 'driverName', 'rides', 'vehicleNumber', 'driverShare', 'tips', 'cancelFees']
  const cells = rows.map((row) => [
    ...yearAndMonth(row.month),
    row.driver,
    row.driverName,
    row.rides,
    row.vehicleNumber,
    amountCell(row.driverShare),
    amountCell(row.tips),
    amountCell(row.cancelFees),
  ])
  const sheet = { name: `driver-earnings-${year}`, columns, rows: cells }
  return exportSheet(deps, actor, { action: 'reports.exportDriverEarnings', sheet, format })
}

export const exportEarningReports = async (
  deps: Deps,
  actor: UserActor,
  { format }: ParsedInputOf<typeof contract.exportEarningReports>,
) => {
  checkUnlocked(deps)
  const { rows } = await readAside(deps, getEarningReports)
  const amounts = ['tripCost', 'rideCost', 'convenienceFee', 'discountAmount', 'profit', 'tips', 'refunds'] as const
  const cells = rows.map((row) => [...yearAndMonth(row.month), row.rides, ...amounts.map((name) => amountCell(row[name]))])
  const sheet = { name: 'earning-reports', columns: ['year', 'month', 'rides', ...amounts], rows: cells }
  return exportSheet(deps, actor, { action: 'reports.exportEarnings', sheet, format })
}
