// Exports the campaigns of a filter as a file.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { Campaign, exportCampaigns as exportEndpoint } from '@wayfare/contract/messages-campaigns'
import type { UserActor } from '@wayfare/core/accounts'
import type { Deps } from '../../deps.ts'
import { timeCell, type Cell } from '../../http/sheet-cell.ts'
import { exportList } from '../../http/sheet-export.ts'
import { listCampaigns } from './queries-campaigns.ts'

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

/** Times are in the city's time zone. */
const cellsOf = (row: Campaign, timeZone: string): readonly Cell[] => {
  const moments = { createdAt: timeCell(row.createdAt, timeZone), sentAt: timeCell(row.sentAt, timeZone) }
  return columns.map((column) => ({ ...row, ...moments })[column] ?? '')
}

export const exportCampaigns = (deps: Deps, actor: UserActor, { format, ...filter }: ParsedInputOf<typeof exportEndpoint>) =>
  exportList(deps, actor, {
    action: 'messages.exportCampaigns',
    id: 'notifications',
    filter,
    format,
    name: () => 'notifications',
    columns,
    readPage: async ({ timeZone, ...page }, aside) => {
      const { campaigns, nextCursor } = await listCampaigns(aside, { ...filter, ...page })
      return { rows: campaigns.map((row) => cellsOf(row, timeZone)), nextCursor }
    },
  })
