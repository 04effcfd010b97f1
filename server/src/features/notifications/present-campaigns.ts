import type { Campaign } from '@wayfare/contract/messages-campaigns'
import { asId } from '@wayfare/core/ids'
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
  createdById: row.createdBy === null ? null : asId(row.createdBy),
  sentAt: row.sentAt?.getTime() ?? null,
  endedAt: row.endedAt?.getTime() ?? null,
  recipients: row.recipients,
  devices: row.devices,
  delivered: row.delivered,
  failed: row.failed,
  pending: row.state === 'draft' ? 0 : Math.max(0, row.devices - row.delivered - row.failed),
})
