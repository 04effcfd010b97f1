// The desk: alerts, the state of one driver on the map, and the search across everything.
import { alertKinds } from '@wayfare/core/alerts'
import { roles } from '@wayfare/core/accounts'
import { statuses } from '@wayfare/core/booking'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { promoId } from './promos.ts'
import { bookingId, carTypeId, epochMs, stop, userId } from './values.ts'

/** Why there is no taker; not_asked: nobody has been asked yet. */
export const noTakerReasons = ['all_declined', 'nobody_near', 'no_answer', 'not_asked'] as const

/** Something that needs the desk. Contacts are null while critical edits are locked. */
const deskAlert = z.object({
  kind: z.enum(alertKinds),
  bookingId,
  status: z.enum(statuses),
  /** when drivers were to be asked, the pickup was due, the driver was last heard from or arrived, or the claim was raised */
  since: epochMs,
  /** for noTaker */
  reason: z.enum(noTakerReasons).nullable(),
  pickup: stop,
  customerName: z.string(),
  customerContact: z.string().nullable(),
  driver: userId.nullable(),
  driverName: z.string().nullable(),
  driverContact: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
})
export type DeskAlert = z.infer<typeof deskAlert>

/** Most alerts in a response. */
export const mostAlerts = 100

export const listAlerts = defineEndpoint({
  verb: 'desk.alerts',
  path: 'GET /alerts',
  summary:
    'Bookings that need somebody: whose code was wrong too often, without a taker, with a driver who is not heard of, not picked up in time, or with a claim beyond the promised fare that waits for an answer; the most urgent first, and of these the oldest. All for an admin, those of the own drivers for a fleet admin. Drivers in need are in /panics.',
  access: ['admin', 'fleetadmin'],
  output: z.object({ alerts: z.array(deskAlert) }),
})

/** A driver, for the card on the map. */
const driverNow = z.object({
  id: userId,
  name: z.string(),
  profileImage: z.string().nullable(),
  /** null while critical edits are locked */
  mobile: z.string().nullable(),
  contactHidden: z.boolean(),
  carType: carTypeId.nullable(),
  carTypeName: z.string().nullable(),
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  /** null: not rated yet */
  rating: z.number().nullable(),
  approved: z.boolean(),
  /** blocked by the desk; a driver who is neither approved nor blocked awaits approval */
  blocked: z.boolean(),
  queue: z.boolean(),
  driverActiveStatus: z.boolean(),
  seenAt: epochMs.nullable(),
  /** his current booking */
  booking: z.object({ id: bookingId, status: z.enum(statuses), customerName: z.string(), pickup: stop, drop: stop }).nullable(),
})
export type DriverState = z.infer<typeof driverNow>

export const getDriverNow = defineEndpoint({
  verb: 'desk.driver',
  path: 'GET /drivers/:id/now',
  summary: 'One driver with his car, his state and what he is doing: any for an admin, the own ones for a fleet admin.',
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: userId }),
  output: driverNow,
  refusals: ['not_found'],
})

/** Most results of each kind in a response. */
export const mostFound = 5

const found = z.object({
  /** `detail`: the e-mail, phone or plate that matched, if this reader may see it */
  people: z.array(z.object({ id: userId, userType: z.enum(roles), name: z.string(), detail: z.string().nullable() })),
  bookings: z.array(
    z.object({
      id: bookingId,
      status: z.enum(statuses),
      customerName: z.string(),
      tripdate: epochMs,
      pickup: stop,
      drop: stop,
    }),
  ),
  promos: z.array(z.object({ id: promoId, name: z.string(), description: z.string() })),
  carTypes: z.array(z.object({ id: carTypeId, name: z.string() })),
})
export type DeskMatch = z.infer<typeof found>

export const search = defineEndpoint({
  verb: 'desk.search',
  path: 'GET /search',
  summary: `Up to ${mostFound} each: people by name, plate, e-mail or digits of the phone, bookings by id, names, addresses or plate, promos and car types by name. A fleet admin finds the own drivers and their bookings. Hidden contacts are not searched.`,
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ text: z.string().trim().min(2).max(100) }),
  output: found,
  perMinute: 240,
})
