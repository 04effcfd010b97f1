// The receipt of a paid booking: what was driven, what it cost, how it was paid and what was given back.
import { paymentModes } from '@wayfare/core/settlement'
import { z } from 'zod'
import { distanceFields } from './bookings-distance.ts'
import { fareLines } from './fare.ts'
import { defineEndpoint, file } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, epochMs, latLng } from './values.ts'

export const receipt = z.object({
  /** who sold the trip, as in the settings; an empty text is not known */
  operator: z.object({ name: z.string(), email: z.string(), website: z.string() }),
  bookingId,
  /** the booking was cancelled after it had been paid for, or cancelling cost something */
  cancelled: z.boolean(),
  /** when it was paid, or cancelled */
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
  /** where the trip began and ended, and the line that was driven (encoded polyline, precision 5); null where no trip was driven */
  way: z.object({ from: latLng, to: latLng, polyline: z.string() }).nullable(),
  /** seconds */
  time: z.number(),
  /** ISO code of all amounts: the booking's own, also after the operator changed the currency */
  currency: z.string(),
  /** null where no trip was driven */
  lines: fareLines.nullable(),
  discount: decimalAmount,
  promoCode: z.string().nullable(),
  /** of what was measured beyond the promise and is not in `lines`: the fare without the fee */
  heldBack: decimalAmount,
  /** what was granted of it later and paid, less its part of the discount */
  claim: z.object({ amount: decimalAmount, paidAt: epochMs }).nullable(),
  /** what a late cancellation cost the rider, out of the wallet */
  cancelFee: decimalAmount,
  /** what the driver was given beside the fare */
  tip: decimalAmount,
  /** the grand total less the discount, with a claim that was paid and a tip; of a cancelled booking what a card had paid, and the fee for cancelling */
  total: decimalAmount,
  /** with the fee for cancelling they sum to the total; `provider` is the name of the one who took the card's part */
  parts: z.array(z.object({ mode: z.enum(paymentModes), amount: decimalAmount, provider: z.string().nullable() })),
  /** what was given back, oldest first; `pending` is on its way */
  refunds: z.array(z.object({ at: epochMs, amount: decimalAmount, to: z.enum(['wallet', 'provider']), pending: z.boolean() })),
  /** the total less what was given back */
  left: decimalAmount,
  /** who earned what of the trip cost; null for the rider */
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
