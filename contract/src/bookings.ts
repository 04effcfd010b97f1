// Estimates and bookings. Field names are the specification's in camelCase; amounts are decimals, times epoch ms.
import { statuses } from '@wayfare/core/booking'
import { parcelNoteNames, parcelNotes } from '@wayfare/core/parcel'
import { makeRecord } from '@wayfare/core/records'
import { paymentModes } from '@wayfare/core/settlement'
import { z } from 'zod'
import { distanceFields } from './bookings-distance.ts'
import { bookingFilter } from './bookings-filter.ts'
import { bookingRights } from './bookings-rights.ts'
import { defineEndpoint } from './endpoint.ts'
import { fareClaim } from './fare-claim.ts'
import { cancelSlab, fareLines } from './fare.ts'
import { decimalAmount, priceAmount } from './money.ts'
import { bookingId, carTypeId, epochMs, stop, userId, pageOf } from './values.ts'

const promoRefusals = ['promo_unknown', 'promo_expired', 'promo_used_up', 'promo_used_by_you', 'promo_min_order'] as const

export const quoteBooking = defineEndpoint({
  verb: 'bookings.quote',
  path: 'POST /bookings/quotes',
  summary: 'A signed estimate: route, fare lines and the time until which it holds; an admin may name the rider.',
  access: 'public',
  input: z.strictObject({
    pickup: stop,
    drop: stop,
    carType: carTypeId,
    /** descriptions from the car type's lists; by default the first one */
    parcelType: z.string().max(100).optional(),
    option: z.string().max(100).optional(),
    promo: z.string().max(40).optional(),
    customer: userId.optional(),
    /** Book Later: the pickup time */
    tripDate: epochMs.optional(),
  }),
  output: z.object({
    /** opaque and signed; send it back to book at this estimate */
    quote: z.string(),
    estimateFare: decimalAmount,
    lines: fareLines,
    distanceM: z.number(),
    durationS: z.number(),
    polyline: z.string(),
    expiresAt: epochMs,
    pickup: stop,
    drop: stop,
    carType: carTypeId,
    category: z.enum(['taxi', 'delivery']),
    parcelType: z.string().nullable(),
    option: z.string().nullable(),
    tripDate: epochMs.nullable(),
    /** the requested code: `problem` is the key of why it does not apply, or null */
    promo: z.object({ code: z.string(), problem: z.string().nullable() }).nullable(),
    discountAmount: decimalAmount,
    /** the estimate less the discount */
    payableAmount: decimalAmount,
    cancelSlabs: z.array(cancelSlab),
  }),
  refusals: [
    'select_proper',
    'same_place',
    'past_booking_error',
    'far_booking_error',
    'place_mismatch',
    'taxi_has_no_parcels',
    'place_to_coords_error',
    'no_route_found',
    'out_of_area',
    'not_ready',
  ],
  perMinute: 60,
})

