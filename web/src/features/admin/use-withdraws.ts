// Everybody's withdrawals as the desk lists them, read again whenever one is asked for or paid out.
import type { InputOf } from '@wayfare/contract/endpoint'
import { listWithdraws } from '@wayfare/contract/wallet-admin'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { makePagedSlice, useReadPages } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

type WithdrawsFilter = Omit<InputOf<typeof listWithdraws>, 'cursor' | 'limit'>

/** Rows of a page. */
export const withdrawsPageSize = 25

export const useWithdraws = (filter: WithdrawsFilter) => {
  useTopic('withdraws')
  const query = useReadPages([...queryKeys.withdraws, filter], (place, options) =>
    callEndpoint(listWithdraws, { ...filter, limit: withdrawsPageSize, ...place }, options),
  )
  const pages = query.data?.pages ?? []
  return {
    ...makePagedSlice(query, (page) => page.withdraws),
    count: pages[0]?.count ?? null,
    waiting: pages.at(-1)?.waiting ?? null,
  }
}
