// The positions of one process among several: what is put here is told to the others, and what they tell is put here.
import { asId } from '@wayfare/core/ids'
import { z } from 'zod'
import type { Bus } from '../adapters/ports.ts'
import type { DriverPosition, Positions } from './positions.ts'

const subjects = 'position.'

const shape = z.object({
  driverId: z.string().transform((id) => asId<'user'>(id)),
  lat: z.number(),
  lng: z.number(),
  heading: z.number().nullable(),
  at: z.number(),
  device: z.string(),
  seq: z.number(),
})

/** Nobody tells that a driver is gone: each process learns that from the event, as one does. */
export const sharePositions = (positions: Positions, bus: Bus): Positions => {
  bus.subscribe(`${subjects}*`, (message) => {
    const told = shape.safeParse(message)
    if (told.success && (positions.last(told.data.driverId)?.at ?? 0) < told.data.at) positions.put(told.data)
  })
  return {
    ...positions,
    put: ({ driverId, lat, lng, heading, at, device, seq }: DriverPosition) => {
      const position = { driverId, lat, lng, heading, at, device, seq }
      positions.put(position)
      bus.publish(`${subjects}${driverId}`, position)
    },
  }
}