/** One shape for all readers; fields that a reader may not see are null. */
export const bookingView = z.object({
  id: bookingId,
  /** increases by one with every change; clients keep the highest one seen */
  version: z.number().int(),
  status: z.enum(statuses),
  category: z.enum(['taxi', 'delivery']),
  bookLater: z.boolean(),
  bookingDate: epochMs,
  tripdate: epochMs,
  carType: carTypeId,
  carTypeName: z.string(),
  carImage: z.string(),
  customer: userId,
  customerName: z.string(),
  customerContact: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerImage: z.string().nullable(),
  pickup: stop,
  drop: stop,
  /** the estimate at the time of booking */
  estimate: decimalAmount,
  estimateDistance: z.number(),
  estimateTime: z.number(),
  /** the destination and fare lines of the estimate; the booking's own ones change when the trip is over */
  promised: z.object({ drop: stop, lines: fareLines }).nullable(),
  /** encoded polyline (precision 5): the estimated route, from REACHED on the driven one */
  coords: z.string(),
  lines: fareLines,
  ...distanceFields,
  tripCost: decimalAmount,
  convenienceFees: decimalAmount,
  driverShare: decimalAmount,
  discountAmount: decimalAmount,
  payableAmount: decimalAmount,
  cashPaymentAmount: decimalAmount,
  cardPaymentAmount: decimalAmount,
  usedWalletMoney: decimalAmount,
  customerPaid: decimalAmount,
  /** separate from the fare, all of it for the driver */
  tip: decimalAmount,
  paymentMode: z.enum(paymentModes),
  prepaid: z.boolean(),
  /** the payment provider used */
  gateway: z.string().nullable(),
  /** null if the trip did not cost more than the promise plus the allowed share */
  claim: fareClaim.nullable(),
  /** wallet money of the rider set aside for this booking */
  walletHold: decimalAmount,
  promoCode: z.string().nullable(),
  cancelSlabs: z.array(cancelSlab),
  /** the cancellation fee paid by the rider */
  cancelFee: decimalAmount,
  /** when drivers are first asked */
  releaseAt: epochMs,
  /** when an unpaid booking is cancelled */
  payBy: epochMs.nullable(),
  parcelType: z.string().nullable(),
  option: z.string().nullable(),
  /** the recipient of the parcel; the driver sees it while the booking is his and active */
  deliveryPerson: z.string().nullable(),
  deliveryPersonPhone: z.string().nullable(),
  ...makeRecord(parcelNoteNames, () => z.string().nullable()),
  /** URLs of the driver's photos of the parcel, for those who may see the booking; null if not taken */
  pickupImage: z.string().nullable(),
  deliverImage: z.string().nullable(),
  /** five digits that the rider reads out to the driver; null for everyone else */
  otp: z.string().nullable(),
  /** true if the driver must ask for the code */
  otpSecure: z.boolean(),
  /** the code was wrong too often: only the desk can start the trip */
  otpLocked: z.boolean(),
  driver: userId.nullable(),
  driverName: z.string().nullable(),
  driverImage: z.string().nullable(),
  driverContact: z.string().nullable(),
  driverRating: z.number().nullable(),
  vehicleNumber: z.string().nullable(),
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  fleetAdmin: userId.nullable(),
  /** how many drivers are being asked; only an admin sees which */
  requestedCount: z.number().int(),
  requestedDrivers: z.array(userId).nullable(),
  /** set if all asked drivers declined or none was near: the booking waits for drivers who come online */
  noTaker: z.enum(['all_declined', 'nobody_near', 'no_answer']).nullable(),
  acceptedAt: epochMs.nullable(),
  driverArriveTime: epochMs.nullable(),
  tripStartTime: epochMs.nullable(),
  tripEndTime: epochMs.nullable(),
  paidAt: epochMs.nullable(),
  /** whole seconds from start to end */
  totalTripTime: z.number().nullable(),
  reason: z.string().nullable(),
  cancelledBy: z.enum(['rider', 'driver', 'fleetadmin', 'admin', 'system']).nullable(),
  rating: z.number().nullable(),
  review: z.string().nullable(),
  /** what this reader may do now, by the server's rules */
  may: bookingRights,
})
export type BookingView = z.infer<typeof bookingView>

export const createBooking = defineEndpoint({
  verb: 'bookings.create',
  path: 'POST /bookings',
  summary: 'Books at a signed estimate, now or for later; paid in cash, from the wallet, by card, or in parts.',
  access: 'public',
  input: z.strictObject({
    quote: z.string().max(60_000),
    /** the estimate the rider agreed to; refused if it differs from the quote's */
    estimateFare: decimalAmount,
    paymentMode: z.enum(paymentModes).default('cash'),
    /** the rider for whom the desk books; nobody else may set it */
    customer: userId.optional(),
    /** the wallet pays as much as it can, the mode pays the rest */
    useWallet: z.boolean().default(false),
    deliveryPerson: z.string().trim().max(100).default(''),
    deliveryPersonPhone: z.string().trim().max(40).default(''),
    ...makeRecord(parcelNoteNames, (note) => z.string().trim().max(parcelNotes[note].longest).default('')),
  }),
  output: bookingView,
  replies: 'booking',
  refusals: [
    'must_login',
    'user_issue_contact_admin',
    'select_proper',
    'fare_changed',
    'quote_expired',
    'quote_used',
    'no_driver_found_alert_messege',
    'past_booking_error',
    'far_booking_error',
    'deliveryDetailMissing',
    'wallet_balance_low',
    ...promoRefusals,
  ],
  once: 'required',
  perMinute: 20,
})

