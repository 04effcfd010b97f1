// The queries for each back-office table and each list of a rider or driver: the first page by every filter, every sort, and both
// together, and for paged lists also a page far down, in every sort.
import { personSorts } from '@wayfare/contract/people'
import { bookingScopes, bookingSorts } from '@wayfare/contract/bookings-filter'
import { campaignSorts } from '@wayfare/contract/messages-campaigns'
import { withdrawSorts } from '@wayfare/contract/wallet-admin'
import { paidStatuses, statuses } from '@wayfare/core/booking'
import { paymentStates } from '@wayfare/core/payments'
import { providerNames } from '@wayfare/core/providers'
import { paymentModes } from '@wayfare/core/settlement'

/** The first fleet of the seed has drivers in every city. */
export const fleetAdmin = 'LF0'

/** Two of the large city's people. */
export const rider = 'LR1010'
export const driver = 'LD1000'

/** `isDeep`: a page far after the first; `name`: the search text, if it is a person's name */
export type Question = {
  list: string
  as: 'admin' | 'fleetadmin' | 'rider' | 'driver'
  url: string
  isDeep?: boolean
  name?: string
}

type Filters = Readonly<Record<string, readonly string[]>>

type List = {
  name: string
  path: string
  as?: readonly Question['as'][]
  filters?: Filters
  sorts?: readonly string[]
  /** the list is paged */
  hasPages?: boolean
  /** parameters of every query */
  always?: Readonly<Record<string, string>>
}

/** A day and a month in which the large city has trips, whenever it was seeded: its data ends today. */
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const month = dayBefore(40).slice(0, 7)
const lastYear = String(Number(dayBefore(0).slice(0, 4)) - 1)

const people = (name: string, userType: string, filters: Filters, as: List['as']): List => ({
  name,
  path: '/people',
  hasPages: true,
  ...(as ? { as } : {}),
  always: { userType, withCount: 'true' },
  filters: {
    approved: ['true', 'false'],
    createdByAdmin: ['true', 'false'],
    referralId: ['L1234'],
    from: [dayBefore(30)],
    to: [dayBefore(700)],
    ...filters,
  },
  sorts: personSorts,
})

const names = ['anna', 'anna ek', 'an', 'nobody at all']

