// Car types and cancellation reasons.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { carTypeId, empty, epochMs } from './values.ts'

export const carType = z.object({
  id: carTypeId,
  name: z.string(),
  image: z.string(),
  extraInfo: z.string(),
  baseFare: decimalAmount,
  ratePerUnitDistance: decimalAmount,
  ratePerHour: decimalAmount,
  minFare: decimalAmount,
  /** an amount when flat, a percentage such as "12.50" otherwise */
  convenienceFees: decimalAmount,
  convenienceFeeType: z.enum(['flat', 'percentage']),
  createdAt: epochMs,
})
export type CarType = z.infer<typeof carType>

export const listCarTypes = endpoint({
  verb: 'catalog.carTypes',
  path: 'GET /car-types',
  summary: 'Car types with their tariffs, in the order riders see them.',
  access: 'public',
  input: empty,
  output: z.object({ carTypes: z.array(carType) }),
})

export const cancelReason = z.object({ value: z.number().int(), label: z.string() })

export const listCancelReasons = endpoint({
  verb: 'catalog.cancelReasons',
  path: 'GET /cancel-reasons',
  summary: 'The reasons a cancellation may give.',
  access: 'signedIn',
  input: empty,
  output: z.object({ cancelReasons: z.array(cancelReason) }),
})
