// The export of a person's own data: everything that is stored about them.
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

/** A trip from the reader's side; what the other side shared only for the duration of the trip is null. */
const exportedBooking = z.object({
  id: z.string(),
  as: z.enum(['customer', 'driver']),
  status: z.enum(statuses),
  bookingDate: epochMs,
  tripdate: epochMs,
  /** the customer, as stored with the booking */
  customerName: text,
  customerContact: text,
  customerEmail: text,
  /** the driver and the car, as stored with the booking */
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
  /** what the driver earned; null for the customer */
  driverShare: decimalAmount.nullable(),
  /** what the customer had to pay, and how it was paid; the driver only sees the cash part */
  discountAmount: amount,
  promoCode: text,
  payableAmount: amount,
  cashPaymentAmount: decimalAmount,
  cardPaymentAmount: amount,
  usedWalletMoney: amount,
  customerPaid: amount,
  cancelFee: amount,
  /** the part of the measured fare above the promise, and the desk's reason for its decision */
  claimState: text,
  claimAmount: decimalAmount,
  claimDiscount: amount,
  claimReason: text,
  claimPaidAt: at,
  /** separate from the fare; only the rider sees how it was paid */
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
  /** for a delivery, and only for the customer */
  parcel: z
    .object({ type: text, option: text, person: text, phone: text, ...makeRecord(parcelNoteNames, () => text) })
    .nullable(),
  /** for a delivery: the driver's photos of the parcel, at `url` */
  photos: z.array(z.object({ kind: z.string(), url: z.string(), mediaType: z.string(), bytes: z.number(), createdAt: epochMs })),
  track: z.array(z.object({ at: epochMs, lat: latitude, lng: longitude })),
})

/** Everything that is stored about one person, in the order of the file. */
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
    /** the number verified with a code */
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
    /** whether the desk added the account, and when the last invitation was sent */
    createdByAdmin: z.boolean(),
    invitedAt: at,
  }),
  /** the sign-in methods that are set up, such as credential (a password), facebook, apple */
  waysIn: z.array(z.string()),
  lastPosition: z.object({ lat: latitude, lng: longitude, at: epochMs }).nullable(),
  sessions: z.array(z.object({ createdAt: epochMs, expiresAt: epochMs, ip: text, userAgent: text })),
  /** devices that get notices, without their push tokens */
  devices: z.array(z.object({ kind: z.string(), platform: z.string(), createdAt: epochMs, lastSeen: epochMs })),
  savedPlaces: z.array(savedPlace),
  views: z.array(z.object({ table: z.string(), name: z.string(), query: z.string() })),
  files: z.array(
    z.object({ purpose: z.string(), url: z.string(), mediaType: z.string(), bytes: z.number(), createdAt: epochMs }),
  ),
  wallet: z.array(
    z.object({ amount: decimalAmount, balanceAfter: decimalAmount, currency: z.string(), txRef: z.string(), date: epochMs }),
  ),
  /** withdrawals, with the bank account used */
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
  /** card payments and attempts */
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
  /** the person's own messages in the chats of bookings */
  messages: z.array(z.object({ bookingId: z.string(), message: z.string(), at: epochMs })),
  /** when one called the desk for help, and from where */
  alerts: z.array(
    z.object({ bookingId: z.string(), at: epochMs, lat: latitude.nullable(), lng: longitude.nullable(), address: text }),
  ),
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
