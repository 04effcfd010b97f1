// What paid bookings came to, by day and by month.
import type { Generated } from 'kysely'
import type { IdColumn } from './columns.ts'

export type ReportTables = {
  earningZone: {
    id: Generated<number>
    timeZone: string
  }
  /** `day` and `month` (its first day) as PostgreSQL writes dates: 2026-11-22. */
  earningDay: {
    day: string
    currency: string
    fleetAdminId: IdColumn<'user'> | null
    /** a day of a fleet is the sum of its parts, each added to by other connections */
    part: Generated<number>
    rides: number
    tripCostMinor: bigint
    driverShareMinor: bigint
    convenienceFeesMinor: bigint
    discountAmountMinor: bigint
    tipsMinor: Generated<bigint>
    cancelFeesMinor: Generated<bigint>
  }
  earningMonth: {
    month: string
    currency: string
    fleetAdminId: IdColumn<'user'> | null
    driverId: IdColumn<'user'>
    vehicleNumber: string
    rides: number
    tripCostMinor: bigint
    driverShareMinor: bigint
    convenienceFeesMinor: bigint
    discountAmountMinor: bigint
    tipsMinor: Generated<bigint>
    cancelFeesMinor: Generated<bigint>
  }
}
