// What the page reads: one hook a slice. Success stores the data; failure nulls it and sets a flag and a message. Where nobody answered
// for the server that is no failure of what was read: it stays, and the page says as of when it is.
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { listDrivers } from '@wayfare/contract/accounts'
import { getBooking, listBookings, listBookingSteps, type BookingView } from '@wayfare/contract/bookings'
import { listCancelReasons, listCarTypes } from '@wayfare/contract/catalog'
import { getSupply, listTasks } from '@wayfare/contract/dispatch'
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { listLanguages } from '@wayfare/contract/languages'
import { getProviders } from '@wayfare/contract/payments'
import { getBasemap } from '@wayfare/contract/places'
import { getAllSettings, getSettings } from '@wayfare/contract/settings'
import { getTracking } from '@wayfare/contract/trips'
import { getWallet } from '@wayfare/contract/wallet'
import type { BookingId } from '@wayfare/core/ids'
import { isSilent } from '../ui/failures.ts'
import { callEndpoint, isUnreached } from './call.ts'
import { queryKeys } from './query-client.ts'

export type Slice<T> = {
  data: T | null
  /** what was read last, kept through a failure: for what the page itself stands on, such as language and currency */
  last: T | null
  loading: boolean
  error: { flag: boolean; msg: string; cause: unknown }
  reload: () => void
}

const noError = { flag: false, msg: '', cause: null }

type Query<T> = UseQueryResult<T> | UseInfiniteQueryResult<T>

const hasFailed = <T>({ isError, error, data }: Query<T>): boolean => isError && !(data !== undefined && isUnreached(error))

const errorOf = <T>(query: Query<T>): Slice<never>['error'] => {
  const { error } = query
  if (!hasFailed(query) || isSilent(error)) return noError
  return { flag: true, msg: error instanceof Error ? error.message : '', cause: error }
}

/** A query as pages read it. */
export const makeSlice = <T>(query: Query<T>): Slice<T> => ({
  data: hasFailed(query) ? null : (query.data ?? null),
  last: query.data ?? null,
  loading: query.isFetching && (query.isPending || hasFailed(query)),
  error: errorOf(query),
  reload: () => void query.refetch(),
})

/** A read of an endpoint, for a page that shows it or before there is one. */
export const readOf = <E extends Endpoint>(queryKey: QueryKey, endpoint: E, input: InputOf<E>) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callEndpoint(endpoint, input, { signal }),
})

type ReadOptions<E extends Endpoint, T> = Omit<UseQueryOptions<OutputOf<E>, Error, T>, 'queryKey' | 'queryFn'>

/** What an endpoint answers, as pages read it. */
export const useRead = <E extends Endpoint, T = OutputOf<E>>(
  queryKey: QueryKey,
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions<E, T> = {},
): Slice<T> => makeSlice(useQuery({ ...readOf(queryKey, endpoint, input), ...options }))

const staleTime = 5 * 60_000

export const useSettings = () => useRead(queryKeys.settings, getSettings, {}, { staleTime, select: (answer) => answer.settings })

/** Whether this is a demo, with its known people and its dev inbox. */
export const useIsDemo = (): boolean =>
  useRead(queryKeys.settings, getSettings, {}, { staleTime, select: (answer) => answer.demo }).last ?? false

/** Asks for what every page stands on before there is a page: an answer that came later would have all of it drawn again, in one go. */
export const startCommonReads = (client: QueryClient): void => {
  void client.prefetchQuery({ ...readOf(queryKeys.settings, getSettings, {}), staleTime })
  void client.prefetchQuery({ ...readOf(queryKeys.languages, listLanguages, {}), staleTime })
}

/** Every setting, for an admin. */
export const useAllSettings = () => useRead(queryKeys.allSettings, getAllSettings, {})

export const useCarTypes = () => useRead(queryKeys.carTypes, listCarTypes, {}, { staleTime, select: (answer) => answer.carTypes })

export const useCancelReasons = () =>
  useRead(queryKeys.cancelReasons, listCancelReasons, {}, { staleTime, select: (answer) => answer.cancelReasons })

/** With the version that a change of it names. */
export const useCancelReasonList = () => useRead(queryKeys.cancelReasons, listCancelReasons, {}, { staleTime })

