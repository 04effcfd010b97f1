// The notices of a filter as a file, read page by page. The demo lock keeps all of it in.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { Campaign, exportCampaigns as exportEndpoint } from '@wayfare/contract/messages-campaigns'
import type { UserActor } from '@wayfare/core/accounts'
import { auditExport } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { streamSheet } from '../../http/sheet.ts'
import { timeCell } from '../../http/sheet-cell.ts'
import type { Cell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'
import { listCampaigns } from './queries-campaigns.ts'

const rowsAtOnce = 500

const columns = [
  'id',
  'createdAt',
  'sentAt',
  'state',
  'deviceType',
  'userType',
  'title',
  'body',
  'createdById',
  'createdBy',
  'recipients',
  'devices',
  'delivered',
  'failed',
  'pending',
] as const

/** Times are those of the city's clocks. */
const cellsOf = (row: Campaign, timeZone: string): readonly Cell[] => {
  const moments = { createdAt: timeCell(row.createdAt, timeZone), sentAt: timeCell(row.sentAt, timeZone) }
  return columns.map((column) => ({ ...row, ...moments })[column] ?? '')
}

export const exportCampaigns = async (
  deps: Deps,
  actor: UserActor,
  { format, ...filter }: ParsedInputOf<typeof exportEndpoint>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  await auditExport(deps, actor, { action: 'messages.exportCampaigns', id: 'notifications', filter })
  const { timeZone } = deps.settings()
  const readPage = async (cursor: string | undefined) => {
    const { campaigns, nextCursor } = await listCampaigns(deps, { ...filter, cursor, limit: rowsAtOnce })
    return { rows: campaigns.map((row) => cellsOf(row, timeZone)), nextCursor }
  }
  return streamSheet({ name: 'notifications', columns, readPage }, format)
}
