// The receipt of a paid booking: what was driven, what it cost, how it was paid and what was refunded.
import { paymentModes } from '@wayfare/core/settlement'
import { z } from 'zod'
import { distanceFields } from './bookings-distance.ts'
import { fareLines } from './fare.ts'
import { defineEndpoint, file } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, epochMs, latLng } from './values.ts'

export const receipt = z.object({
  /** the seller, from the settings; an empty text means unknown */
  operator: z.object({ name: z.string(), email: z.string(), website: z.string() }),
  bookingId,
  /** the booking was cancelled after payment, or with a cancellation fee */
  cancelled: z.boolean(),
  /** time of payment or cancellation */
  paidAt: epochMs,
  tripDate: epochMs,
  tripStart: epochMs.nullable(),
  tripEnd: epochMs.nullable(),
  customerName: z.string(),
  driverName: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  carTypeName: z.string(),
  pickup: z.string(),
  drop: z.string(),
  ...distanceFields,
  /** start, end and driven line of the trip (encoded polyline, precision 5); null if no trip was driven */
  way: z.object({ from: latLng, to: latLng, polyline: z.string() }).nullable(),
  /** seconds */
  time: z.number(),
  /** ISO code of all amounts: the booking's own currency, even if the operator has since changed it */
  currency: z.string(),
  /** null if no trip was driven */
  lines: fareLines.nullable(),
  discount: decimalAmount,
  promoCode: z.string().nullable(),
  /** the fare, without the fee, that was measured above the promise and is not in `lines` */
  heldBack: decimalAmount,
  /** the part of it that was later granted and paid, less its part of the discount */
  claim: z.object({ amount: decimalAmount, paidAt: epochMs }).nullable(),
  /** a late cancellation's cost to the rider, from the wallet */
  cancelFee: decimalAmount,
  /** the driver's tip, separate from the fare */
  tip: decimalAmount,
  /**
   * the grand total less the discount, plus a paid claim and a tip; for a cancelled booking what was paid by card, plus the
   * cancellation fee
   */
  total: decimalAmount,
  /** add up to the total together with the cancellation fee; `provider` names who took the card payment */
  parts: z.array(z.object({ mode: z.enum(paymentModes), amount: decimalAmount, provider: z.string().nullable() })),
  /** refunds, oldest first; `pending` ones are on their way */
  refunds: z.array(z.object({ at: epochMs, amount: decimalAmount, to: z.enum(['wallet', 'provider']), pending: z.boolean() })),
  /** the total less refunds */
  left: decimalAmount,
  /** how the trip cost was split; null for the rider */
  split: z.object({ convenienceFees: decimalAmount, driverShare: decimalAmount }).nullable(),
})
export type Receipt = z.infer<typeof receipt>

export const getReceipt = defineEndpoint({
  verb: 'bookings.receipt',
  path: 'GET /bookings/:id/receipt',
  summary: 'The receipt of a paid booking, also of one whose money was given back: for its rider, its fleet admin and the desk.',
  access: ['rider', 'admin', 'fleetadmin'],
  input: z.strictObject({ id: bookingId }),
  output: receipt,
  refusals: ['not_found'],
})

export const getReceiptPdf = defineEndpoint({
  verb: 'bookings.receiptPdf',
  path: 'GET /bookings/:id/receipt.pdf',
  summary: "The same as a PDF, in the language asked for, else in the reader's own.",
  access: ['rider', 'admin', 'fleetadmin'],
  input: z.strictObject({ id: bookingId, language: z.string().max(20).optional() }),
  output: file,
  download: { types: ['application/pdf'] },
  refusals: ['not_found'],
  perMinute: 30,
})