export const listBookings = defineEndpoint({
  verb: 'bookings.list',
  path: 'GET /bookings',
  summary: "Bookings, newest first unless sorted: a rider's own, a driver's own, a fleet's, or all for an admin.",
  access: 'signedIn',
  input: z.strictObject({
    ...bookingFilter,
    /** counts them, with the first page */
    withCount: z.enum(['true', 'false']).default('false'),
    ...pageOf(25),
  }),
  output: z.object({
    bookings: z.array(bookingView),
    nextCursor: z.string().nullable(),
    /** null if not requested */
    count: z.number().int().nullable(),
  }),
})

export const getBooking = defineEndpoint({
  verb: 'bookings.get',
  path: 'GET /bookings/:id',
  summary: 'One booking.',
  access: 'signedIn',
  input: z.strictObject({ id: bookingId }),
  output: bookingView,
  refusals: ['not_found'],
})

const bookingStep = z.object({
  from: z.enum(statuses).nullable(),
  to: z.enum(statuses),
  by: z.enum(['rider', 'driver', 'fleetadmin', 'admin', 'system']),
  at: epochMs,
  /** for the desk: a step that the device reported late; if the time it gives is not trusted, `at` is the time of the report */
  late: z.object({ said: epochMs, told: epochMs, isBelieved: z.boolean() }).nullable(),
  /** for the desk: metres from the pickup when the driver reported his arrival; null if he was near */
  awayM: z.number().int().nullable(),
})

export const listBookingSteps = defineEndpoint({
  verb: 'bookings.steps',
  path: 'GET /bookings/:id/steps',
  summary: 'The statuses a booking has been through.',
  access: 'signedIn',
  input: z.strictObject({ id: bookingId }),
  output: z.object({ steps: z.array(bookingStep) }),
  refusals: ['not_found'],
})

export const cancelBooking = defineEndpoint({
  verb: 'bookings.cancel',
  path: 'POST /bookings/:id/cancel',
  summary: 'Cancels with one of the cancellation reasons (its label): rider from NEW or ACCEPTED, admin from ARRIVED too.',
  access: ['rider', 'admin'],
  // `fee`: the cancellation fee the reader was shown; if it is higher by now, nothing is cancelled
  input: z.strictObject({ id: bookingId, reason: z.string().trim().min(1).max(200), fee: priceAmount.optional() }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'demo_mode', 'reason_unknown', 'cancel_costs_more'],
  once: 'required',
})

export const changeTripDate = defineEndpoint({
  verb: 'bookings.changeTripDate',
  path: 'PUT /bookings/:id/trip-date',
  summary: 'Moves a booking for later to another time, until drivers are asked.',
  access: ['rider', 'admin'],
  input: z.strictObject({ id: bookingId, tripDate: epochMs }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'past_booking_error', 'far_booking_error', 'promo_expired'],
})

export const rateBooking = defineEndpoint({
  verb: 'bookings.rate',
  path: 'POST /bookings/:id/rating',
  summary: 'Rates the driver of a paid trip, once; the booking is then complete.',
  access: ['rider'],
  input: z.strictObject({
    id: bookingId,
    stars: z.number().int().min(1).max(5),
    review: z.string().trim().max(1000).default(''),
  }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'already_rated'],
})
