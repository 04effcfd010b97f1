// The tables of the desk: notes, who changed what, the text that is searched, saved views.
import type { JSONColumnType } from 'kysely'
import type { Counter, Timestamp } from './columns.ts'

export type BookingNoteTable = {
  id: string
  bookingId: string
  authorId: string
  text: string
  at: Timestamp
}

type ChangeKind =
  | 'assigned'
  | 'reassigned'
  | 'dateChanged'
  | 'priceChanged'
  | 'claimOpened'
  | 'claimGranted'
  | 'claimRefused'
  | 'claimLapsed'
  | 'claimPaid'
  | 'codeLocked'

/** What is no step of the status: times are epoch ms as text, amounts decimals. */
export type BookingChangeTable = {
  id: Counter
  bookingId: string
  kind: ChangeKind
  actorId: string | null
  actorRole: string
  fromValue: string | null
  toValue: string | null
  driverId: string | null
  at: Timestamp
}

export type BookingSearchTable = {
  id: string
  createdAt: Date
  tripDate: Date
  fleetAdminId: string | null
  text: string
  customerPhone: string
  driverPhone: string
}

type StoredLayout = { order: string[]; hidden: string[]; dense: boolean }

export type TableViewTable = {
  userId: string
  tableName: string
  name: string
  query: string
  layout: JSONColumnType<StoredLayout> | null
  createdAt: Timestamp
}
