// Figures for those who run the place.
import { statuses } from '@wayfare/core/booking'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { empty } from './values.ts'

export const getDashboard = endpoint({
  verb: 'reports.dashboard',
  path: 'GET /dashboard',
  summary: "Convenience fees of paid bookings today, this month and ever (the city's time zone), and what is going on now.",
  access: ['admin', 'fleetadmin'],
  input: empty,
  output: z.object({
    revenue: z.object({ today: decimalAmount, month: decimalAmount, all: decimalAmount }),
    active: z.array(z.object({ status: z.enum(statuses), count: z.number().int() })),
    drivers: z.object({ online: z.number().int(), busy: z.number().int(), offline: z.number().int() }),
    noTaker: z.number().int(),
  }),
})
