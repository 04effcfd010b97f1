// Card payments at the desk: the providers' keys, every payment with its history, and refunds.
import { paymentProblems, paymentStates } from '@wayfare/core/payments'
import { providerModes } from '@wayfare/core/providers'
import { reversalKinds } from '@wayfare/core/reversals'
import { z } from 'zod'
import { defineEndpoint, mostRowsInXlsx, sheetFormat, sheetExport } from './endpoint.ts'
import { decimalAmount, priceAmount } from './money.ts'
import { reversal } from './payments-reversal.ts'
import { payment, paymentId, providerName } from './payments.ts'
import { epochMs, defineId, userId, pageOf } from './values.ts'

const mode = z.enum(providerModes)

const providerKey = z.object({
  name: z.string(),
  /** true: write-only, `hint` is the last four characters; false: `hint` is the value */
  secret: z.boolean(),
  optional: z.boolean(),
  isSet: z.boolean(),
  hint: z.string(),
})

/** The keys of one mode; those of the other are used only for payments that were made with them. */
const modeState = z.object({
  mode,
  /** environment variables take precedence over saved keys */
  source: z.enum(['environment', 'saved', 'none']),
  /** new payments are made with these keys; true for at most one mode */
  enabled: z.boolean(),
  keys: z.array(providerKey),
  /** where the provider must send its notices; contains a secret; null while our own address is not configured */
  webhookUrl: z.string().nullable(),
  updatedAt: epochMs.nullable(),
})

export const providerState = z.object({
  name: providerName,
  modes: z.array(modeState),
  /** null: whatever the account with the provider accepts */
  currencies: z.array(z.string()).nullable(),
  /** true if it accepts the currency of the settings */
  takesCurrency: z.boolean(),
  /** true if riders are offered it now */
  offered: z.boolean(),
  refunds: z.enum(['none', 'whole', 'part']),
  signedNotices: z.boolean(),
})
export type ProviderState = z.infer<typeof providerState>

export const listProviders = defineEndpoint({
  verb: 'payments.listProviders',
  path: 'GET /payments/providers',
  summary: 'Every payment provider with the keys it needs and what is set of them.',
  access: ['admin'],
  output: z.object({
    providers: z.array(providerState),
    currency: z.string(),
    /** in production no provider is offered until PUBLIC_ORIGIN says where providers send people back to */
    lacksOrigin: z.boolean(),
  }),
})

const keyRefusals = ['prove_first', 'demo_mode', 'keys_incomplete', 'set_by_environment', 'not_found'] as const

export const saveProviderKeys = defineEndpoint({
  verb: 'payments.saveKeys',
  path: 'PUT /payments/providers/:name',
  summary:
    'Saves the keys of one mode and offers the provider with them. A key that is left out stays as it was; an empty one is removed. `details.fields` names what is missing. `updatedAt`: as it was read; another one is refused. Asks for a recent proof of identity.',
  access: ['admin'],
  input: z.strictObject({
    name: providerName,
    mode,
    keys: z.record(z.string().max(60), z.string().trim().max(8000)),
    updatedAt: epochMs.nullable().optional(),
  }),
  output: providerState,
  refusals: [...keyRefusals, 'row_changed'],
  perMinute: 30,
})

export const enableProvider = defineEndpoint({
  verb: 'payments.enable',
  path: 'POST /payments/providers/:name/enabled',
  summary: 'Offers a provider with the saved keys of a mode, or no longer; payments that were begun go on.',
  access: ['admin'],
  input: z.strictObject({ name: providerName, mode, enabled: z.boolean() }),
  output: providerState,
  refusals: keyRefusals,
  perMinute: 30,
})

export const removeProviderKeys = defineEndpoint({
  verb: 'payments.removeKeys',
  path: 'DELETE /payments/providers/:name/:mode',
  summary: 'Removes the saved keys of a mode. Open payments of it can then no longer be asked about.',
  access: ['admin'],
  input: z.strictObject({ name: providerName, mode }),
  output: providerState,
  refusals: keyRefusals,
  perMinute: 30,
})

export const adminPayment = payment.extend({
  userId,
  userName: z.string(),
  /** the provider's ids of the checkout and of the transaction */
  providerRef: z.string().nullable(),
  providerTxn: z.string().nullable(),
  /** what kept it from settling */
  problem: z.enum(paymentProblems).nullable(),
  /** the last refund failed, and none was made since */
  refundFailed: z.boolean(),
  /** a refund was requested ten days ago, and the provider has neither confirmed nor refused it */
  refundLate: z.boolean(),
  /** the amount withheld by the provider because of disputes, and the state of the worst of them */
  disputed: decimalAmount,
  dispute: z.enum(['inquiry', 'open', 'won', 'lost']).nullable(),
  checks: z.number().int(),
  nextCheckAt: epochMs.nullable(),
})
export type AdminPayment = z.infer<typeof adminPayment>

const paymentFilter = {
  status: z.enum(paymentStates).optional(),
  provider: providerName.optional(),
  /** only those with a problem, a dispute awaiting an answer or a failed refund */
  problem: z.stringbool().optional(),
  /** part of the id of a payment or booking, of the payer's name, or of the provider's ids */
  search: z.string().trim().max(100).optional(),
}

