// The tables of the desk: notes, who changed what, the text that is searched, saved views.
import type { JSONColumnType } from 'kysely'
import type { Counter, Timestamp } from './columns.ts'

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

type StoredLayout = { order: string[]; hidden: string[]; dense: boolean }

export type DeskTables = {
  bookingNote: {
    id: string
    bookingId: string
    authorId: string
    text: string
    at: Timestamp
  }
  /** What is no step of the status: times are epoch ms as text, amounts decimals. */
  bookingChange: {
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
  bookingSearch: {
    id: string
    createdAt: Date
    tripDate: Date
    fleetAdminId: string | null
    text: string
    customerPhone: string
    driverPhone: string
  }
  tableView: {
    userId: string
    tableName: string
    name: string
    query: string
    layout: JSONColumnType<StoredLayout> | null
    createdAt: Timestamp
  }
}
