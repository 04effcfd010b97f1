// A list of one's own bookings with the order that was chosen for it, as the table needs them.
import { useState } from 'react'
import { useBookings, type BookingFilter, type BookingScope } from '../api/queries.ts'
import type { Sort } from '../ui/data-table-model.ts'

export const useSortedBookings = (scope: BookingScope, first: Sort | null = null) => {
  const [sort, setSort] = useState(first)
  const name = sort ? (`${sort.down ? '-' : ''}${sort.column}` as NonNullable<BookingFilter['sort']>) : null
  const slice = useBookings(scope, name ? { sort: name } : {})
  return { slice, sort, onSort: setSort, asked: name ?? '' }
}
