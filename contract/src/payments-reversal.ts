// What a provider took back of a payment: a refund that it made itself, or a dispute.
import { reversalKinds, reversalStates } from '@wayfare/core/reversals'
import { z } from 'zod'
import { decimalAmount } from './money.ts'
import { epochMs } from './values.ts'

/** What the provider took back without us, by its own name for it. */
export const reversal = z.object({
  id: z.string(),
  kind: z.enum(reversalKinds),
  ref: z.string(),
  /** `inquiry`: the bank asks, the money is still there; `open`: the provider keeps it until it is `won` or `lost` */
  state: z.enum(reversalStates),
  amount: decimalAmount,
  currency: z.string(),
  /** in the provider's words */
  reason: z.string(),
  /** until when the provider wants an answer */
  dueAt: epochMs.nullable(),
  fee: decimalAmount,
  feeCurrency: z.string(),
  /** who wrote it down; null: the provider told of it */
  by: z.string().nullable(),
  createdAt: epochMs,
  updatedAt: epochMs,
})
export type Reversal = z.infer<typeof reversal>
