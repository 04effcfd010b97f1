// A driver's earnings, week by week.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, cityDay, epochMs } from './values.ts'

/** `earned`: the driver's share plus tips and cancellation fees */
export const earned = {
  trips: z.number().int(),
  driverShare: decimalAmount,
  tips: decimalAmount,
  cancelFees: decimalAmount,
  earned: decimalAmount,
  cashCollected: decimalAmount,
}

export const getEarningsWeek = defineEndpoint({
  verb: 'wallet.earningsWeek',
  path: 'GET /driver/earnings/week',
  summary:
    "What a driver earned in one week of the city's calendar, Monday to Sunday: in all, day by day, and trip by trip, newest first. A claim that was paid, a tip, and what was paid for cancelling late stand beside the trips on their own day.",
  access: ['driver'],
  /** any day of the wanted week; defaults to today */
  input: z.strictObject({ day: cityDay.optional() }),
  output: z.object({
    from: cityDay,
    today: cityDay,
    total: z.object(earned),
    days: z.array(z.object({ day: cityDay, ...earned })),
    trips: z.array(
      z.object({
        bookingId,
        day: cityDay,
        at: epochMs,
        kind: z.enum(['trip', 'claim', 'tip', 'cancelFee']),
        from: z.string(),
        to: z.string(),
        /** the share of a trip or claim, the tip, or the cancellation fee */
        earned: decimalAmount,
        cashCollected: decimalAmount,
      }),
    ),
  }),
})
