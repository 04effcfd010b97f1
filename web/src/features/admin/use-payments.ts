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
      queryKey: [...queryKeys.paymentLists, filter],
      queryFn: ({ pageParam, signal }) =>
        call(listPayments, { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (last) => last.nextCursor,
      placeholderData: keepPreviousData,
    }),
    (page) => page.payments,
  )

export const usePaymentDetail = (id: AdminPayment['id']) =>
  sliceOf(
    useQuery({
      queryKey: queryKeys.paymentDetail(id),
      queryFn: ({ signal }) => call(getPaymentDetail, { id }, { signal }),
      staleTime: 0,
    }),
  )

export const useNotices = () =>
  sliceOf(
    useQuery({
      queryKey: [...queryKeys.payments, 'notices'],
      queryFn: ({ signal }) => call(listNotices, {}, { signal }),
      select: (answer) => answer.notices,
    }),
  )

export const useProviderStates = () =>
  sliceOf(useQuery({ queryKey: queryKeys.paymentProviders, queryFn: ({ signal }) => call(listProviders, {}, { signal }) }))
