// Distance fields of bookings and receipts: how far a trip was, and where that figure comes from.
import { distanceSources } from '@wayfare/core/driven'
import { z } from 'zod'

export const distanceFields = {
  /** metres; the driven distance from REACHED on, before that the estimate */
  distance: z.number(),
  /** null before REACHED, for parcels, and if nothing was driven */
  distanceSource: z.enum(distanceSources).nullable(),
  /** how many metres of the distance are estimated */
  distanceEstimated: z.number().nullable(),
}
