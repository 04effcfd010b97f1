// Exports the people of a filter as a file.
import { personExportColumns, type exportPeople as exportEndpoint, type Person } from '@wayfare/contract/people'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { collectFields } from '../../db/columns.ts'
import { deskColumns, personColumns, type PersonSheetField } from '../../db/person-columns.ts'
import type { Deps } from '../../deps.ts'
import { amountCell, timeCell, type Cell } from '../../http/sheet-cell.ts'
import { exportList } from '../../http/sheet-export.ts'
import { presentPerson } from './present.ts'
import { readPeople } from './queries.ts'
import type { PersonRow } from './queries-row.ts'

const cellOf = (value: Person[PersonSheetField], isTime: boolean, timeZone: string): Cell =>
  isTime ? timeCell(Number(value), timeZone) : String(value ?? '')

const cellsOf = (row: PersonRow, person: Person, timeZone: string): readonly Cell[] => {
  const columns = collectFields(
    deskColumns,
    (column) => personColumns[column].sheet,
    (column) => {
      const { sheet } = personColumns[column]
      return sheet && cellOf(person[sheet], row[column] instanceof Date, timeZone)
    },
  )
  const cells: Record<(typeof personExportColumns)[number], Cell> = {
    ...(columns as Record<PersonSheetField, Cell>),
    walletBalance: amountCell(person.walletBalance),
    rating: person.ratings.count === 0 ? '' : person.ratings.userRating,
    carTypeName: person.carTypeName ?? '',
    fleetAdminName: person.fleetAdminName ?? '',
  }
  return personExportColumns.map((column) => cells[column])
}

export const exportPeople = (deps: Deps, actor: UserActor, { format, ...filter }: ParsedInputOf<typeof exportEndpoint>) =>
  exportList(deps, actor, {
    action: 'accounts.exportPeople',
    id: 'people',
    filter,
    format,
    name: (day) => `people-${filter.userType}-${day}`,
    columns: personExportColumns,
    readPage: async ({ timeZone, ...page }, aside) => {
      const { rows, nextCursor } = await readPeople(aside, actor, filter, page)
      return { rows: rows.map((row) => cellsOf(row, presentPerson(aside, actor, row), timeZone)), nextCursor }
    },
  })
