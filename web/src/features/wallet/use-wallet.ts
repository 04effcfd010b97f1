// One's own wallet as its page reads it: history and requests page after page, read again with every change.
import type { OutputOf } from '@wayfare/contract/endpoint'
import { getWallet, listMyWithdraws } from '@wayfare/contract/wallet'
import { callEndpoint } from '../../api/call.ts'
import { makePagedSlice, useReadPages } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

/** What is in the wallet stands on its first page. */
export const useWalletHistory = () => {
  const query = useReadPages(queryKeys.walletHistory, (place, options) => callEndpoint(getWallet, place, options))
  const now = query.data?.pages[0] ?? null
  return { ...makePagedSlice(query, (page) => page.entries), now }
}

export type WalletState = Pick<OutputOf<typeof getWallet>, 'balance' | 'held' | 'holds'>

export const useMyWithdraws = () =>
  makePagedSlice(
    useReadPages(queryKeys.myWithdraws, (place, options) => callEndpoint(listMyWithdraws, place, options)),
    (page) => page.withdraws,
  )
