// What the page reads: one hook a slice. Success stores the data; failure nulls it and sets a flag and a message. Where nobody answered
// for the server that is no failure of what was read: it stays, and the page says as of when it is.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { listDrivers } from '@wayfare/contract/accounts'
import { getBooking, listBookings, listBookingSteps } from '@wayfare/contract/bookings'
import type { BookingView } from '@wayfare/contract/bookings'
import { listCancelReasons, listCarTypes } from '@wayfare/contract/catalog'
import { getSupply, listTasks } from '@wayfare/contract/dispatch'
import type { InputOf } from '@wayfare/contract/endpoint'
import { listLanguages } from '@wayfare/contract/languages'
import { getProviders } from '@wayfare/contract/payments'
import { getBasemap } from '@wayfare/contract/places'
import { getDashboard } from '@wayfare/contract/reports'
import { getAllSettings, getSettings } from '@wayfare/contract/settings'
import { getTracking } from '@wayfare/contract/trips'
import { getEarnings, getWallet } from '@wayfare/contract/wallet'
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

type Outcome<T> = { isError: boolean; error: unknown; data: T | undefined }

const hasFailed = <T>({ isError, error, data }: Outcome<T>): boolean => isError && !(data !== undefined && isUnreached(error))

const errorOf = <T>(query: Outcome<T>): Slice<never>['error'] => {
  const { error } = query
  if (!hasFailed(query) || isSilent(error)) return noError
  return { flag: true, msg: error instanceof Error ? error.message : '', cause: error }
}

/** A query as pages read it. */
export const makeSlice = <T>(query: UseQueryResult<T>): Slice<T> => ({
  data: hasFailed(query) ? null : (query.data ?? null),
  last: query.data ?? null,
  loading: query.isFetching && (query.isPending || hasFailed(query)),
  error: errorOf(query),
  reload: () => void query.refetch(),
})

const still = 5 * 60_000

export const useSettings = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.settings,
      queryFn: ({ signal }) => callEndpoint(getSettings, {}, { signal }),
      staleTime: still,
      select: (answer) => answer.settings,
    }),
  )

/** Whether this is a demo, with its known people and its dev inbox. */
export const useIsDemo = (): boolean =>
  useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => callEndpoint(getSettings, {}, { signal }),
    staleTime: still,
    select: (answer) => answer.demo,
  }).data ?? false

/** Every setting, for an admin. */
export const useAllSettings = () =>
  makeSlice(useQuery({ queryKey: queryKeys.allSettings, queryFn: ({ signal }) => callEndpoint(getAllSettings, {}, { signal }) }))

export const useCarTypes = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.carTypes,
      queryFn: ({ signal }) => callEndpoint(listCarTypes, {}, { signal }),
      staleTime: still,
      select: (answer) => answer.carTypes,
    }),
  )

const cancelReasons = {
  queryKey: queryKeys.cancelReasons,
  queryFn: ({ signal }: { signal: AbortSignal }) => callEndpoint(listCancelReasons, {}, { signal }),
  staleTime: still,
}

export const useCancelReasons = () => makeSlice(useQuery({ ...cancelReasons, select: (answer) => answer.cancelReasons }))

/** With the version that a change of it names. */
export const useCancelReasonList = () => makeSlice(useQuery(cancelReasons))

export const useLanguages = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.languages,
      queryFn: ({ signal }) => callEndpoint(listLanguages, {}, { signal }),
      staleTime: still,
      select: (answer) => answer.languages,
    }),
  )

/** Asks again while the city is being prepared. */
export const useBasemap = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.basemap,
      queryFn: ({ signal }) => callEndpoint(getBasemap, {}, { signal }),
      staleTime: still,
      refetchInterval: (query) => (query.state.data?.state === 'preparing' ? 1500 : false),
    }),
  )

export type BookingScope = NonNullable<InputOf<typeof listBookings>['scope']>
export type BookingFilter = Omit<InputOf<typeof listBookings>, 'scope' | 'cursor'>

export type PagedSlice<T> = Slice<T[]> & {
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
): PagedSlice<T> => ({
  data: hasFailed(query) ? null : (query.data?.pages.flatMap(rowsOf) ?? null),
  last: query.data?.pages.flatMap(rowsOf) ?? null,
  pages: hasFailed(query) ? null : (query.data?.pages.map(rowsOf) ?? null),
  loading: query.isFetching && (query.isPending || hasFailed(query)),
  error: errorOf(query),
  reload: () => void query.refetch(),
  hasMore: query.hasNextPage,
  loadMore: () => void query.fetchNextPage(),
  loadingMore: query.isFetchingNextPage,
})

/** A page of bookings after the other; earlier rows stay while a changed filter loads. */
export const useBookings = (scope: BookingScope = 'all', filter: BookingFilter = {}): BookingsSlice => {
  const query = useInfiniteQuery({
    queryKey: queryKeys.bookings(scope, filter),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listBookings, { scope, ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  return { ...makePagedSlice(query, (page) => page.bookings), count: query.data?.pages[0]?.count ?? null }
}

export const useBooking = (id: BookingId) =>
  makeSlice(useQuery({ queryKey: queryKeys.booking(id), queryFn: ({ signal }) => callEndpoint(getBooking, { id }, { signal }) }))

export const useBookingSteps = (id: BookingId) =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.bookingSteps(id),
      queryFn: ({ signal }) => callEndpoint(listBookingSteps, { id }, { signal }),
      select: (answer) => answer.steps,
    }),
  )

/** The driver's last position and the points so far: the snapshot that the stream goes on from. */
export const useTracking = (id: BookingId, enabled = true) =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.tracking(id),
      queryFn: ({ signal }) => callEndpoint(getTracking, { id }, { signal }),
      enabled,
    }),
  )

export const useTasks = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.tasks,
      queryFn: ({ signal }) => callEndpoint(listTasks, {}, { signal }),
      select: (answer) => answer.tasks,
    }),
  )

/** The newest entries and the balance, for those who have a wallet. */
export const useWallet = (enabled = true) =>
  makeSlice(useQuery({ queryKey: queryKeys.wallet, queryFn: ({ signal }) => callEndpoint(getWallet, {}, { signal }), enabled }))

/** The payment providers on offer now. */
export const useProviders = () =>
  makeSlice(useQuery({ queryKey: queryKeys.providers, queryFn: ({ signal }) => callEndpoint(getProviders, {}, { signal }) }))

export const useEarnings = () =>
  makeSlice(useQuery({ queryKey: queryKeys.earnings, queryFn: ({ signal }) => callEndpoint(getEarnings, {}, { signal }) }))

export const useDashboard = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.dashboard,
      queryFn: ({ signal }) => callEndpoint(getDashboard, {}, { signal }),
      refetchInterval: 30_000,
    }),
  )

export const useDrivers = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.drivers,
      queryFn: ({ signal }) => callEndpoint(listDrivers, {}, { signal }),
      select: (answer) => answer.drivers,
    }),
  )

/** Free cars around a pickup; about a hundred metres are the same question. */
export const useSupply = (pickup: { lat: number; lng: number } | null) => {
  const lat = Math.round((pickup?.lat ?? 0) * 1000) / 1000
  const lng = Math.round((pickup?.lng ?? 0) * 1000) / 1000
  return makeSlice(
    useQuery({
      queryKey: queryKeys.supply(lat, lng),
      queryFn: ({ signal }) => callEndpoint(getSupply, { lat, lng }, { signal }),
      enabled: pickup !== null,
      refetchInterval: 15_000,
      placeholderData: keepPreviousData,
    }),
  )
}
