// What the desk looks at: filter and order as they stand in the address, which is also what a saved view keeps.
import { bookingScopes, bookingSorts, isTimeSort } from '@wayfare/contract/bookings-filter'
import { statuses, type Status } from '@wayfare/core/booking'
import { paymentModes } from '@wayfare/core/settlement'
import type { BookingFilter, BookingScope } from '../../api/queries.ts'
import { isAnyText, isDay, isIdText, oneOf, type ViewOf, type ViewPart } from '../../shared/use-address-view.ts'
import { formatSort, type Sort } from '../../ui/data-table-model.ts'

/** What may stand in the address. `when=today` is today, whenever it is opened. */
export const bookingFields = {
  scope: oneOf(bookingScopes),
  status: isAnyText,
  when: oneOf(['today']),
  from: isDay,
  to: isDay,
  carType: isIdText,
  category: oneOf(['taxi', 'delivery']),
  paymentMode: oneOf(paymentModes),
  search: isAnyText,
  sort: oneOf(bookingSorts),
}
export type BookingsView = ViewOf<typeof bookingFields>
export type BookingsPart = ViewPart<typeof bookingFields>

type NamedView = { name: string; query: string }

/** Views that everybody has; `name` is a text key. */
export const defaultViews: readonly NamedView[] = [
  { name: 'bookings_all', query: '' },
  { name: 'view_today', query: 'sort=date&when=today' },
  { name: 'view_live', query: 'scope=live' },
  { name: 'view_active', query: 'scope=active' },
  { name: 'view_waiting', query: 'scope=waiting' },
  { name: 'view_scheduled', query: 'scope=scheduled&sort=date' },
  { name: 'view_unpaid', query: 'scope=unpaid' },
]

export const listStatuses = ({ status = '' }: BookingsView): Status[] => statuses.filter((one) => status.split(',').includes(one))

/** How many kinds of filter are set: the order and the words typed are none. */
export const countFilters = (view: BookingsView): number => {
  const hasDays = Boolean(view.when ?? view.from ?? view.to)
  const others = [listStatuses(view).length > 0, view.carType, view.category, view.paymentMode, view.scope]
  return others.filter(Boolean).length + (hasDays ? 1 : 0)
}

/** What the server is asked. `today` is the city's. */
export const makeFilter = (view: BookingsView, today: string): { scope: BookingScope; filter: BookingFilter } => {
  const { scope = 'all', when, status: _names, ...asked } = view
  const status = listStatuses(view).join(',')
  const days = when === 'today' ? { from: today, to: today } : {}
  return { scope, filter: { ...asked, ...days, ...(status ? { status } : {}) } }
}

/** Without an order of its own a list is by when it was booked, the newest first; so is a search by anything but time. */
export const getBookingSort = ({ sort, search = '' }: BookingsView): Sort | null =>
  sort && (isTimeSort(sort) || search.trim() === '') ? formatSort(sort) : null
