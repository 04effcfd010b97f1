// What one may change of oneself, what one may take along, and going away.
import { roles } from '@wayfare/core/accounts'
import { statuses } from '@wayfare/core/booking'
import { parcelNoteNames } from '@wayfare/core/parcel'
import { makeRecord } from '@wayfare/core/records'
import { z } from 'zod'
import { me } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { done, empty, epochMs, latitude, longitude, defineId } from './values.ts'

/** What is left out stays as it is; an empty text empties a field of the vehicle or the bank. */
export const updateProfile = defineEndpoint({
  verb: 'accounts.updateProfile',
  path: 'PUT /accounts/profile',
  summary:
    "Changes one's names; e-mail and mobile where they are not locked (see `locked` of Me); a driver's vehicle, notes and bank. E-mail, mobile and bank want a recent proof of who one is.",
  access: 'signedIn',
  input: z.strictObject({
    firstName: z.string().max(80),
    lastName: z.string().max(80),
    /** a changed one counts as unverified until the link in the mail is opened */
    email: z.string().max(254).optional(),
    /** with a dial code, or of the operator's country: +46 70 174 06 05 */
    mobile: z.string().max(40).optional(),
    vehicleMake: z.string().max(60).optional(),
    vehicleModel: z.string().max(60).optional(),
    vehicleNumber: z.string().max(20).optional(),
    otherInfo: z.string().max(500).optional(),
    bankName: z.string().max(100).optional(),
    bankCode: z.string().max(60).optional(),
    bankAccount: z.string().max(60).optional(),
  }),
  output: me,
  replies: 'me',
  refusals: [
    'proper_input_name',
    'proper_email',
    'mobile_no_blank_error',
    'profile_locked',
    'user_exists',
    'prove_first',
    'vehicle_incomplete',
  ],
  perMinute: 30,
})

export const themes = ['light', 'dark', 'auto'] as const

export const updatePreferences = defineEndpoint({
  verb: 'accounts.updatePreferences',
  path: 'PUT /accounts/preferences',
  summary: 'Remembers language (a langLocale of GET /languages) and theme with the account, for every device. Null forgets one.',
  access: 'signedIn',
  input: z.strictObject({ language: z.string().max(35).nullable().optional(), theme: z.enum(themes).nullable().optional() }),
  output: me,
  replies: 'me',
  perMinute: 60,
})

const savedPlaceId = defineId('savedPlace')
const place = { name: z.string().trim().min(1).max(300), lat: latitude, lng: longitude }

export const savedPlace = z.object({
  id: savedPlaceId,
  name: z.string(),
  lat: latitude,
  lng: longitude,
  /** how often one went there */
  count: z.number().int(),
})
export type SavedPlace = z.infer<typeof savedPlace>

export const listSavedPlaces = defineEndpoint({
  verb: 'accounts.savedPlaces',
  path: 'GET /accounts/saved-places',
  summary: "One's saved places, the most used first; the search for places offers them by name.",
  access: 'signedIn',
  input: empty,
  output: z.object({ places: z.array(savedPlace) }),
})

export const addSavedPlace = defineEndpoint({
  verb: 'accounts.addSavedPlace',
  path: 'POST /accounts/saved-places',
  summary: 'Saves a place under a name; at most 100.',
  access: 'signedIn',
  input: z.strictObject(place),
  output: savedPlace,
  refusals: ['quota_reached'],
})

export const changeSavedPlace = defineEndpoint({
  verb: 'accounts.changeSavedPlace',
  path: 'PUT /accounts/saved-places/:id',
  summary: "Names or moves one of one's saved places.",
  access: 'signedIn',
  input: z.strictObject({ id: savedPlaceId, ...place }),
  output: savedPlace,
  refusals: ['not_found'],
})

export const removeSavedPlace = defineEndpoint({
  verb: 'accounts.removeSavedPlace',
  path: 'DELETE /accounts/saved-places/:id',
  summary: "Forgets one of one's saved places.",
  access: 'signedIn',
  input: z.strictObject({ id: savedPlaceId }),
  output: done,
  refusals: ['not_found'],
})

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

/** Everything that is kept about one person, in the order of the file. @internal */
export const exportedData = z.object({
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
  input: empty,
  output: exportedData,
  download: { types: ['application/json'] },
  refusals: ['prove_first'],
  perMinute: 3,
})

export const deleteMe = defineEndpoint({
  verb: 'accounts.deleteMe',
  path: 'POST /accounts/delete',
  summary:
    'Deletes the own account for good: names, contact, files, places, sessions. Trips and postings stay under a bare id. Refused while a trip or a debt is open, and with money in the wallet unless one gives it up.',
  access: 'signedIn',
  /** forfeit: the money in the wallet is given up */
  input: z.strictObject({ forfeit: z.boolean().default(false) }),
  output: done,
  refusals: [
    'prove_first',
    'legal_hold',
    'conflict',
    'withdraw_open',
    'balance_not_zero',
    'demo_mode',
    'last_admin',
    'fleet_not_empty',
  ],
  perMinute: 5,
})
