// What one looks at in a list of people: filter and order as they stand in the address, which is also what a saved view keeps.
import { personSorts, type listPeople } from '@wayfare/contract/people'
import type { InputOf } from '@wayfare/contract/endpoint'
import type { Role } from '@wayfare/core/accounts'
import { isAnyText, isDay, isIdText, oneOf, type ViewOf, type ViewPart } from '../../shared/use-address-view.ts'

const yesNo = oneOf(['true', 'false'])

/** What may stand in the address. */
export const peopleFields = {
  approved: yesNo,
  blocked: yesNo,
  createdByAdmin: yesNo,
  mobileFault: oneOf(['true']),
  fleetAdmin: isIdText,
  carType: isIdText,
  referralId: (text: string) => text.length <= 200,
  from: isDay,
  to: isDay,
  search: isAnyText,
  sort: oneOf(personSorts),
}
export type PeopleField = keyof typeof peopleFields
export type PeopleView = ViewOf<typeof peopleFields>
export type PeoplePart = ViewPart<typeof peopleFields>

export type PeopleFilter = Omit<InputOf<typeof listPeople>, 'cursor' | 'limit' | 'withCount'>

/** Of drivers alone: whom the desk has yet to let in, and never kept out. */
export const waitingQuery = 'approved=false&blocked=false'

/** Views that everybody has; `name` is a text key. */
export const listDefaultViews = (userType: Role): readonly { name: string; query: string }[] => [
  { name: 'bookings_all', query: '' },
  ...(userType === 'driver' ? [{ name: 'driver_accounts_waiting', query: waitingQuery }] : []),
  { name: 'people_blocked', query: 'blocked=true' },
  { name: 'driver_accounts_approved', query: 'approved=true' },
]

/** How many kinds of filter are set: the order and the words typed are none. */
export const countFilters = ({ from, to, approved, blocked, search: _search, sort: _sort, ...others }: PeoplePart): number =>
  Object.values(others).filter(Boolean).length + (from || to ? 1 : 0) + (approved || blocked ? 1 : 0)

/** How one may stand: let in, waiting for it, or kept out; `unapproved` is what older links ask for, either of the two. */
const standings = {
  approved: { approved: 'true', blocked: '' },
  waiting: { approved: 'false', blocked: 'false' },
  blocked: { approved: '', blocked: 'true' },
  unapproved: { approved: 'false', blocked: '' },
  any: { approved: '', blocked: '' },
} as const
type Standing = keyof typeof standings
type Flags = { approved?: string; blocked?: string }

export const findStanding = (userType: Role, { approved = '', blocked = '' }: Flags): Standing => {
  const names = Object.keys(standings) as Standing[]
  const name = names.find((one) => standings[one].approved === approved && standings[one].blocked === blocked) ?? 'any'
  return name === 'unapproved' && userType !== 'driver' ? 'blocked' : name
}

export const makeStandingView = (standing: string): Flags => standings[standing as Standing] ?? standings.any
