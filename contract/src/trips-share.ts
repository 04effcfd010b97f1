// Shared trips: a link by which people without an account can follow a trip while it lasts.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { position } from './places.ts'
import { bookingId } from './values.ts'

/** Most links per trip, and how many of them we send by mail or SMS for the rider. */
export const mostShares = 20
export const mostSharesSent = 5

/** Looking for a driver (again), on the way to the rider, at the pickup, or on the way with the rider. */
const sharedPhases = ['looking', 'coming', 'waiting', 'driving'] as const

/** Everything that a link shows. */
export const sharedTrip = z.object({
  id: bookingId,
  phase: z.enum(sharedPhases),
  /** null while there is no driver */
  car: z
    .object({
      driverFirstName: z.string(),
      typeName: z.string(),
      make: z.string().nullable(),
      model: z.string().nullable(),
      plate: z.string().nullable(),
    })
    .nullable(),
  /** the car's last position, and the seconds to where it is heading; null if unknown */
  last: position.nullable(),
  etaS: z.number().nullable(),
})
export type SharedTrip = z.infer<typeof sharedTrip>

const trip = z.strictObject({ id: bookingId })
const refusals = ['not_found', 'wrong_step', 'share_too_often'] as const

export const shareTrip = defineEndpoint({
  verb: 'trips.share',
  path: 'POST /bookings/:id/shares',
  summary: `Makes a link to a trip of one's own while a driver is on it. Only whoever has the link can follow the trip; it is told this once. A trip has up to ${mostShares} links.`,
  access: ['rider'],
  input: trip,
  /** a path on our own site */
  output: z.object({ link: z.string() }),
  refusals,
  perMinute: 20,
})

export const sendShare = defineEndpoint({
  verb: 'trips.sendShare',
  path: 'POST /bookings/:id/shares/send',
  summary: `Makes a link and sends it to an e-mail address or a phone number with its country's dial code; up to ${mostSharesSent} for a trip.`,
  access: ['rider'],
  input: z.strictObject({ id: bookingId, to: z.string().trim().min(1).max(254) }),
  output: z.object({ by: z.enum(['mail', 'sms']) }),
  refusals: [...refusals, 'share_contact', 'share_no_mail', 'share_no_sms'],
  perMinute: 10,
})

export const countShares = defineEndpoint({
  verb: 'trips.shares',
  path: 'GET /bookings/:id/shares',
  summary: "How many links lead to a trip of one's own now.",
  access: ['rider'],
  input: trip,
  output: z.object({ links: z.number().int() }),
  refusals: ['not_found'],
})

export const stopSharing = defineEndpoint({
  verb: 'trips.stopSharing',
  path: 'DELETE /bookings/:id/shares',
  summary: 'Takes back all links to a trip: whoever follows it sees no more of it.',
  access: ['rider'],
  input: trip,
  refusals: ['not_found'],
})

export const shareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

export const getSharedTrip = defineEndpoint({
  verb: 'trips.shared',
  path: 'POST /shared-trip',
  summary:
    'The trip behind a link, for whoever has it: the token is in the body, so that no log has it. With the token the topic shared:ID tells how it goes on. Refuses with share_ended once the trip is over or the link was taken back.',
  access: 'public',
  input: z.strictObject({ token: z.string().max(100) }),
  output: sharedTrip,
  refusals: ['share_ended'],
  perMinute: 60,
})
