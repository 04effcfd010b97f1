// Tips for the driver after a paid trip: once per trip, from the wallet or by card, all of it for the driver.
import { z } from 'zod'
import { bookingView } from './bookings.ts'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount, priceAmount } from './money.ts'
import { startedPayment } from './payments.ts'
import { bookingId, epochMs } from './values.ts'

const tipWays = ['wallet', 'card'] as const

export const getTip = defineEndpoint({
  verb: 'bookings.tip',
  path: 'GET /bookings/:id/tip',
  summary: 'What was tipped on a trip of one’s own, or what may be: the amounts to choose from, the highest, and until when.',
  access: ['rider'],
  input: z.strictObject({ id: bookingId }),
  output: z.object({
    given: z.object({ amount: decimalAmount, at: epochMs, by: z.enum(tipWays) }).nullable(),
    /** null if the trip cannot be tipped: not paid yet, already tipped, too late, or the operator has tips turned off */
    offer: z
      .object({
        amounts: z.array(decimalAmount),
        most: decimalAmount,
        until: epochMs,
        /** the wallet's balance available for a tip */
        balance: decimalAmount,
      })
      .nullable(),
  }),
  refusals: ['not_found'],
})

const tipRefusals = ['not_found', 'tip_given', 'tip_not_paid', 'tip_too_late', 'tips_off', 'tip_amount'] as const

export const giveTip = defineEndpoint({
  verb: 'bookings.giveTip',
  path: 'POST /bookings/:id/tip',
  summary: 'Tips the driver out of one’s own wallet, once a trip. `details` of tip_amount hold the highest.',
  access: ['rider'],
  input: z.strictObject({ id: bookingId, amount: priceAmount }),
  output: bookingView,
  replies: 'booking',
  refusals: [...tipRefusals, 'wallet_balance_low'],
  once: 'required',
})

export const payTip = defineEndpoint({
  verb: 'payments.payTip',
  path: 'POST /bookings/:id/tip/payments',
  summary:
    'Starts to tip the driver by card, as a top-up is started: the payment’s id is the order_id of the card form. Money that comes after another tip goes into the wallet.',
  access: ['rider'],
  input: z.strictObject({ id: bookingId, amount: priceAmount, provider: z.string().max(40) }),
  output: startedPayment,
  refusals: [
    ...tipRefusals,
    'no_provider_found',
    'provider_fetch_error',
    'request_in_flight',
    'provider_needs_email',
    'provider_amount_step',
    'provider_amount_range',
    'wrong_step',
  ],
  once: 'required',
  perMinute: 30,
})
