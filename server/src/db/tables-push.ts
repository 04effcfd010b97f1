// What notices reach devices by.
import type { IdColumn, Timestamp } from './columns.ts'

export type PushTables = {
  pushKey: { name: 'vapid'; publicKey: string; sealedPrivateKey: string; createdAt: Timestamp }
  pushDevice: {
    id: string
    userId: IdColumn<'user'>
    sessionId: string
    kind: 'web' | 'fcm' | 'apns' | 'expo'
    platform: 'ANDROID' | 'IOS' | 'WEB'
    token: string
    p256dh: string | null
    auth: string | null
    createdAt: Timestamp
    lastSeen: Timestamp
  }
  pushSent: { noticeId: string; deviceId: string; receipt: string | null; sentAt: Timestamp }
}
