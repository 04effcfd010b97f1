import type { Campaign } from '@wayfare/contract/messages-campaigns'
import { cityTimeOf } from '@wayfare/core/city-time'
import { asId } from '@wayfare/core/ids'
import type { Sheet } from '../../http/sheet.ts'
import type { CampaignRow } from './queries-campaigns.ts'

export const presentCampaignRow = (row: CampaignRow): Campaign => ({
  id: asId(row.id),
  deviceType: row.deviceType,
  userType: row.userType,
  title: row.title,
  body: row.body,
  state: row.state,
  version: row.version,
  createdAt: row.createdAt.getTime(),
  createdBy: row.authorName ?? '',
  sentAt: row.sentAt?.getTime() ?? null,
  endedAt: row.endedAt?.getTime() ?? null,
  recipients: row.recipients,
  devices: row.devices,
  delivered: row.delivered,
  failed: row.failed,
  pending: row.state === 'draft' ? 0 : Math.max(0, row.devices - row.delivered - row.failed),
})

const columns = [
  'createdAt',
  'sentAt',
  'state',
  'deviceType',
  'userType',
  'title',
  'body',
  'createdBy',
  'recipients',
  'devices',
  'delivered',
  'failed',
  'pending',
] as const

/** Times are those of the city's clocks. */
export const presentSheet = (campaigns: readonly Campaign[], timeZone: string): Sheet => {
  const cellOf = (row: Campaign, column: (typeof columns)[number]) =>
    column === 'createdAt' || column === 'sentAt'
      ? row[column] === null
        ? ''
        : cityTimeOf(row[column], timeZone).replace('T', ' ')
      : row[column]
  return { name: 'notifications', columns, rows: campaigns.map((row) => columns.map((column) => cellOf(row, column))) }
}
