// The tables of the desk: notes, who changed what, the text that is searched, saved views.
import type { JSONColumnType } from 'kysely'
import type { Counter, IdColumn, Timestamp } from './columns.ts'

type ChangeKind =
  | 'assigned'
  | 'reassigned'
  | 'withdrawn'
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
    bookingId: IdColumn<'booking'>
    authorId: IdColumn<'user'>
    text: string
    at: Timestamp
  }
  /** What is no step of the status: times are epoch ms as text, amounts decimals. */
  bookingChange: {
    id: Counter
    bookingId: IdColumn<'booking'>
    kind: ChangeKind
    actorId: IdColumn<'user'> | null
    actorRole: string
    fromValue: string | null
    toValue: string | null
    driverId: IdColumn<'user'> | null
    at: Timestamp
  }
  bookingSearch: {
    id: IdColumn<'booking'>
    createdAt: Date
    tripDate: Date
    fleetAdminId: IdColumn<'user'> | null
    text: string
    customerPhone: string
    driverPhone: string
  }
  tableView: {
    userId: IdColumn<'user'>
    tableName: string
    name: string
    query: string
    layout: JSONColumnType<StoredLayout> | null
    createdAt: Timestamp
  }
}
