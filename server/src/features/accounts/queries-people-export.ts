// The people of a filter as a file: CSV is read and sent page by page, a spreadsheet has its limit. The demo lock keeps all of it in.
import { Readable } from 'node:stream'
import { mostPeopleInXlsx, personExportColumns } from '@wayfare/contract/accounts-people'
import type { exportPeople as exportEndpoint, Person } from '@wayfare/contract/accounts-people'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { cityTimeOf } from '@wayfare/core/city-time'
import { csvLine, csvMark } from '@wayfare/core/csv'
import { Refusal } from '@wayfare/core/errors'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { sheetFile } from '../../http/sheet.ts'
import type { Cell } from '../../http/sheet.ts'
import { checkUnlocked } from '../../lock.ts'
import { presentPerson } from './present-people.ts'
import { countPeople, readPeople } from './queries-people.ts'
import type { Filter } from './queries-people.ts'

const rowsAtOnce = 500

const cellsOf = (person: Person, timeZone: string): readonly Cell[] => {
  const special: Partial<Record<(typeof personExportColumns)[number], Cell>> = {
    createdAt: cityTimeOf(person.createdAt, timeZone).replace('T', ' '),
    rating: person.ratings.count === 0 ? '' : person.ratings.userRating,
    approved: String(person.approved),
    createdByAdmin: String(person.createdByAdmin),
  }
  const plain = person as unknown as Record<string, Cell | null>
  return personExportColumns.map((column) => special[column] ?? plain[column] ?? '')
}

async function* pagesOf(deps: Deps, actor: UserActor, filter: Filter): AsyncGenerator<(readonly Cell[])[]> {
  const { timeZone } = deps.settings()
  let cursor: string | undefined
  do {
    const page = await readPeople(deps, actor, filter, { cursor, limit: rowsAtOnce })
    yield page.rows.map((row) => cellsOf(presentPerson(deps, actor, row), timeZone))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function* linesOf(deps: Deps, actor: UserActor, filter: Filter): AsyncGenerator<string> {
  yield csvMark + csvLine(personExportColumns)
  for await (const rows of pagesOf(deps, actor, filter)) if (rows.length > 0) yield rows.map(csvLine).join('')
}

const xlsxOf = async (deps: Deps, actor: UserActor, filter: Filter, name: string): Promise<FileAnswer> => {
  if ((await countPeople(deps, actor, filter, mostPeopleInXlsx)) > mostPeopleInXlsx) throw new Refusal('too_large')
  const rows: (readonly Cell[])[] = []
  for await (const page of pagesOf(deps, actor, filter)) rows.push(...page)
  return sheetFile({ name, columns: personExportColumns, rows }, 'xlsx')
}

export const exportPeople = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof exportEndpoint>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  // refuses what it must before the first byte
  await countPeople(deps, actor, filter, 0)
  deps.log.info({ actor: actor.id, userType: filter.userType }, 'people were exported')
  await auditExport(deps, actor, { action: 'accounts.exportPeople', id: 'people', filter })
  const day = cityTimeOf(deps.now().getTime(), deps.settings().timeZone).slice(0, 10)
  const name = `people-${filter.userType}-${day}`
  if (format === 'xlsx') return xlsxOf(deps, actor, filter, name)
  return {
    type: 'text/csv; charset=utf-8',
    stream: Readable.from(linesOf(deps, actor, filter)),
    bytes: null,
    name: `${name}.csv`,
    place: 'attachment',
    cache: 'no-store',
  }
}
