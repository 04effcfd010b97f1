import type { Hindrance } from '@wayfare/contract/cities'
import { asId } from '@wayfare/core/ids'

type Row = { id: string; tripDate: Date; pickupAddress: string; dropAddress: string }

export const presentHindrance = ({ id, tripDate, pickupAddress, dropAddress }: Row): Hindrance => ({
  id: asId<'booking'>(id),
  tripDate: tripDate.getTime(),
  pickup: pickupAddress,
  drop: dropAddress,
})
