// How far a trip was and how that came about, as fields of bookings and receipts.
import { distanceSources } from '@wayfare/core/driven'
import { z } from 'zod'

export const distanceFields = {
  /** metres; the driven distance from REACHED on, the estimated one before */
  distance: z.number(),
  /** null before REACHED, for parcels, and where nothing was driven */
  distanceSource: z.enum(distanceSources).nullable(),
  /** the metres of the distance that are an estimate */
  distanceEstimated: z.number().nullable(),
}
