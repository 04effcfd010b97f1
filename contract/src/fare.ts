import { fareParts, fareSums } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import { z } from 'zod'
import { decimalAmount } from './money.ts'

/** The lines of a fare as everyone sees them; fare + convenienceFees = grandTotal. */
export const fareLines = z.object({
  ...makeRecord(fareParts, () => decimalAmount),
  minimumApplied: z.boolean(),
  ...makeRecord(fareSums, () => decimalAmount),
})
export type FareLines = z.infer<typeof fareLines>

/** Cancelling this many minutes or more after acceptance costs this. */
export const cancelSlab = z.object({ minsDelayed: z.number(), amount: decimalAmount })
