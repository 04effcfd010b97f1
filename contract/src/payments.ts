// Card payments for bookings and top-ups. Only the provider's confirmation, server to server, makes a payment count.
import { paymentStates } from '@wayfare/core/payments'
import { providerModes, providerNames } from '@wayfare/core/providers'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount, priceAmount } from './money.ts'
import { bookingId, epochMs, defineId } from './values.ts'

export const paymentId = defineId('payment')
export const providerName = z.enum(providerNames)

/** `link` is where the specification's card form posts to: a page of ours that leads on to the provider. */
const provider = z.object({ name: providerName, link: z.string() })
export type Provider = z.infer<typeof provider>

export const getProviders = defineEndpoint({
  verb: 'payments.providers',
  path: 'GET /functions/get_providers',
  summary:
    'The payment providers on offer: set up, switched on, and able to take the currency. `test` takes no money and is never there in production.',
  access: 'public',
  output: z.array(provider),
})

/** One attempt to pay for one thing. `failed` and `expired` may still become `paid` if the provider reports so later. */
export const payment = z.object({
  id: paymentId,
  purpose: z.enum(['booking', 'topUp', 'claim', 'tip']),
  bookingId: bookingId.nullable(),
  provider: providerName,
  mode: z.enum(providerModes),
  amount: decimalAmount,
  currency: z.string(),
  status: z.enum(paymentStates),
  /** where the money went once paid: to the booking, or into the payer's wallet (top-ups, and payments that came too late) */
  settledAs: z.enum(['booking', 'wallet']).nullable(),
  /** how much of it was refunded, to the card or into the wallet */
  refunded: decimalAmount,
  createdAt: epochMs,
  settledAt: epochMs.nullable(),
})
export type Payment = z.infer<typeof payment>

/**
 * How the payer continues: by going to `url`; by posting `fields` to `action`; or on `page`, our page with the provider's own
 * card fields (its `script` with its `settings`), whose token goes to completePayment. The test provider's page has no script.
 */
export const checkout = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('form'), action: z.string(), fields: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({
    kind: z.literal('embed'),
    /** `/pay/<provider>/<payment id>` */
    page: z.string(),
    script: z.string().nullable(),
    settings: z.record(z.string(), z.string()),
  }),
])
export type Checkout = z.infer<typeof checkout>

export const startedPayment = z.object({ payment, checkout })
export type StartedPayment = z.infer<typeof startedPayment>

const untakable = ['provider_needs_email', 'provider_amount_step', 'provider_amount_range'] as const
const startRefusals = ['not_found', 'no_provider_found', 'provider_fetch_error', 'request_in_flight', ...untakable] as const

export const payBooking = defineEndpoint({
  verb: 'payments.pay',
  path: 'POST /bookings/:id/payments',
  summary:
    'Starts to pay the card part of a booking of one’s own: before the trip where it waits for it, after the trip otherwise. An open try is taken up again. `details.reason` of provider_fetch_error says what the provider lacks.',
  access: ['rider'],
  input: z.strictObject({ id: bookingId, provider: z.string().max(40) }),
  output: startedPayment,
  refusals: [...startRefusals, 'wrong_step'],
  perMinute: 30,
})

export const topUpWallet = defineEndpoint({
  verb: 'payments.topUp',
  path: 'POST /wallet/top-ups',
  summary:
    'Starts to pay into one’s own wallet by card. The payment’s id is the order_id of the card form. `details` of proper_amount hold the limits.',
  access: ['rider', 'driver'],
  input: z.strictObject({ amount: priceAmount, provider: z.string().max(40) }),
  output: startedPayment,
  refusals: [...startRefusals, 'proper_amount', 'conflict'],
  once: 'required',
  perMinute: 30,
})

export const getPayment = defineEndpoint({
  verb: 'payments.get',
  path: 'GET /payments/:id',
  summary: 'A payment of one’s own, as the database knows it; the topic `me` tells when it changes.',
  access: ['rider', 'driver', 'admin'],
  input: z.strictObject({ id: paymentId }),
  output: payment,
  refusals: ['not_found'],
})

export const getCheckout = defineEndpoint({
  verb: 'payments.checkout',
  path: 'GET /payments/:id/checkout',
  summary: 'How to go on with an open payment of one’s own, for the page with the card fields.',
  access: ['rider', 'driver'],
  input: z.strictObject({ id: paymentId }),
  output: startedPayment,
  refusals: ['not_found', 'wrong_step'],
})

export const completePayment = defineEndpoint({
  verb: 'payments.complete',
  path: 'POST /payments/:id/complete',
  summary:
    'Hands the token of the provider’s card fields on; the answer is what the provider then says. The test provider takes approve, decline, pending and later.',
  access: ['rider', 'driver'],
  input: z.strictObject({ id: paymentId, token: z.string().min(1).max(20_000) }),
  output: payment,
  replies: 'payment',
  refusals: ['not_found', 'wrong_step', 'provider_fetch_error', 'request_in_flight', ...untakable],
  perMinute: 30,
})
