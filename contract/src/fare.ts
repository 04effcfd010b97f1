import { z } from 'zod'
import { decimalAmount } from './money.ts'

/** The lines of a fare as everyone sees them; fare + convenienceFees = grandTotal. */
export const fareLines = z.object({
  base: decimalAmount,
  distance: decimalAmount,
  time: decimalAmount,
  /** parcel type and option */
  extras: decimalAmount,
  minimumApplied: z.boolean(),
  fare: decimalAmount,
  convenienceFees: decimalAmount,
  grandTotal: decimalAmount,
})
export type FareLines = z.infer<typeof fareLines>

/** Cancelling so many minutes or more after a driver accepted costs this. */
export const cancelSlab = z.object({ minsDelayed: z.number(), amount: decimalAmount })