export const listPayments = defineEndpoint({
  verb: 'payments.list',
  path: 'GET /payments',
  summary: 'All payments, newest first.',
  access: ['admin'],
  input: z.strictObject({
    ...paymentFilter,
    ...pageOf(25),
  }),
  output: z.object({ payments: z.array(adminPayment), nextCursor: z.string().nullable() }),
})

/** The columns of the export, in order. */
export const paymentExportColumns = [
  'id',
  'createdAt',
  'userId',
  'userName',
  'bookingId',
  'provider',
  'mode',
  'amount',
  'currency',
  'status',
  'problem',
  'providerRef',
  'providerTxn',
  'settledAt',
  'refunded',
  'disputed',
] as const

export const exportPayments = defineEndpoint({
  verb: 'payments.exportPayments',
  path: 'GET /payments/export',
  summary: `All payments of a filter, newest first, as CSV or (at most ${mostRowsInXlsx}, else sheet_too_long) XLSX. Columns: ${paymentExportColumns.join(', ')}.`,
  access: ['admin'],
  input: z.strictObject({ ...paymentFilter, format: sheetFormat }),
  ...sheetExport,
})

export const paymentNotice = z.object({
  provider: providerName,
  mode,
  eventId: z.string(),
  paymentId: z.string().nullable(),
  receivedAt: epochMs,
  /** `received`: not processed yet; `refused`: not genuine, or about no payment of ours (processed if one turns up later) */
  state: z.enum(['received', 'done', 'refused']),
  /** `forged_notice` (not genuine: only counted, per ten minutes) or `unknown_notice`, besides the problems of payments */
  problem: z.string().nullable(),
  count: z.number().int(),
  /** the provider's name for the event, and the amount in it */
  type: z.string().nullable(),
  amount: decimalAmount.nullable(),
  currency: z.string().nullable(),
})
export type PaymentNotice = z.infer<typeof paymentNotice>

export const refund = z.object({
  id: z.string(),
  amount: decimalAmount,
  target: z.enum(['provider', 'wallet']),
  /** `failed`: the provider did not refund it; it can be retried */
  state: z.enum(['pending', 'done', 'failed']),
  reason: z.string(),
  problem: z.enum(paymentProblems).nullable(),
  by: z.string(),
  createdAt: epochMs,
  settledAt: epochMs.nullable(),
})
export type Refund = z.infer<typeof refund>

export const paymentDetail = z.object({
  payment: adminPayment,
  notices: z.array(paymentNotice),
  refunds: z.array(refund),
  reversals: z.array(reversal),
  /** what can still be refunded, and how: nothing before a booking has ended, and into the wallet only once */
  refundable: decimalAmount,
  targets: z.array(z.enum(['provider', 'wallet'])),
  /** the provider only makes full refunds */
  wholeOnly: z.boolean(),
  /** what the desk may record by hand: only kinds that the provider does not report itself, and only once it is paid */
  records: z.array(z.enum(reversalKinds)),
  /** the most that can be recorded: what the provider still has, including what was refunded into the wallet */
  leftThere: decimalAmount,
})
export type PaymentDetail = z.infer<typeof paymentDetail>

export const getPaymentDetail = defineEndpoint({
  verb: 'payments.detail',
  path: 'GET /payments/:id/detail',
  summary: 'A payment with the notices about it and its refunds.',
  access: ['admin'],
  input: z.strictObject({ id: paymentId }),
  output: paymentDetail,
  refusals: ['not_found'],
})

export const replayPayment = defineEndpoint({
  verb: 'payments.replay',
  path: 'POST /payments/:id/replay',
  summary: 'Asks the provider again and settles what it says. `details.reason` of provider_fetch_error says why it could not.',
  access: ['admin'],
  input: z.strictObject({ id: paymentId }),
  output: paymentDetail,
  replies: 'paymentDetail',
  refusals: ['not_found', 'provider_fetch_error'],
  perMinute: 30,
})

export const refundPayment = defineEndpoint({
  verb: 'payments.refund',
  path: 'POST /payments/:id/refunds',
  summary:
    'Gives back the whole or a part, to where it was paid from or into the payer’s wallet; never more than was paid. What a top-up gives back leaves the wallet first.',
  access: ['admin'],
  input: z.strictObject({
    id: paymentId,
    amount: priceAmount,
    target: z.enum(['provider', 'wallet']),
    reason: z.string().trim().max(300).default(''),
  }),
  output: paymentDetail,
  replies: 'paymentDetail',
  refusals: ['not_found', 'demo_mode', 'wrong_step', 'proper_amount', 'wallet_balance_low', 'refund_not_possible'],
  once: 'required',
  perMinute: 30,
})

export const retryRefund = defineEndpoint({
  verb: 'payments.retryRefund',
  path: 'POST /refunds/:id/retry',
  summary: 'Asks the provider once more for a refund that failed or still waits; under the same id, so never twice.',
  access: ['admin'],
  input: z.strictObject({ id: defineId('refund') }),
  output: paymentDetail,
  replies: 'paymentDetail',
  refusals: ['not_found', 'wrong_step', 'demo_mode', 'wallet_balance_low', 'refund_not_possible'],
  perMinute: 30,
})

export const listNotices = defineEndpoint({
  verb: 'payments.notices',
  path: 'GET /payments/notices',
  summary: 'Notices of the providers that were refused or not yet acted on, newest first.',
  access: ['admin'],
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  output: z.object({ notices: z.array(paymentNotice) }),
})