const lists: readonly List[] = [
  {
    name: 'bookings',
    path: '/bookings',
    as: ['admin', 'fleetadmin'],
    hasPages: true,
    always: { withCount: 'true' },
    filters: {
      scope: bookingScopes,
      status: [...statuses, paidStatuses.join(',')],
      from: [dayBefore(0), dayBefore(30)],
      to: [dayBefore(30), dayBefore(700)],
      category: ['taxi', 'delivery'],
      paymentMode: paymentModes,
      search: ['anna', 'anna ek', 'vasagatan 12', 'LRG01000', 'L00000001234', 'nobody at all', '+46720001234', 'la'],
    },
    sorts: bookingSorts,
  },
  {
    name: 'withdraws',
    path: '/withdraws',
    hasPages: true,
    filters: { state: ['waiting', 'processed'], search: ['anna', 'nobody'] },
    sorts: withdrawSorts,
  },
  {
    name: 'payments',
    path: '/payments',
    hasPages: true,
    filters: { status: paymentStates, provider: providerNames, problem: ['true'], search: ['anna', 'nobody'] },
  },
  {
    name: 'driver earnings',
    path: '/reports/driver-earnings',
    as: ['admin', 'fleetadmin'],
    filters: { year: [lastYear], month: ['1', '12'], search: ['anna', 'LRG01000'] },
  },
  { name: 'earning reports', path: '/reports/earnings' },
  { name: 'statements', path: '/reports/statements', as: ['admin', 'fleetadmin'], filters: { month: [month], search: ['anna'] } },
  { name: 'dashboard', path: '/dashboard', as: ['admin', 'fleetadmin'] },
  { name: 'riders to book for', path: '/riders/search', filters: { text: ['anna', 'anna ek', '0720001234', 'an'] } },
  { name: 'wallets to add to', path: '/wallets/search', filters: { text: ['anna', 'anna ek', '0720001234', 'an'] } },
  people('riders', 'rider', { search: [...names, 'anna12', '+46720001234'] }, ['admin']),
  people('drivers', 'driver', { search: [...names, 'LRG01000'], fleetAdmin: ['none', fleetAdmin] }, ['admin', 'fleetadmin']),
  people('fleet admins', 'fleetadmin', { search: names }, ['admin']),
  people('admins', 'admin', {}, ['admin']),
  {
    name: 'audit',
    path: '/audit',
    hasPages: true,
    filters: { search: ['anna', 'nobody'], area: ['promos', 'accounts'], from: ['1'] },
  },
  { name: 'notifications', path: '/notifications', hasPages: true, filters: { search: ['anna'] }, sorts: campaignSorts },
  { name: 'alerts', path: '/alerts', as: ['admin', 'fleetadmin'] },
  {
    name: 'search',
    path: '/search',
    as: ['admin', 'fleetadmin'],
    filters: { text: [...names, 'LRG01000', 'vasagatan', 'L00000001234'] },
  },
  { name: 'promos', path: '/promos' },
  { name: 'car types', path: '/car-types' },
  { name: 'reasons', path: '/cancel-reasons' },
  { name: 'books', path: '/ledger/books' },
  { name: 'wallets', path: '/ledger/wallets', hasPages: true, filters: { search: ['anna', 'anna ek', 'nobody at all'] } },
  {
    name: 'own bookings',
    path: '/bookings',
    as: ['rider', 'driver'],
    hasPages: true,
    always: { withCount: 'true' },
    filters: {
      scope: bookingScopes,
      from: [dayBefore(30)],
      to: [dayBefore(30)],
      search: ['anna', 'kungsgatan', 'nobody at all'],
    },
    sorts: bookingSorts,
  },
  { name: 'own wallet', path: '/wallet', as: ['rider', 'driver'], hasPages: true },
  { name: 'own withdrawals', path: '/wallet/withdraws', as: ['driver'], hasPages: true },
  { name: 'own earnings', path: '/driver/earnings', as: ['driver'] },
  { name: 'own statement', path: '/reports/statement', as: ['driver'], filters: { month: [month] } },
  { name: 'tasks', path: '/tasks', as: ['driver'] },
]

/** True for people's names as typed into a search. */
const isName = (text: string | undefined): text is string => text !== undefined && /^(anna|anna ek|nobody at all)$/.test(text)

/** Lists the filters to query with; one without a value is the list as it opens, unless a filter is required. */
const filtersOf = ({ filters = {}, path }: List): readonly Readonly<Record<string, string>>[] => {
  const each = Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ [name]: value })))
  return path.endsWith('/search') ? each : [{}, ...each]
}

const questionsOf = (list: List): Question[] =>
  (list.as ?? ['admin']).flatMap((as) => {
    const ask = (filter: Readonly<Record<string, string>>, sort: string | null): Question => {
      const query = new URLSearchParams({ ...list.always, ...filter, ...(sort === null ? {} : { sort }) })
      const typed = filter['search'] ?? filter['text']
      return { list: list.name, as, url: `/api${list.path}?${query}`, ...(isName(typed) ? { name: typed } : {}) }
    }
    const sorts = [null, ...(list.sorts ?? [])]
    const first = filtersOf(list).flatMap((filter) => sorts.map((sort) => ask(filter, sort)))
    const found = (list.filters?.['search'] ?? []).filter(isName)
    const far = [...sorts.map((sort) => ask({}, sort)), ...found.map((search) => ask({ search }, null))]
    return [...first, ...(list.hasPages ? far.map((question) => ({ ...question, isDeep: true })) : [])]
  })

export const questions: readonly Question[] = lists.flatMap(questionsOf)
