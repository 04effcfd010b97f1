// The desk assigns a waiting booking to a driver, or withdraws that offer.
import { z } from 'zod'
import { bookingView } from './bookings.ts'
import { defineEndpoint } from './endpoint.ts'
import { bookingId, userId } from './values.ts'

/** A free driver who could take a waiting booking. */
const candidate = z.object({
  driver: userId,
  name: z.string(),
  vehicleNumber: z.string().nullable(),
  rating: z.number(),
  distanceM: z.number(),
  /** driving time to the pickup (s); null if no route is known */
  etaS: z.number().nullable(),
  /** the driver's earlier offer for this booking and its outcome; withdrawn: he had the booking, and the desk took it from him */
  state: z.enum(['asked', 'declined', 'accepted', 'closed', 'withdrawn']).nullable(),
})
export type Candidate = z.infer<typeof candidate>

export const listCandidates = defineEndpoint({
  verb: 'dispatch.candidates',
  path: 'GET /bookings/:id/candidates',
  summary: 'Free drivers of the booking’s car type within the radius, the one who is there first at the top.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId }),
  output: z.object({ candidates: z.array(candidate) }),
  refusals: ['not_found', 'wrong_step'],
})

export const assignDriver = defineEndpoint({
  verb: 'dispatch.assign',
  path: 'POST /bookings/:id/assign',
  summary: 'The desk asks one driver for a NEW booking, while automatic dispatch is off; he still accepts or declines.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId, driver: userId }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step', 'driver_not_ready', 'driver_in_debt'],
  once: 'required',
})

export const assignNearest = defineEndpoint({
  verb: 'dispatch.assignNearest',
  path: 'POST /bookings/:id/assign-nearest',
  summary:
    'The desk asks whoever is soonest at the pickup of those who were not asked yet, while automatic dispatch is off; he still accepts or declines. nobody_to_assign: there is none.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId }),
  /** the driver asked; etaS is null if his driving time is unknown */
  output: z.object({ driver: userId, driverName: z.string(), etaS: z.number().nullable() }),
  refusals: ['not_found', 'wrong_step', 'nobody_to_assign', 'driver_not_ready', 'driver_in_debt'],
  once: 'required',
})

export const withdrawOffer = defineEndpoint({
  verb: 'dispatch.withdraw',
  path: 'POST /bookings/:id/withdraw',
  summary:
    'Takes back what the desk asked of a driver, while automatic dispatch is off: he is not asked any more. Where he has accepted meanwhile and the trip has not begun the booking is taken from him, as /reassign does.',
  access: ['admin'],
  input: z.strictObject({ id: bookingId, driver: userId }),
  output: bookingView,
  replies: 'booking',
  refusals: ['not_found', 'wrong_step'],
  once: 'required',
})
