// One's own wallet as its page reads it: history and requests page after page, read again with every change.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { getWallet, listMyWithdraws } from '@wayfare/contract/wallet'
import { call } from '../../api/call.ts'
import { pagedSliceOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

const cursorOf = (pageParam: string) => (pageParam === '' ? {} : { cursor: pageParam })

/** What is in the wallet stands on its first page. */
export const useWalletHistory = () => {
  const query = useInfiniteQuery({
    queryKey: queryKeys.walletHistory,
    queryFn: ({ pageParam, signal }) => call(getWallet, cursorOf(pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })
  const now = query.data?.pages[0] ?? null
  return { ...pagedSliceOf(query, (page) => page.entries), now }
}

export type WalletNow = Pick<OutputOf<typeof getWallet>, 'balance' | 'held' | 'holds'>

export const useMyWithdraws = () =>
  pagedSliceOf(
    useInfiniteQuery({
      queryKey: queryKeys.myWithdraws,
      queryFn: ({ pageParam, signal }) => call(listMyWithdraws, cursorOf(pageParam), { signal }),
      initialPageParam: '',
      getNextPageParam: (last) => last.nextCursor,
    }),
    (page) => page.withdraws,
  )
