import { claimStates } from '@wayfare/core/fare-claim'
import { z } from 'zod'
import { decimalAmount } from './money.ts'
import { epochMs } from './values.ts'

/**
 * What was measured beyond the promise and its share, beside the status: due only when the desk grants it. The booking's own amounts are
 * without it, its lines for distance and time explain what was measured.
 */
export const fareClaim = z.object({
  state: z.enum(claimStates),
  /** what the trip was promised at and what was measured, before any discount */
  promised: decimalAmount,
  measured: decimalAmount,
  /** of the measured total beyond what is due = convenienceFees + driverShare */
  amount: decimalAmount,
  convenienceFees: decimalAmount,
  driverShare: decimalAmount,
  /** what the booking's promo takes off it */
  discountAmount: decimalAmount,
  /** what the rider pays for it: amount − discountAmount */
  payableAmount: decimalAmount,
  openedAt: epochMs,
  /** without an answer by then it lapses */
  lapsesAt: epochMs,
  decidedAt: epochMs.nullable(),
  /** what the desk wrote to its answer: rider and driver read it */
  reason: z.string().nullable(),
  paidAt: epochMs.nullable(),
  paidBy: z.enum(['wallet', 'card']).nullable(),
})
export type FareClaim = z.infer<typeof fareClaim>
