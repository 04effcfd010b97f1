// The one cache of the page and the names under which its slices are kept.
import { QueryClient } from '@tanstack/react-query'
import { isUnreached } from './call.ts'

/** A refusal is an answer: only a network that failed is asked again, twice. */
const shouldRetry = (failures: number, error: unknown): boolean => failures < 2 && isUnreached(error)

/** @internal */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // without a network a read fails and says so, instead of waiting without a word
      queries: {
        networkMode: 'always',
        retry: shouldRetry,
        staleTime: 30_000,
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
      },
      // What was written is nobody's to keep once it has been sent: it may be a password. Not at once, though: one that is still on
      // its way when its page has gone is looked at again each time this is over, which at 0 ms kept a phone busy until the answer.
      mutations: { networkMode: 'always', retry: false, gcTime: 1000 },
    },
  })

export const queryClient = makeQueryClient()

export const queryKeys = {
  session: ['session'],
  settings: ['settings'],
  allSettings: ['allSettings'],
  carTypes: ['carTypes'],
  cancelReasons: ['cancelReasons'],
  languages: ['languages'],
  languageRows: ['languageRows'],
  basemap: ['basemap'],
  cities: ['cities'],
  /** of the cities, too: another one suggests other settings */
  cityProposal: ['cities', 'proposal'],
  town: ['town'],
  firstAdmin: ['firstAdmin'],
  system: ['system'],
  /** the prefix of all booking lists */
  bookingLists: ['bookings'],
  bookings: (scope: string, filter: object) => ['bookings', scope, filter],
  booking: (id: string) => ['booking', id],
  tableViews: (table: string) => ['tableViews', table],
  bookingNotes: (id: string) => ['booking', id, 'notes'],
  bookingRecord: (id: string) => ['booking', id, 'record'],
  receipt: (id: string) => ['booking', id, 'receipt'],
  bookingSteps: (id: string) => ['booking', id, 'steps'],
  tip: (id: string) => ['booking', id, 'tip'],
  tracking: (id: string) => ['booking', id, 'tracking'],
  shares: (id: string) => ['booking', id, 'shares'],
  /** the prefix of what this page follows by its link */
  sharedTrip: ['sharedTrip'],
  chat: (id: string) => ['booking', id, 'chat'],
  unreadChats: ['unreadChats'],
  tasks: ['tasks'],
  /** the prefix of all that is one's own wallet's */
  wallet: ['wallet'],
  walletHistory: ['wallet', 'history'],
  myWithdraws: ['wallet', 'withdraws'],
  /** the prefix of the desk's lists of withdrawals */
  withdraws: ['withdraws'],
  providers: ['providers'],
  payment: (id: string) => ['payment', id],
  /** the prefix of all that the desk reads of card payments */
  payments: ['payments'],
  paymentLists: ['payments', 'list'],
  paymentDetail: (id: string) => ['payments', 'one', id],
  paymentProviders: ['payments', 'providers'],
  earnings: ['earnings'],
  driverEarnings: ['driverEarnings'],
  earningReports: ['earningReports'],
  /** the prefix of all statements */
  statements: ['statements'],
  books: ['books'],
  /** the prefix of all of the audit log */
  audit: ['audit'],
  /** the prefix of all that the dashboard shows */
  dashboard: ['dashboard'],
  trends: ['dashboard', 'trends'],
  board: ['dashboard', 'board'],
  driverNow: (id: string) => ['dashboard', 'driver', id],
  search: (text: string) => ['search', text],
  /** the prefix of all of the dev inbox */
  devInbox: ['devInbox'],
  devMessages: (search: string, limit: number) => ['devInbox', 'list', search, limit],
  devMessage: (id: string) => ['devInbox', 'one', id],
  drivers: ['drivers'],
  /** the prefix of all that the desk reads of people */
  people: ['people'],
  peopleList: (filter: object) => ['people', 'list', filter],
  person: (id: string) => ['people', 'one', id],
  promos: ['promos'],
  /** the prefix of what the search for places found, one's own ones among it */
  places: ['places'],
  operatorPlaces: ['operatorPlaces'],
  /** the prefix of all that the desk reads of its notices to many */
  campaigns: ['campaigns'],
  panics: ['panics'],
  sessions: ['sessions'],
  savedPlaces: ['savedPlaces'],
  secondFactor: ['secondFactor'],
  /** the prefix of what trips cost in every car */
  carQuotes: ['carQuotes'],
  supply: (lat: number, lng: number) => ['supply', lat, lng],
} as const

/** What belongs to one person and must not outlive the session. */
export const personalKeys = [
  queryKeys.bookingLists,
  ['booking'],
  ['tableViews'],
  queryKeys.unreadChats,
  queryKeys.tasks,
  queryKeys.wallet,
  queryKeys.withdraws,
  ['payment'],
  queryKeys.payments,
  queryKeys.earnings,
  queryKeys.driverEarnings,
  queryKeys.earningReports,
  queryKeys.statements,
  queryKeys.books,
  queryKeys.audit,
  queryKeys.dashboard,
  ['search'],
  queryKeys.devInbox,
  queryKeys.drivers,
  queryKeys.people,
  queryKeys.promos,
  queryKeys.places,
  queryKeys.operatorPlaces,
  queryKeys.campaigns,
  queryKeys.cities,
  queryKeys.system,
  queryKeys.panics,
  queryKeys.cancelReasons,
  queryKeys.allSettings,
  queryKeys.languageRows,
  queryKeys.sessions,
  queryKeys.savedPlaces,
  queryKeys.secondFactor,
] as const
