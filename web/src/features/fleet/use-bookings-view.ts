// The view of the bookings, and the question it makes.
import { cityTimeOf } from '@wayfare/core/city-time'
import { useMemo } from 'react'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import { useNow } from '../../shared/use-now.ts'
import { filterOf, readView, textOf } from './bookings-view.ts'
import type { BookingsView } from './bookings-view.ts'
import { useAddressView } from './use-address-view.ts'

const spelling = { read: readView, textOf }

export const useBookingsView = () => {
  const zone = useCityZone()
  const today = cityTimeOf(useNow(60_000), zone).slice(0, 10)
  const { settled, ...look } = useAddressView<BookingsView>(spelling)
  const question = useMemo(() => filterOf(settled, today), [settled, today])
  return { ...look, question }
}
