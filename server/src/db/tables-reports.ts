// What paid bookings came to, by day and by month.

type Sums = {
  rides: number
  tripCostMinor: bigint
  driverShareMinor: bigint
  convenienceFeesMinor: bigint
  discountAmountMinor: bigint
}

export type EarningZoneTable = { id: number; timeZone: string }

/** `day` and `month` (its first day) as PostgreSQL writes dates: 2026-11-22. */
export type EarningDayTable = Sums & { day: string; currency: string; fleetAdminId: string | null }

export type EarningMonthTable = Sums & {
  month: string
  currency: string
  fleetAdminId: string | null
  driverId: string
  vehicleNumber: string
}
