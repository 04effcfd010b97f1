// A driver's tasks, and the cars near a place.
import { z } from 'zod'
import { bookingView } from './bookings.ts'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { bookingId, carTypeId, epochMs, latitude, latLngQuery, longitude, stop } from './values.ts'

/** A task is a NEW booking that this driver is asked for, with the facts he needs to decide. */
export const task = z.object({
  bookingId,
  version: z.number().int(),
  /** his earnings: the driver's share of the estimate */
  driverShare: decimalAmount,
  /** how the estimate is paid: cash collected by the driver, the rider's card, and the wallet */
  cashPaymentAmount: decimalAmount,
  cardPaymentAmount: decimalAmount,
  usedWalletMoney: decimalAmount,
  /** the card payment has already been made */
  prepaid: z.boolean(),
  category: z.enum(['taxi', 'delivery']),
  parcelType: z.string().nullable(),
  option: z.string().nullable(),
  /** the pickup time of a booking for later; null: now */
  tripDate: epochMs.nullable(),
  /** from the driver's position to the pickup; null if no route is known */
  pickupDistanceM: z.number().nullable(),
  pickupDurationS: z.number().nullable(),
  tripDistanceM: z.number(),
  tripDurationS: z.number(),
  /** the way to the pickup and the trip itself, for a small map (encoded polylines); null if no route is known */
  pickupWay: z.string().nullable(),
  tripWay: z.string(),
  pickup: stop,
  drop: stop,
  carTypeName: z.string(),
  customerFirstName: z.string(),
  customerRating: z.number().nullable(),
  askedAt: epochMs,
  /** until then it fills the screen; afterwards it stays in the task list */
  offerEndsAt: epochMs,
})
export type Task = z.infer<typeof task>

export const listTasks = defineEndpoint({
  verb: 'dispatch.tasks',
  path: 'GET /tasks',
  summary: 'NEW bookings this driver is asked for, newest first.',
  access: ['driver'],
  output: z.object({ tasks: z.array(task), serverTime: epochMs }),
})

export const acceptTask = defineEndpoint({
  verb: 'dispatch.accept',
  path: 'POST /bookings/:id/accept',
  summary: 'Takes a task. Of many drivers who accept at once exactly one wins; the others read already_taken.',
  access: ['driver'],
  input: z.strictObject({ id: bookingId }),
  output: bookingView,
  replies: 'booking',
  refusals: ['already_taken', 'driver_busy', 'driver_not_ready', 'wallet_negative', 'not_found'],
  once: 'required',
})

export const declineTask = defineEndpoint({
  verb: 'dispatch.decline',
  path: 'POST /bookings/:id/decline',
  summary: "Takes this driver out of the booking's requested drivers.",
  access: ['driver'],
  input: z.strictObject({ id: bookingId }),
  refusals: ['not_found'],
})

const nearbyCar = z.object({ carType: carTypeId, lat: latitude, lng: longitude, heading: z.number().nullable() })

export const getSupply = defineEndpoint({
  verb: 'dispatch.supply',
  path: 'GET /supply',
  summary: 'Free cars around a pickup: for each car type how many and the minutes to the nearest; at most 30 blurred positions.',
  access: 'public',
  input: z.strictObject(latLngQuery),
  output: z.object({
    carTypes: z.array(z.object({ carType: carTypeId, free: z.number().int(), nearestS: z.number().nullable() })),
    cars: z.array(nearbyCar),
  }),
  refusals: ['not_ready', 'out_of_area'],
  perMinute: 60,
})
