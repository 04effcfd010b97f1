// What one may take along: everything that is kept about oneself.
import { roles } from '@wayfare/core/accounts'
import { statuses } from '@wayfare/core/booking'
import { parcelNoteNames } from '@wayfare/core/parcel'
import { makeRecord } from '@wayfare/core/records'
import { z } from 'zod'
import { savedPlace } from './accounts-places.ts'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { epochMs, latitude, longitude } from './values.ts'

const at = epochMs.nullable()
const text = z.string().nullable()
const amount = decimalAmount.nullable()
const exportedStop = z.object({ lat: latitude, lng: longitude, add: z.string() })

/** A trip as the one who asks took part in it; nothing of the other side that was only lent for the trip: that is null. */
const exportedBooking = z.object({
  id: z.string(),
  as: z.enum(['customer', 'driver']),
  status: z.enum(statuses),
  bookingDate: epochMs,
  tripdate: epochMs,
  /** the customer, as the booking has kept them */
  customerName: text,
  customerContact: text,
  customerEmail: text,
  /** the driver and the car, as the booking has kept them */
  driverName: text,
  driverContact: text,
  driverRating: z.number().nullable(),
  vehicleNumber: text,
  vehicleMake: text,
  vehicleModel: text,
  carTypeName: z.string(),
  pickup: exportedStop,
  drop: exportedStop,
  currency: z.string(),
  estimate: decimalAmount,
  tripCost: decimalAmount,
  /** what the driver earned, null to the customer */
  driverShare: decimalAmount.nullable(),
  /** what the customer had to pay, and how it was paid; of it the driver reads the cash */
  discountAmount: amount,
  promoCode: text,
  payableAmount: amount,
  cashPaymentAmount: decimalAmount,
  cardPaymentAmount: amount,
  usedWalletMoney: amount,
  customerPaid: amount,
  cancelFee: amount,
  /** what was measured beyond the promise, and what the desk wrote about it */
  claimState: text,
  claimAmount: decimalAmount,
  claimDiscount: amount,
  claimReason: text,
  claimPaidAt: at,
  /** beside the fare; how it was paid the rider alone reads */
  tip: decimalAmount,
  tippedAt: at,
  tipPaidBy: text,
  paymentMode: z.string(),
  distance: z.number(),
  acceptedAt: at,
  driverArriveTime: at,
  tripStartTime: at,
  tripEndTime: at,
  paidAt: at,
  cancelledAt: at,
  cancelledBy: text,
  reason: text,
  rating: z.number().nullable(),
  review: text,
  /** of a delivery, to the customer */
  parcel: z
    .object({ type: text, option: text, person: text, phone: text, ...makeRecord(parcelNoteNames, () => text) })
    .nullable(),
  /** of a delivery: the driver's photos of the parcel, to be opened where `url` says */
  photos: z.array(z.object({ kind: z.string(), url: z.string(), mediaType: z.string(), bytes: z.number(), createdAt: epochMs })),
  track: z.array(z.object({ at: epochMs, lat: latitude, lng: longitude })),
})

/** Everything that is kept about one person, in the order of the file. */
const exportedData = z.object({
  exportedAt: epochMs,
  profile: z.object({
    id: z.string(),
    userType: z.enum(roles),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    mobile: text,
    /** the number that a code proved */
    provenMobile: text,
    loginType: z.string(),
    approved: z.boolean(),
    referralId: text,
    signupViaReferral: text,
    language: text,
    theme: text,
    ratingSum: z.number(),
    ratingCount: z.number(),
    vehicleNumber: text,
    vehicleMake: text,
    vehicleModel: text,
    carType: text,
    otherInfo: text,
    fleetAdmin: text,
    bankName: text,
    bankCode: text,
    bankAccount: text,
    secondFactor: z.boolean(),
    createdAt: epochMs,
    /** the desk added the account, and when it sent the newest invitation */
    createdByAdmin: z.boolean(),
    invitedAt: at,
  }),
  /** the ways in that are set up, such as credential (a password), facebook, apple */
  waysIn: z.array(z.string()),
  lastPosition: z.object({ lat: latitude, lng: longitude, at: epochMs }).nullable(),
  sessions: z.array(z.object({ createdAt: epochMs, expiresAt: epochMs, ip: text, userAgent: text })),
  /** where notices go, without what they are reached by */
  devices: z.array(z.object({ kind: z.string(), platform: z.string(), createdAt: epochMs, lastSeen: epochMs })),
  savedPlaces: z.array(savedPlace),
  views: z.array(z.object({ table: z.string(), name: z.string(), query: z.string() })),
  files: z.array(
    z.object({ purpose: z.string(), url: z.string(), mediaType: z.string(), bytes: z.number(), createdAt: epochMs }),
  ),
  wallet: z.array(
    z.object({ amount: decimalAmount, balanceAfter: decimalAmount, currency: z.string(), txRef: z.string(), date: epochMs }),
  ),
  /** what one asked to have paid out, and where to */
  withdraws: z.array(
    z.object({
      id: z.string(),
      amount: decimalAmount,
      currency: z.string(),
      date: epochMs,
      processDate: at,
      bankName: text,
      bankCode: text,
      bankAccount: text,
    }),
  ),
  /** what one paid by card, or tried to */
  payments: z.array(
    z.object({
      id: z.string(),
      bookingId: z.string().nullable(),
      provider: z.string(),
      amount: decimalAmount,
      refunded: decimalAmount,
      currency: z.string(),
      status: z.string(),
      date: epochMs,
    }),
  ),
  bookings: z.array(exportedBooking),
  /** what one wrote oneself in the chats of bookings */
  messages: z.array(z.object({ bookingId: z.string(), message: z.string(), at: epochMs })),
})
export type ExportedData = z.infer<typeof exportedData>
export type ExportedBooking = z.infer<typeof exportedBooking>

export const exportMyData = defineEndpoint({
  verb: 'accounts.export',
  path: 'GET /accounts/export',
  summary: 'Everything that is kept about oneself, as a file to take along. Wants a recent proof of who one is.',
  access: 'signedIn',
  output: exportedData,
  download: { types: ['application/json'] },
  refusals: ['prove_first'],
  perMinute: 3,
})
