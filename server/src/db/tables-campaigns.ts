// Notices from the desk to many devices.
import type { Generated } from 'kysely'
import type { IdColumn, Instant, Timestamp } from './columns.ts'

export type CampaignTables = {
  campaign: {
    id: string
    deviceType: 'All' | 'ANDROID' | 'IOS'
    userType: 'All' | 'rider' | 'driver'
    title: string
    body: string
    state: Generated<'draft' | 'sending' | 'sent' | 'stopped'>
    version: Generated<number>
    createdAt: Timestamp
    createdBy: IdColumn<'user'> | null
    sentAt: Date | null
    sentBy: IdColumn<'user'> | null
    endedAt: Date | null
    recipients: Generated<number>
    devices: Generated<number>
    delivered: Generated<number>
    failed: Generated<number>
    /** the last device that was taken up */
    afterDevice: Generated<string>
    inFlight: Generated<number>
    takenAt: Date | null
    toldAt: Date | null
  }
  campaignRetry: { campaignId: string; deviceId: string; tries: number; dueAt: Instant }
}
