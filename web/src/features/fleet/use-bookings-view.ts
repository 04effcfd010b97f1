// The view of the bookings, and the question it makes.
import { toCityTime } from '@wayfare/core/city-time'
import { useMemo } from 'react'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import { useAddressView } from '../../shared/use-address-view.ts'
import { useNow } from '../../shared/use-now.ts'
import { bookingFields, makeFilter } from './bookings-view.ts'

export const useBookingsView = () => {
  const zone = useCityZone()
  const today = toCityTime(useNow(60_000), zone).slice(0, 10)
  const { settled, ...look } = useAddressView(bookingFields)
  const question = useMemo(() => makeFilter(settled, today), [settled, today])
  return { ...look, question }
}
