// Statements as files: the rows as a sheet, or the whole as a document in the reader's language.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/reports-statements'
import type { Statement } from '@wayfare/contract/reports-statements'
import type { UserActor } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import { statementKinds } from '@wayfare/core/statement'
import { auditExport } from '../../audit.ts'
import { readAside } from '../../db/replica.ts'
import type { Deps } from '../../deps.ts'
import { renderPdf } from '../../http/pdf.ts'
import { renderSheet } from '../../http/sheet.ts'
import { amountCell, timeCell, type Cell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'
import { findWords } from '../languages/queries-words.ts'
import { renderStatement } from './present-statement.ts'
import { listStatements } from './queries-fleet.ts'
import { getStatement } from './queries-statements.ts'

/** Under the demo lock, only drivers may export, since their statements are their own. */
const checkExport = (deps: Deps, actor: UserActor): void => {
  if (actor.role !== 'driver') checkUnlocked(deps)
}

const amounts = ['tripCost', 'fee', 'share', 'cash', 'card'] as const

const rowsOf = (statement: Statement, timeZone: string): Cell[][] => {
  const blank = amounts.map(() => '')
  return [
    ['', 'opening', '', ...blank, amountCell(statement.opening)],
    ...statement.rows.map((row): Cell[] => [
      timeCell(row.at, timeZone),
      row.kind,
      row.reference,
      ...amounts.map((name) => amountCell(row[name])),
      amountCell(row.amount),
    ]),
    ['', 'closing', '', ...blank, amountCell(statement.closing)],
  ]
}

export const exportStatement = async (
  deps: Deps,
  actor: UserActor,
  { format, language, ...which }: ParsedInputOf<typeof contract.exportStatement>,
) => {
  checkExport(deps, actor)
  const statement = await readAside(deps, (aside) => getStatement(aside, actor, which))
  const name = `statement-${statement.month}-${statement.driver}`
  deps.log.info({ actor: actor.id, sheet: name }, 'a statement was exported')
  await auditExport(deps, actor, { action: 'reports.exportStatement', id: name })
  if (format === 'pdf') {
    const words = await findWords(deps, { language, reader: actor.id })
    const { companyName, appName } = deps.settings()
    const operator = companyName === '' ? appName : companyName
    return renderPdf({ ...renderStatement(statement, words, operator), at: deps.now().getTime() })
  }
  const columns = ['date', 'kind', 'reference', ...amounts, 'amount']
  return renderSheet({ name, columns, rows: rowsOf(statement, deps.settings().timeZone) }, format)
}

export const exportStatements = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof contract.exportStatements>,
) => {
  checkExport(deps, actor)
  const { month, drivers, currency } = await readAside(deps, (aside) =>
    listStatements(aside, actor, { ...filter, offset: 0, limit: 100_000 }),
  )
  const nothing = toDecimal(0n, currency)
  const rows = drivers.map(({ driver, driverName, opening, closing, kinds }): Cell[] => [
    driver,
    driverName,
    amountCell(opening),
    ...statementKinds.map((kind) => amountCell(kinds.find((one) => one.kind === kind)?.amount ?? nothing)),
    amountCell(closing),
  ])
  deps.log.info({ actor: actor.id, sheet: `statements-${month}` }, 'statements were exported')
  await auditExport(deps, actor, { action: 'reports.exportStatements', id: `statements-${month}` })
  return renderSheet(
    { name: `statements-${month}`, columns: ['driver', 'driverName', 'opening', ...statementKinds, 'closing'], rows },
    format,
  )
}
