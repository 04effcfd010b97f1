// Trends for the dashboard: its figures over the last days and months.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'

/** How many days and months a trend shows, including the current one. */
export const trendDays = 30
export const trendMonths = 12

const figures = {
  /** convenience fees of paid bookings */
  revenue: decimalAmount,
  /** paid bookings */
  rides: z.number().int(),
}

export const getTrends = defineEndpoint({
  verb: 'reports.trends',
  path: 'GET /dashboard/trends',
  summary: `Convenience fees and paid bookings of the last ${trendDays} days and ${trendMonths} months by the city's calendar, oldest first; days and months without any are there, too. A fleet admin's are of the own drivers.`,
  access: ['admin', 'fleetadmin'],
  output: z.object({
    /** 2026-11-22 */
    days: z.array(z.object({ day: z.string(), ...figures })),
    /** 2026-11 */
    months: z.array(z.object({ month: z.string(), ...figures })),
  }),
})
