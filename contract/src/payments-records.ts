// Reversals that the desk records by hand, because the provider reports them only by e-mail.
import { reversalKinds } from '@wayfare/core/reversals'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { priceAmount } from './money.ts'
import { paymentDetail } from './payments-admin.ts'
import { paymentId } from './payments.ts'
import { cityDay, defineId } from './values.ts'

const fee = z.string().trim().max(30)

export const recordReversal = defineEndpoint({
  verb: 'payments.recordReversal',
  path: 'POST /payments/:id/reversals',
  summary:
    'Writes down a dispute, or a refund made at the provider, that is told by e-mail only: it is booked, shown and told like those of a notice. A refund only where the provider cannot be asked for refunds (reversal_told). `ref` is the provider’s name for it, once a payment; `day` when it was opened or made, `due` until when the provider wants an answer, `fee` what it charged.',
  access: ['admin'],
  input: z.strictObject({
    id: paymentId,
    kind: z.enum(reversalKinds),
    /** of a dispute; a refund is always done */
    state: z.enum(['inquiry', 'open', 'won', 'lost']).default('open'),
    amount: priceAmount,
    ref: z.string().trim().min(1).max(100),
    reason: z.string().trim().max(300),
    day: cityDay,
    due: cityDay.optional(),
    fee: fee.default('0'),
  }),
  output: paymentDetail,
  replies: 'paymentDetail',
  refusals: [
    'not_found',
    'wrong_step',
    'proper_amount',
    'reversal_reason_missing',
    'reversal_known',
    'reversal_told',
    'demo_mode',
  ],
  once: 'required',
  perMinute: 30,
})

export const changeReversal = defineEndpoint({
  verb: 'payments.changeReversal',
  path: 'POST /reversals/:id',
  summary:
    'How a dispute that the desk wrote down ended (an end stays one, though another may follow), that a refund written down was none (`failed`), or what the provider charged for any dispute.',
  access: ['admin'],
  input: z.strictObject({
    id: defineId('reversal'),
    state: z.enum(['open', 'won', 'lost', 'failed']).optional(),
    fee: fee.optional(),
  }),
  output: paymentDetail,
  replies: 'paymentDetail',
  refusals: ['not_found', 'wrong_step', 'proper_amount', 'demo_mode'],
  perMinute: 30,
})
