// How the distance of a trip came about, as fields of bookings and receipts.
import { distanceSources } from '@wayfare/core/driven'
import { z } from 'zod'

export const distanceFields = {
  /** null before REACHED, for parcels, and where nothing was driven */
  distanceSource: z.enum(distanceSources).nullable(),
  /** the metres of the distance that are an estimate */
  distanceEstimated: z.number().nullable(),
}
