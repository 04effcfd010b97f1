// One's own wallet as its page reads it: history and requests page after page, read again with every change.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { getWallet, listMyWithdraws } from '@wayfare/contract/wallet'
import { callEndpoint } from '../../api/call.ts'
import { makePagedSlice } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

const cursorOf = (pageParam: string) => (pageParam === '' ? {} : { cursor: pageParam })

/** What is in the wallet stands on its first page. */
export const useWalletHistory = () => {
  const query = useInfiniteQuery({
    queryKey: queryKeys.walletHistory,
    queryFn: ({ pageParam, signal }) => callEndpoint(getWallet, cursorOf(pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })
  const now = query.data?.pages[0] ?? null
  return { ...makePagedSlice(query, (page) => page.entries), now }
}

export type WalletState = Pick<OutputOf<typeof getWallet>, 'balance' | 'held' | 'holds'>

export const useMyWithdraws = () =>
  makePagedSlice(
    useInfiniteQuery({
      queryKey: queryKeys.myWithdraws,
      queryFn: ({ pageParam, signal }) => callEndpoint(listMyWithdraws, cursorOf(pageParam), { signal }),
      initialPageParam: '',
      getNextPageParam: (last) => last.nextCursor,
    }),
    (page) => page.withdraws,
  )
