// What the desk looks at: filter and order as they stand in the address, which is also what a saved view keeps.
import { bookingScopes, bookingSorts, isTimeSort } from '@wayfare/contract/bookings-filter'
import { statuses } from '@wayfare/core/booking'
import type { Status } from '@wayfare/core/booking'
import { paymentModes } from '@wayfare/core/settlement'
import type { BookingFilter, BookingScope } from '../../api/queries.ts'
import type { Sort } from '../../ui/data-table-model.ts'

/** Every name that may stand in the address. `when=today` is today, whenever it is opened. */
const names = ['scope', 'status', 'when', 'from', 'to', 'carType', 'category', 'paymentMode', 'search', 'sort'] as const
export type ViewField = (typeof names)[number]

export type BookingsView = Partial<Record<ViewField, string>>

export type NamedView = { name: string; query: string }

/** Views that everybody has; `name` is a text key. */
export const defaultViews: readonly NamedView[] = [
  { name: 'bookings_all', query: '' },
  { name: 'view_today', query: 'sort=date&when=today' },
  { name: 'view_active', query: 'scope=active' },
  { name: 'view_waiting', query: 'scope=waiting' },
  { name: 'view_scheduled', query: 'scope=scheduled&sort=date' },
  { name: 'view_unpaid', query: 'scope=unpaid' },
]

export const readView = (params: URLSearchParams): BookingsView =>
  Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])))

/** The view as text, the same for the same view. */
export const textOf = (view: BookingsView): string =>
  new URLSearchParams(names.flatMap((name) => (view[name] ? [[name, view[name]]] : []))).toString()

/** The name of the view that this is, whatever else stands in the address. */
export const isSameView = (view: BookingsView, query: string): boolean =>
  textOf(view) === textOf(readView(new URLSearchParams(query)))

export const statusesOf = ({ status = '' }: BookingsView): Status[] => statuses.filter((one) => status.split(',').includes(one))

/** How many kinds of filter are set: the order and the words typed are none. */
export const countFilters = (view: BookingsView): number => {
  const hasDays = Boolean(view.when ?? view.from ?? view.to)
  const others = [statusesOf(view).length > 0, view.carType, view.category, view.paymentMode, view.scope]
  return others.filter(Boolean).length + (hasDays ? 1 : 0)
}

const oneOf = <T extends string>(list: readonly T[], value: string | undefined): T | undefined =>
  list.find((one) => one === value)

const isDay = (text: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

const daysOf = ({ when, from, to }: BookingsView, today: string) => {
  const span = when === 'today' ? { from: today, to: today } : { from, to }
  return { ...(isDay(span.from) ? { from: span.from } : {}), ...(isDay(span.to) ? { to: span.to } : {}) }
}

/** What the server is asked; whatever in the address it would not know is left out. `today` is the city's. */
export const filterOf = (view: BookingsView, today: string): { scope: BookingScope; filter: BookingFilter } => {
  const status = statusesOf(view).join(',')
  const search = view.search?.trim().slice(0, 100) ?? ''
  const chosen = {
    category: oneOf(['taxi', 'delivery'] as const, view.category),
    paymentMode: oneOf(paymentModes, view.paymentMode),
    sort: oneOf(bookingSorts, view.sort),
    carType: /^[\w-]{1,40}$/.test(view.carType ?? '') ? view.carType : undefined,
  }
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined)
  const rest = Object.fromEntries(given) as typeof chosen & object
  const filter = { ...(status ? { status } : {}), ...daysOf(view, today), ...(search ? { search } : {}), ...rest }
  return { scope: oneOf(bookingScopes, view.scope) ?? 'all', filter: filter as BookingFilter }
}

/** Without an order of its own a list is by when it was booked, the newest first; so is a search by anything but time. */
export const sortOf = ({ sort, search = '' }: BookingsView): Sort | null => {
  const known = oneOf(bookingSorts, sort)
  return known && (isTimeSort(known) || search.trim() === '')
    ? { column: known.replace('-', ''), down: known.startsWith('-') }
    : null
}

export const sortText = (sort: Sort | null): string | undefined => (sort ? `${sort.down ? '-' : ''}${sort.column}` : undefined)
