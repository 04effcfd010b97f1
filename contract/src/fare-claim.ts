import { claimStates } from '@wayfare/core/fare-claim'
import { z } from 'zod'
import { decimalAmount } from './money.ts'
import { epochMs } from './values.ts'

/**
 * The part of a measured fare above the promise and its share: due only if the desk grants it. The booking's own amounts do not
 * include it, but its lines for distance and time show what was measured.
 */
export const fareClaim = z.object({
  state: z.enum(claimStates),
  /** the promised and the measured total, before any discount */
  promised: decimalAmount,
  measured: decimalAmount,
  /** the measured total less what is due; = convenienceFees + driverShare */
  amount: decimalAmount,
  convenienceFees: decimalAmount,
  driverShare: decimalAmount,
  /** what the booking's promo takes off the claim */
  discountAmount: decimalAmount,
  /** what the rider pays for the claim: amount − discountAmount */
  payableAmount: decimalAmount,
  openedAt: epochMs,
  /** lapses then if undecided */
  lapsesAt: epochMs,
  decidedAt: epochMs.nullable(),
  /** the desk's reason for its decision, shown to rider and driver */
  reason: z.string().nullable(),
  paidAt: epochMs.nullable(),
  paidBy: z.enum(['wallet', 'card']).nullable(),
})
export type FareClaim = z.infer<typeof fareClaim>
