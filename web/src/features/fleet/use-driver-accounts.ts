// The accounts of drivers as the page lists them, read again whenever one of them changes.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listDriverAccounts } from '@wayfare/contract/accounts-register'
import type { InputOf } from '@wayfare/contract/endpoint'
import { call } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { pagedSliceOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

export type DriverAccountsFilter = Pick<InputOf<typeof listDriverAccounts>, 'approved' | 'search'>

/** A page after the other; earlier rows stay while a changed filter loads. `waiting` counts those who are not approved. */
export const useDriverAccounts = (filter: DriverAccountsFilter = {}) => {
  useTopic('driverAccounts')
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.driverAccounts, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listDriverAccounts, { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  return { ...pagedSliceOf(query, (page) => page.accounts), waiting: query.data?.pages.at(-1)?.waiting ?? 0 }
}
