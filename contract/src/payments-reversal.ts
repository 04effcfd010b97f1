// Reversals: refunds made by a provider on its own, and disputes.
import { reversalKinds, reversalStates } from '@wayfare/core/reversals'
import { z } from 'zod'
import { decimalAmount } from './money.ts'
import { epochMs } from './values.ts'

/** Money that the provider took back on its own; `ref` is its own id for it. */
export const reversal = z.object({
  id: z.string(),
  kind: z.enum(reversalKinds),
  ref: z.string(),
  /** `inquiry`: the bank asks, but nothing is withheld; `open`: the provider withholds it until `won` or `lost` */
  state: z.enum(reversalStates),
  amount: decimalAmount,
  currency: z.string(),
  /** in the provider's words */
  reason: z.string(),
  /** the provider's deadline for an answer */
  dueAt: epochMs.nullable(),
  fee: decimalAmount,
  feeCurrency: z.string(),
  /** who recorded it by hand; null: the provider reported it */
  by: z.string().nullable(),
  createdAt: epochMs,
  updatedAt: epochMs,
})
export type Reversal = z.infer<typeof reversal>
