// Car types and cancellation reasons, for everyone to read and for admins to change.
import { tariffFields } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount, priceAmount } from './money.ts'
import { carTypeId, epochMs, version } from './values.ts'

/** An option at extra cost: a parcel type or an option. */
const extra = z.strictObject({ description: z.string().trim().min(1).max(100), amount: priceAmount })
/** Cancelling this many minutes or more after acceptance costs this. */
const slab = z.strictObject({ minsDelayed: z.number().int().min(0).max(1440), amount: priceAmount })

export const carType = z.object({
  id: carTypeId,
  name: z.string(),
  image: z.string(),
  extraInfo: z.string(),
  ...makeRecord(tariffFields, () => decimalAmount),
  /** an amount if flat, otherwise a percentage such as "12.50" */
  convenienceFees: decimalAmount,
  convenienceFeeType: z.enum(['flat', 'percentage']),
  /** what it carries if the setting is `both` */
  category: z.enum(['taxi', 'delivery']),
  parcelTypes: z.array(extra),
  options: z.array(extra),
  cancelSlabs: z.array(slab),
  version,
  createdAt: epochMs,
})
export type CarType = z.infer<typeof carType>

export const listCarTypes = defineEndpoint({
  verb: 'catalog.carTypes',
  path: 'GET /car-types',
  summary: 'Car types with their tariffs, in the order riders see them.',
  access: 'public',
  output: z.object({ carTypes: z.array(carType) }),
})

const cancelReason = z.object({ value: z.number().int(), label: z.string() })
/** The reasons are saved as a whole; the version is the list's. */
export const cancelReasonList = z.object({ cancelReasons: z.array(cancelReason), version })
export type CancelReasonList = z.infer<typeof cancelReasonList>

export const listCancelReasons = defineEndpoint({
  verb: 'catalog.cancelReasons',
  path: 'GET /cancel-reasons',
  summary: 'The reasons a cancellation may give.',
  access: 'signedIn',
  output: cancelReasonList,
})

const carTypeFields = {
  name: z.string().trim().min(1).max(60),
  image: z.string().regex(/^\/(images|api\/files)\/[\w./:-]{1,200}$/),
  extraInfo: z.string().trim().max(200).default(''),
  ...makeRecord(tariffFields, () => priceAmount),
  /** an amount if flat, otherwise a percentage from 0 to 100 with at most two decimals */
  convenienceFees: priceAmount,
  convenienceFeeType: z.enum(['flat', 'percentage']),
  category: z.enum(['taxi', 'delivery']).default('taxi'),
  parcelTypes: z.array(extra).max(50).default([]),
  options: z.array(extra).max(50).default([]),
  cancelSlabs: z.array(slab).max(50).default([]),
}

const carTypeRefusals = ['name_taken', 'proper_amount', 'taxi_has_no_parcels'] as const

export const addCarType = defineEndpoint({
  verb: 'catalog.addCarType',
  path: 'POST /car-types',
  summary: 'Adds a car type at the end of the list. Amounts have no more digits than the currency.',
  access: ['admin'],
  input: z.strictObject(carTypeFields),
  output: carType,
  replies: 'carType',
  refusals: carTypeRefusals,
})

export const changeCarType = defineEndpoint({
  verb: 'catalog.changeCarType',
  path: 'PUT /car-types/:id',
  summary: 'Changes a car type; bookings that were made keep the tariff they were made with.',
  access: ['admin'],
  input: z.strictObject({ id: carTypeId, version: version.optional(), ...carTypeFields }),
  output: carType,
  replies: 'carType',
  refusals: ['not_found', 'row_changed', 'demo_mode', ...carTypeRefusals],
})

export const removeCarType = defineEndpoint({
  verb: 'catalog.removeCarType',
  path: 'DELETE /car-types/:id',
  summary: 'Removes a car type that no driver drives and no active booking asks for.',
  access: ['admin'],
  input: z.strictObject({ id: carTypeId }),
  refusals: ['not_found', 'demo_mode', 'car_type_in_use'],
})

export const restoreCarType = defineEndpoint({
  verb: 'catalog.restoreCarType',
  path: 'POST /car-types/:id/restore',
  summary: 'Puts a removed car type back as it was, unless another has its name now.',
  access: ['admin'],
  input: z.strictObject({ id: carTypeId }),
  output: carType,
  replies: 'carType',
  refusals: ['not_found', 'demo_mode', 'name_taken'],
})

export const saveCancelReasons = defineEndpoint({
  verb: 'catalog.saveCancelReasons',
  path: 'PUT /cancel-reasons',
  summary: 'Saves the whole list of reasons, at least one, in its order; they are numbered from zero.',
  access: ['admin'],
  input: z.strictObject({ reasons: z.array(z.string().trim().min(1).max(200)).max(100), version: version.optional() }),
  output: cancelReasonList,
  replies: 'cancelReasons',
  refusals: ['demo_mode', 'name_taken', 'row_changed', 'cancel_reason_needed'],
})
