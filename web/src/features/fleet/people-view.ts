// What one looks at in a list of people: filter and order as they stand in the address, which is also what a saved view keeps.
import { personSorts } from '@wayfare/contract/accounts-people'
import type { listPeople } from '@wayfare/contract/accounts-people'
import type { InputOf } from '@wayfare/contract/endpoint'
import type { Role } from '@wayfare/core/accounts'
import type { Sort } from '../../ui/data-table-model.ts'

/** Every name that may stand in the address; `person` beside them is the one whose drawer is open. */
const names = [
  'approved',
  'blocked',
  'createdByAdmin',
  'mobileFault',
  'fleetAdmin',
  'carType',
  'referralId',
  'from',
  'to',
  'search',
  'sort',
] as const
export type PeopleField = (typeof names)[number]
export type PeopleView = Partial<Record<PeopleField, string>>

export type PeopleFilter = Omit<InputOf<typeof listPeople>, 'cursor' | 'limit' | 'withCount'>

/** Of drivers alone: whom the desk has yet to let in, and never kept out. */
export const waitingQuery = 'approved=false&blocked=false'

/** Views that everybody has; `name` is a text key. */
export const defaultViewsOf = (userType: Role): readonly { name: string; query: string }[] => [
  { name: 'bookings_all', query: '' },
  ...(userType === 'driver' ? [{ name: 'driver_accounts_waiting', query: waitingQuery }] : []),
  { name: 'people_blocked', query: 'blocked=true' },
  { name: 'driver_accounts_approved', query: 'approved=true' },
]

export const readView = (params: URLSearchParams): PeopleView =>
  Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])))

/** The view as text, the same for the same view. */
export const textOf = (view: PeopleView): string =>
  new URLSearchParams(names.flatMap((name) => (view[name] ? [[name, view[name]]] : []))).toString()

export const isSameView = (view: PeopleView, query: string): boolean =>
  textOf(view) === textOf(readView(new URLSearchParams(query)))

/** How many kinds of filter are set: the order and the words typed are none. */
export const countFilters = ({ from, to, approved, blocked, search: _search, sort: _sort, ...others }: PeopleView): number =>
  Object.values(others).filter(Boolean).length + (from || to ? 1 : 0) + (approved || blocked ? 1 : 0)

/** How one may stand: let in, waiting for it, or kept out; `unapproved` is what older links ask for, either of the two. */
const standings = {
  approved: { approved: 'true', blocked: '' },
  waiting: { approved: 'false', blocked: 'false' },
  blocked: { approved: '', blocked: 'true' },
  unapproved: { approved: 'false', blocked: '' },
  any: { approved: '', blocked: '' },
} as const
export type Standing = keyof typeof standings

export const standingOf = (userType: Role, { approved = '', blocked = '' }: PeopleView): Standing => {
  const names = Object.keys(standings) as Standing[]
  const name = names.find((one) => standings[one].approved === approved && standings[one].blocked === blocked) ?? 'any'
  return name === 'unapproved' && userType !== 'driver' ? 'blocked' : name
}

export const viewOfStanding = (standing: string): PeopleView => standings[standing as Standing] ?? standings.any

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isYesNo = (text: string): boolean => text === 'true' || text === 'false'
const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text)

const isKnown: Record<Exclude<PeopleField, 'search'>, (text: string) => boolean> = {
  approved: isYesNo,
  blocked: isYesNo,
  createdByAdmin: isYesNo,
  mobileFault: (text) => text === 'true',
  fleetAdmin: isId,
  carType: isId,
  referralId: (text) => text.length <= 200,
  from: isDay,
  to: isDay,
  sort: (text) => personSorts.some((one) => one === text),
}

/** What the server is asked; whatever in the address it would not know is left out. */
export const filterOf = (userType: Role, view: PeopleView): PeopleFilter => {
  const search = view.search?.trim().slice(0, 100) ?? ''
  const known = names.flatMap((name) =>
    name !== 'search' && view[name] && isKnown[name](view[name]) ? [[name, view[name]] as const] : [],
  )
  return { userType, ...(Object.fromEntries(known) as Partial<PeopleFilter>), ...(search ? { search } : {}) }
}

/** Without an order of its own a list is by when they joined, the newest first. */
export const sortOf = ({ sort }: PeopleView): Sort | null => {
  const known = personSorts.find((one) => one === sort)
  return known ? { column: known.replace('-', ''), down: known.startsWith('-') } : null
}

export const sortText = (sort: Sort | null): string => (sort ? `${sort.down ? '-' : ''}${sort.column}` : '')
