// Everybody's withdrawals as the desk lists them, read again whenever one is asked for or paid out.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { InputOf } from '@wayfare/contract/endpoint'
import { listWithdraws } from '@wayfare/contract/wallet-admin'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { makePagedSlice } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

type WithdrawsFilter = Omit<InputOf<typeof listWithdraws>, 'cursor' | 'limit'>

/** Rows of a page. */
export const withdrawsPageSize = 25

export const useWithdraws = (filter: WithdrawsFilter) => {
  useTopic('withdraws')
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.withdraws, filter],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(
        listWithdraws,
        { ...filter, limit: withdrawsPageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  return {
    ...makePagedSlice(query, (page) => page.withdraws),
    count: pages[0]?.count ?? null,
    waiting: pages.at(-1)?.waiting ?? null,
  }
}
