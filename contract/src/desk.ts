// What the desk looks at all day: what needs somebody, a driver on the map, and the search over everything.
import { alertKinds } from '@wayfare/core/alerts'
import { roles } from '@wayfare/core/accounts'
import { statuses } from '@wayfare/core/booking'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { promoId } from './promos.ts'
import { bookingId, carTypeId, epochMs, stop, userId } from './values.ts'

/** Why nobody came: not_asked is nobody's answer yet. */
export const noTakerReasons = ['all_declined', 'nobody_near', 'no_answer', 'not_asked'] as const

/** Something that needs the desk. While critical edits are locked, the contacts are null. */
const deskAlert = z.object({
  kind: z.enum(alertKinds),
  bookingId,
  status: z.enum(statuses),
  /** when drivers were to be asked, when the pickup was to be, when the driver was heard of last or arrived, or when the claim came up */
  since: epochMs,
  /** of noTaker */
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

/** An answer holds no more alerts than this. */
export const mostAlerts = 100

export const listAlerts = defineEndpoint({
  verb: 'desk.alerts',
  path: 'GET /alerts',
  summary:
    'Bookings that need somebody: whose code was wrong too often, without a taker, with a driver who is not heard of, not picked up in time, or with a claim beyond the promised fare that waits for an answer; the most urgent first, and of these the oldest. All for an admin, those of the own drivers for a fleet admin. Drivers in need are in /panics.',
  access: ['admin', 'fleetadmin'],
  output: z.object({ alerts: z.array(deskAlert) }),
})

/** A driver as the map's card shows him. */
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
  /** null: nobody has rated him yet */
  rating: z.number().nullable(),
  approved: z.boolean(),
  /** kept out by the desk; one who is neither approved nor blocked waits */
  blocked: z.boolean(),
  queue: z.boolean(),
  driverActiveStatus: z.boolean(),
  seenAt: epochMs.nullable(),
  /** what he is doing now */
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

/** An answer holds no more of a kind than this. */
export const mostFound = 5

const found = z.object({
  /** `detail`: e-mail, phone or plate, whichever this reader may see and was looked for */
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
