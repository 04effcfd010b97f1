// The tables as TypeScript sees them: columns in camelCase. A test compares this with the real schema.
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { AccountTables } from './tables-accounts.ts'
import type { AuditTables } from './tables-audit.ts'
import type { BookingTables } from './tables-bookings.ts'
import type { CampaignTables } from './tables-campaigns.ts'
import type { CatalogTables } from './tables-catalog.ts'
import type { ChatTables } from './tables-chat.ts'
import type { DeskTables } from './tables-desk.ts'
import type { FrameTables } from './tables-frame.ts'
import type { LedgerTables } from './tables-ledger.ts'
import type { PaymentTables } from './tables-payments.ts'
import type { PlaceTables } from './tables-places.ts'
import type { PromoTables } from './tables-promos.ts'
import type { PushTables } from './tables-push.ts'
import type { ReportTables } from './tables-reports.ts'
import type { SettingTables } from './tables-settings.ts'
import type { TripTables } from './tables-trips.ts'

export type Tables = AccountTables &
  AuditTables &
  BookingTables &
  CampaignTables &
  CatalogTables &
  ChatTables &
  DeskTables &
  FrameTables &
  LedgerTables &
  PaymentTables &
  PlaceTables &
  PromoTables &
  PushTables &
  ReportTables &
  SettingTables &
  TripTables

/** A row as it is read, as it is written anew, and what may change of it. */
export type TableRow<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
export type RowChange<Table extends keyof Tables> = Updateable<Tables[Table]>
