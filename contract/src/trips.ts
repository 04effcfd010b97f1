// The driver's side of a trip: going online, positions, and the steps of the trip.
import { mostOtpTries, statuses } from '@wayfare/core/booking'
import { z } from 'zod'
import { me } from './accounts.ts'
import { bookingView } from './bookings.ts'
import { defineEndpoint } from './endpoint.ts'
import { position, routeStep } from './places.ts'
import { bookingId, epochMs, latitude, latLng, longitude, userId } from './values.ts'

/** An id that a driver's device chooses for itself; only the one that last went online shares its position. */
const device = z.string().regex(/^[A-Za-z0-9_-]{4,60}$/)

export const goOnline = defineEndpoint({
  verb: 'trips.goOnline',
  path: 'PUT /driver/online',
  summary: 'Switches a driver on or off; going online makes this device the one that shares the position.',
  access: ['driver'],
  input: z.strictObject({ online: z.boolean(), device, location: latLng.optional() }),
  output: me,
  replies: 'me',
  refusals: ['require_approval', 'account_blocked'],
})

/** One position; `seq` increases on the device and is never reused, `at` is by the device's clock. */
export const fix = z.strictObject({
  seq: z.number().int().min(0),
  at: epochMs,
  lat: latitude,
  lng: longitude,
  heading: z.number().min(0).max(360).nullable().optional(),
  speed: z.number().min(0).max(200).nullable().optional(),
  accuracy: z.number().min(0).max(100_000).nullable().optional(),
})
export type Fix = z.infer<typeof fix>

export const positionBatch = z.strictObject({
  device,
  /** the device's clock when sending, by which the server corrects the times of the fixes */
  sentAt: epochMs,
  fixes: z.array(fix).min(1).max(200),
})

/** Everything up to `seq` is saved and need not be sent again; `refused` counts implausible points. */
export const positionsTaken = z.object({ seq: z.number().int(), taken: z.number().int(), refused: z.number().int() })

export const sendPositions = defineEndpoint({
  verb: 'trips.positions',
  path: 'POST /driver/positions',
  summary: 'The same batch a socket sends, for clients without one. Points already taken are counted once.',
  access: ['driver'],
  input: positionBatch,
  output: positionsTaken,
  refusals: ['other_device'],
  perMinute: 120,
})

const trip = z.strictObject({ id: bookingId })

/** `at`: when it happened; trusted between the previous step and now if the device sent no position since and so was offline. */
const step = z.strictObject({ id: bookingId, at: epochMs.optional() })

export const arriveAtPickup = defineEndpoint({
  verb: 'trips.arrive',
  path: 'POST /bookings/:id/arrive',
  summary: 'The driver is at the pickup.',
  access: ['driver'],
  input: step,
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step'],
})

export const startTrip = defineEndpoint({
  verb: 'trips.start',
  path: 'POST /bookings/:id/start',
  summary: `The rider is in the car; the rider's code is asked when the booking has one. After ${mostOtpTries} wrong codes the desk alone starts it.`,
  access: ['driver'],
  input: z.strictObject({ id: bookingId, otp: z.string().max(10).nullable().default(null), at: epochMs.optional() }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'wrong_otp', 'otp_tries_used', 'photo_missing'],
  perMinute: 30,
})

export const startForDriver = defineEndpoint({
  verb: 'trips.startForDriver',
  path: 'POST /bookings/:id/start-for-driver',
  summary:
    'The desk starts the trip of a booking whose code was wrong too often, once it knows that rider and driver are together.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'photo_missing'],
  once: 'required',
})

export const reachDrop = defineEndpoint({
  verb: 'trips.reach',
  path: 'POST /bookings/:id/reach',
  summary: 'The trip is over: distance and fare are computed from what was driven.',
  access: ['driver'],
  input: step,
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'photo_missing', 'place_to_coords_error'],
})

export const collectCash = defineEndpoint({
  verb: 'trips.collectCash',
  path: 'POST /bookings/:id/collect-cash',
  summary: 'The driver has taken the cash: the trip is paid and settled in the ledger.',
  access: ['driver'],
  input: step,
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step'],
})

/** The driver's next manoeuvre, and the metres of road to it. */
export const nextStep = routeStep.pick({ manoeuvre: true, street: true, exit: true, text: true }).extend({ metres: z.number() })

/**
 * What lies ahead of a driver who is on his way: metres of road, whether he counts as arrived, the way itself (an encoded
 * polyline from the car's place on the road), and the next manoeuvre, if the map engine provides them. Null if unknown.
 */
export const ahead = z.object({ metres: z.number(), isThere: z.boolean(), way: z.string(), next: nextStep.nullable() }).nullable()

const trackPoint = z.object({ lat: latitude, lng: longitude, at: epochMs, status: z.enum(statuses) })

export const getTracking = defineEndpoint({
  verb: 'trips.tracking',
  path: 'GET /bookings/:id/tracking',
  summary: "The driver's last position, the points of the trip so far, and what lies ahead.",
  access: 'signedIn',
  input: trip,
  output: z.object({ last: position.nullable(), points: z.array(trackPoint), etaS: z.number().nullable(), ahead }),
  refusals: ['not_found', 'location_fetch_error'],
})

/** The age up to which a panic alert that was held up by the network is still accepted. */
const mostAgoMs = 24 * 3_600_000

export const raisePanic = defineEndpoint({
  verb: 'trips.raisePanic',
  path: 'POST /bookings/:id/panic',
  summary:
    'The driver or the rider of a taxi trip is in need: admins and the fleet admin are alerted at once, until one of them answers. `location`: where the one who calls is, else where the car was last. `agoMs`: how long ago help was called for, where the network kept the alert: it is heard also when the trip has ended or gone to another driver since.',
  access: ['driver', 'rider'],
  input: z.strictObject({ id: bookingId, location: latLng.optional(), agoMs: z.number().int().min(0).max(mostAgoMs).optional() }),
  refusals: ['not_found', 'wrong_step', 'forbidden'],
})

const panic = z.object({
  id: z.string(),
  bookingId,
  raisedBy: z.enum(['driver', 'rider']),
  at: epochMs,
  /** where the person who raised it was; null if unknown */
  place: latLng.nullable(),
  address: z.string().nullable(),
  driver: userId,
  driverName: z.string(),
  driverContact: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  customerName: z.string(),
  customerContact: z.string().nullable(),
})
export type Panic = z.infer<typeof panic>

export const listPanics = defineEndpoint({
  verb: 'trips.panics',
  path: 'GET /panics',
  summary:
    'Drivers and riders in need whom the desk has not answered yet, the latest first: all for an admin, those of the fleet’s drivers for a fleet admin.',
  access: ['admin', 'fleetadmin'],
  output: z.object({ panics: z.array(panic) }),
})

export const answerPanic = defineEndpoint({
  verb: 'trips.answerPanic',
  path: 'POST /panics/:id/answer',
  summary: 'The desk takes care of it: the alert ends for everyone.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: z.string().max(40) }),
  refusals: ['not_found'],
})
