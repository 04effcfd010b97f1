// Promise: every list of the desk becomes a file in one way: not under the demo lock, page by page, and the audit log names who took it.
import type { UserActor } from '@wayfare/core/accounts'
import { toCityTime } from '@wayfare/core/city-time'
import { auditExport } from '../audit.ts'
import { readAside } from '../db/replica.ts'
import type { Deps } from '../deps.ts'
import { checkUnlocked } from '../lock.ts'
import type { FileAnswer } from './download.ts'
import { streamSheet } from './sheet.ts'
import type { Cell } from './sheet-cell.ts'

const rowsAtOnce = 500

type Page = { cursor: string | undefined; limit: number; timeZone: string }

type ListExport = {
  /** the verb, what it is about in the audit log, and what was asked for */
  action: string
  id: string
  filter: Readonly<Record<string, unknown>>
  format: 'csv' | 'xlsx'
  /** of the file, without its ending; `day` is today's in the city */
  name: (day: string) => string
  columns: readonly string[]
  /** `deps`: from where to read, which may be a copy of the database */
  readPage: (page: Page, deps: Deps) => Promise<{ rows: readonly (readonly Cell[])[]; nextCursor: string | null }>
}

export const exportList = async (deps: Deps, actor: UserActor, list: ListExport): Promise<FileAnswer> => {
  checkUnlocked(deps)
  const { timeZone } = deps.settings()
  const { columns, format } = list
  const name = list.name(toCityTime(deps.now().getTime(), timeZone).slice(0, 10))
  let isFromCopy = true
  const readPage = (cursor: string | undefined) => {
    const page = { cursor, limit: rowsAtOnce, timeZone }
    // after a page of the database itself, a copy that is behind could end the file too early
    if (!isFromCopy) return list.readPage(page, deps)
    return readAside(deps, (aside) => {
      isFromCopy = aside.db !== deps.db
      return list.readPage(page, aside)
    })
  }
  const answer = await streamSheet({ name, columns, readPage }, format)
  // what was looked for may be a person's name or number: it stands in the audit log, not in this one
  deps.log.info({ actor: actor.id, list: list.id, filters: Object.keys(list.filter) }, 'a list was exported')
  // the audit log's own export reads from the newest on: it does not hold this entry
  await auditExport(deps, actor, list)
  return answer
}
