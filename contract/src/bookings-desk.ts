// What the desk does with bookings: reassigns them, writes notes, decides claims, reads their history, and exports them.
import { longestClaimReason } from '@wayfare/core/fare-claim'
import { ledgerKinds } from '@wayfare/core/ledger'
import { longestNote } from '@wayfare/core/notes'
import { z } from 'zod'
import { bookingView } from './bookings.ts'
import { bookingFilter } from './bookings-filter.ts'
import { defineEndpoint, mostRowsInXlsx, sheetFormat, sheetExport } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, epochMs, defineId, userId } from './values.ts'

export const reassignBooking = defineEndpoint({
  verb: 'bookings.reassign',
  path: 'POST /bookings/:id/reassign',
  summary:
    'Takes an ACCEPTED or ARRIVED booking from its driver: it is NEW again, he is free and is not asked once more. With automatic dispatch others are asked at once.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step'],
  once: 'required',
})

const noteId = defineId('note')

export const note = z.object({
  id: noteId,
  author: userId,
  /** null if the author's account was removed */
  authorName: z.string().nullable(),
  text: z.string(),
  at: epochMs,
  /** written by this reader */
  mine: z.boolean(),
})
export type Note = z.infer<typeof note>

export const listNotes = defineEndpoint({
  verb: 'bookings.notes',
  path: 'GET /bookings/:id/notes',
  summary: "The desk's notes on a booking, oldest first; the fleet's admin reads them, rider and driver never do.",
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: bookingId }),
  output: z.object({ notes: z.array(note), mayWrite: z.boolean() }),
  refusals: ['not_found'],
})

export const addNote = defineEndpoint({
  verb: 'bookings.addNote',
  path: 'POST /bookings/:id/notes',
  summary: `Writes a note of at most ${longestNote} characters.`,
  access: ['admin'],
  input: z.strictObject({ id: bookingId, text: z.string().max(longestNote * 2) }),
  output: note,
  refusals: ['not_found', 'proper_note', 'quota_reached'],
  once: 'required',
  perMinute: 60,
})

export const removeNote = defineEndpoint({
  verb: 'bookings.removeNote',
  path: 'DELETE /bookings/:id/notes/:note',
  summary: 'Takes back a note of one’s own.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId, note: noteId }),
  refusals: ['not_found', 'forbidden'],
})

export const decideClaim = defineEndpoint({
  verb: 'bookings.decideClaim',
  path: 'POST /bookings/:id/claim',
  summary:
    'Grants or refuses what a trip was measured to cost beyond its promise; rider and driver read the reason. Granted, the rider owes it: out of the wallet at once where the booking used the wallet and it has enough, else as POST /bookings/:id/claim/payment or by card. claim_decided: somebody else was faster, or it lapsed.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId, grant: z.boolean(), reason: z.string().trim().max(longestClaimReason) }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'claim_decided', 'proper_claim_reason', 'demo_mode'],
  once: 'required',
})

export const payClaim = defineEndpoint({
  verb: 'bookings.payClaim',
  path: 'POST /bookings/:id/claim/payment',
  summary: "Pays a granted claim out of the rider's wallet; by card it is paid as a booking is.",
  access: ['rider', 'admin'],
  input: z.strictObject({ id: bookingId }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'wallet_balance_low', 'demo_mode'],
  once: 'required',
})

/** An event in a booking's history, and who caused it. */
const deed = z.object({
  at: epochMs,
  by: z.enum(['rider', 'driver', 'fleetadmin', 'admin', 'system']),
  /** null for the system, and if the account was removed */
  name: z.string().nullable(),
  what: z.enum([
    'status',
    'assigned',
    'reassigned',
    'withdrawn',
    'dateChanged',
    'priceChanged',
    'claimOpened',
    'claimGranted',
    'claimRefused',
    'claimLapsed',
    'claimPaid',
    'codeLocked',
  ]),
  /** statuses, times (epoch ms as text) or decimal amounts, depending on `what`; for a claim `to` is what the rider pays */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** the driver who was asked, or who had the booking before */
  driverName: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof deed>

/** One ledger entry caused by this booking. */
const bookingEntry = z.object({
  at: epochMs,
  type: z.enum(['Credit', 'Debit', 'Withdraw']),
  account: z.enum(ledgerKinds),
  owner: userId.nullable(),
  ownerName: z.string().nullable(),
  /** negative: out of the account */
  amount: decimalAmount,
})
export type BookingEntry = z.infer<typeof bookingEntry>

export const getBookingRecord = defineEndpoint({
  verb: 'bookings.record',
  path: 'GET /bookings/:id/record',
  summary: 'Who did what to a booking, and every line of the ledger that it caused.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId }),
  output: z.object({ deeds: z.array(deed), entries: z.array(bookingEntry), legalHold: z.boolean() }),
  refusals: ['not_found'],
})

export const setBookingHold = defineEndpoint({
  verb: 'bookings.setLegalHold',
  path: 'PUT /bookings/:id/legal-hold',
  summary:
    'Puts a booking under a legal hold or ends it: meanwhile its way, chat and photos are kept however old they are, and its rider and driver cannot be erased.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId, held: z.boolean() }),
  output: z.object({ legalHold: z.boolean() }),
  refusals: ['not_found', 'demo_mode'],
})

/** The columns of an export, in order. */
export const exportColumns = [
  'id',
  'status',
  'category',
  'bookingDate',
  'tripdate',
  'customerId',
  'customerName',
  'customerContact',
  'driverId',
  'driverName',
  'driverContact',
  'vehicleNumber',
  'carTypeName',
  'pickup',
  'drop',
  'distanceM',
  'totalTripTime',
  'paymentMode',
  'currency',
  'estimate',
  'tripCost',
  'convenienceFees',
  'discountAmount',
  'payableAmount',
  'cashPaymentAmount',
  'cardPaymentAmount',
  'usedWalletMoney',
  'customerPaid',
  'driverShare',
  'tip',
  'claimState',
  'claimAmount',
  'claimConvenienceFees',
  'claimDiscount',
  'claimPaid',
  'cancelFee',
  'promoCode',
  'cancelledBy',
  'reason',
  'rating',
] as const

export const exportBookings = defineEndpoint({
  verb: 'bookings.export',
  path: 'GET /bookings/export',
  summary: `All bookings of a filter, in its order, as CSV or (at most ${mostRowsInXlsx}, else sheet_too_long) XLSX; times are the city's; amounts from tripCost to driverShare once the trip is billed, before that the estimate alone. Columns: ${exportColumns.join(', ')}.`,
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ ...bookingFilter, format: sheetFormat }),
  ...sheetExport,
})