export const useLanguages = () =>
  useRead(queryKeys.languages, listLanguages, {}, { staleTime, select: (answer) => answer.languages })

/** Asks again while the city is being prepared. */
export const useBasemap = () =>
  useRead(
    queryKeys.basemap,
    getBasemap,
    {},
    { staleTime, refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? 1500 : false) },
  )

export type BookingScope = NonNullable<InputOf<typeof listBookings>['scope']>
export type BookingFilter = Omit<InputOf<typeof listBookings>, 'scope' | 'cursor'>

type PagedSlice<T> = Slice<T[]> & {
  /** the same rows, page by page */
  pages: T[][] | null
  hasMore: boolean
  loadMore: () => void
  loadingMore: boolean
}
export type BookingsSlice = PagedSlice<BookingView> & {
  /** how many there are, where the filter asks for it */
  count: number | null
}

/** A list that comes page after page, as pages read it. */
export const makePagedSlice = <Page, T>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  rowsOf: (page: Page) => T[],
): PagedSlice<T> => {
  const slice = makeSlice(query)
  const pages = slice.data && slice.data.pages.map(rowsOf)
  return {
    ...slice,
    data: pages && pages.flat(),
    last: slice.last && slice.last.pages.flatMap(rowsOf),
    pages,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  }
}

type ReadPage<Page> = (place: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page>

const pagesOf = <Page extends { nextCursor: string | null }>(queryKey: QueryKey, readPage: ReadPage<Page>) => ({
  queryKey,
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    readPage(pageParam ? { cursor: pageParam } : {}, { signal }),
  initialPageParam: '',
  getNextPageParam: (last: Page) => last.nextCursor,
})

/** Reads page after page, each by the cursor of the one before; earlier rows stay while another question is being answered. */
export const useReadPages = <Page extends { nextCursor: string | null }>(queryKey: QueryKey, readPage: ReadPage<Page>) =>
  useInfiniteQuery({ ...pagesOf(queryKey, readPage), placeholderData: keepPreviousData })

export const bookingPages = (scope: BookingScope, filter: BookingFilter) =>
  pagesOf(queryKeys.bookings(scope, filter), (place, options) =>
    callEndpoint(listBookings, { scope, ...filter, ...place }, options),
  )

export const useBookings = (scope: BookingScope = 'all', filter: BookingFilter = {}): BookingsSlice => {
  const query = useInfiniteQuery({ ...bookingPages(scope, filter), placeholderData: keepPreviousData })
  return { ...makePagedSlice(query, (page) => page.bookings), count: query.data?.pages[0]?.count ?? null }
}

export const useBooking = (id: BookingId) => useRead(queryKeys.booking(id), getBooking, { id })

export const useBookingSteps = (id: BookingId) =>
  useRead(queryKeys.bookingSteps(id), listBookingSteps, { id }, { select: (answer) => answer.steps })

/** The driver's last position and the points so far: the snapshot that the stream goes on from, of each driver of a booking anew. */
export const useTracking = (id: BookingId, driver: string | null = null, enabled = true) =>
  useRead([...queryKeys.tracking(id), driver], getTracking, { id }, { enabled })

export const useTasks = () => useRead(queryKeys.tasks, listTasks, {}, { select: (answer) => answer.tasks })

/** The newest entries and the balance, for those who have a wallet. */
export const useWallet = (enabled = true) => useRead(queryKeys.wallet, getWallet, {}, { enabled })

/** The payment providers on offer now. */
export const useProviders = () => useRead(queryKeys.providers, getProviders, {})

export const useDrivers = () => useRead(queryKeys.drivers, listDrivers, {}, { select: (answer) => answer.drivers })

/** Free cars around a pickup; about a hundred metres are the same question. */
export const useSupply = (pickup: { lat: number; lng: number } | null) => {
  const lat = Math.round((pickup?.lat ?? 0) * 1000) / 1000
  const lng = Math.round((pickup?.lng ?? 0) * 1000) / 1000
  const options = { enabled: pickup !== null, refetchInterval: 15_000, placeholderData: keepPreviousData }
  return useRead(queryKeys.supply(lat, lng), getSupply, { lat, lng }, options)
}
