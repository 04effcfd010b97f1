// Everybody's withdrawals as the desk lists them, read again whenever one is asked for or paid out.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { InputOf } from '@wayfare/contract/endpoint'
import { listWithdraws } from '@wayfare/contract/wallet-admin'
import { call } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { pagedSliceOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

type WithdrawsFilter = Omit<InputOf<typeof listWithdraws>, 'cursor' | 'limit'>

/** Rows of a page. */
export const withdrawsPageSize = 25

export const useWithdraws = (filter: WithdrawsFilter) => {
  useTopic('withdraws')
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.withdraws, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listWithdraws, { ...filter, limit: withdrawsPageSize, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  return {
    ...pagedSliceOf(query, (page) => page.withdraws),
    count: pages[0]?.count ?? null,
    waiting: pages.at(-1)?.waiting ?? null,
  }
}
