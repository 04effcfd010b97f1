// Riders at the desk: looking one up before booking for them, and adding an unknown caller.
import { statuses } from '@wayfare/core/booking'
import { longestFields } from '@wayfare/core/people'
import { placeMarks } from '@wayfare/core/place-words'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, carTypeId, epochMs, stop, userId } from './values.ts'

/** A rider found by the desk. While critical edits are locked, e-mail and mobile are null and contactHidden is true. */
export const riderFound = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  contactHidden: z.boolean(),
  profileImage: z.string().nullable(),
  walletBalance: decimalAmount,
  /** number of bookings, and how many of them were cancelled */
  bookings: z.number().int(),
  cancelled: z.number().int(),
  /** the newest bookings */
  recent: z.array(
    z.object({ id: bookingId, status: z.enum(statuses), tripdate: epochMs, carType: carTypeId, pickup: stop, drop: stop }),
  ),
  /** home and work, the ends of these and earlier bookings, and the rider's other saved places, without duplicates */
  places: z.array(stop.extend({ mark: z.enum(placeMarks).nullable() })),
})
export type RiderMatch = z.infer<typeof riderFound>

export const searchRiders = defineEndpoint({
  verb: 'accounts.searchRiders',
  path: 'GET /riders/search',
  summary:
    'Riders by digits of their phone, by name or by e-mail: the eight who booked last, with what they booked and where. Hidden contacts are not searched.',
  access: ['admin'],
  input: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  output: z.object({ riders: z.array(riderFound) }),
  perMinute: 120,
})

export const addCaller = defineEndpoint({
  verb: 'accounts.addCaller',
  path: 'POST /riders/callers',
  summary:
    'Makes a rider of somebody who calls, by name and number: approved, without an e-mail address, and not told of it. Signing in works by a code to that phone. A faulty field is named in details.field.',
  access: ['admin'],
  input: z.strictObject({
    firstName: z.string().max(longestFields.firstName),
    /** empty for a caller who gave only one name */
    lastName: z.string().max(longestFields.lastName).default(''),
    /** with a dial code, or in the operator's country */
    mobile: z.string().max(longestFields.mobile),
  }),
  output: riderFound,
  refusals: ['proper_input_name', 'mobile_no_blank_error', 'user_exists', 'reg_error'],
  once: 'required',
  perMinute: 60,
})
