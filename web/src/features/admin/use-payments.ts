// Card payments as the desk reads them: read again with every change of one.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InputOf } from '@wayfare/contract/endpoint'
import { getPaymentDetail, listNotices, listPayments, listProviders } from '@wayfare/contract/payments-admin'
import type { AdminPayment } from '@wayfare/contract/payments-admin'
import { call } from '../../api/call.ts'
import { pagedSliceOf, sliceOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

type PaymentsFilter = Pick<InputOf<typeof listPayments>, 'status' | 'provider' | 'problem' | 'search'>

export const usePayments = (filter: PaymentsFilter) =>
  pagedSliceOf(
    useInfiniteQuery({
      queryKey: [...queryKeys.payments, 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        call(listPayments, { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (last) => last.nextCursor,
      placeholderData: keepPreviousData,
    }),
    (page) => page.payments,
  )

export const detailKey = (id: string) => [...queryKeys.payments, 'one', id]

export const usePaymentDetail = (id: AdminPayment['id']) =>
  sliceOf(
    useQuery({ queryKey: detailKey(id), queryFn: ({ signal }) => call(getPaymentDetail, { id }, { signal }), staleTime: 0 }),
  )

export const useNotices = () =>
  sliceOf(
    useQuery({
      queryKey: [...queryKeys.payments, 'notices'],
      queryFn: ({ signal }) => call(listNotices, {}, { signal }),
      select: (answer) => answer.notices,
    }),
  )

export const providersKey = [...queryKeys.payments, 'providers']

export const useProviderStates = () =>
  sliceOf(useQuery({ queryKey: providersKey, queryFn: ({ signal }) => call(listProviders, {}, { signal }) }))
