// Card payments as the desk reads them: read again with every change of one.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InputOf } from '@wayfare/contract/endpoint'
import { getPaymentDetail, listNotices, listPayments, listProviders } from '@wayfare/contract/payments-admin'
import type { AdminPayment } from '@wayfare/contract/payments-admin'
import { callEndpoint } from '../../api/call.ts'
import { makePagedSlice, makeSlice } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

type PaymentsFilter = Pick<InputOf<typeof listPayments>, 'status' | 'provider' | 'problem' | 'search'>

export const usePayments = (filter: PaymentsFilter) =>
  makePagedSlice(
    useInfiniteQuery({
      queryKey: [...queryKeys.paymentLists, filter],
      queryFn: ({ pageParam, signal }) =>
        callEndpoint(listPayments, { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (last) => last.nextCursor,
      placeholderData: keepPreviousData,
    }),
    (page) => page.payments,
  )

export const usePaymentDetail = (id: AdminPayment['id']) =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.paymentDetail(id),
      queryFn: ({ signal }) => callEndpoint(getPaymentDetail, { id }, { signal }),
      staleTime: 0,
    }),
  )

export const useNotices = () =>
  makeSlice(
    useQuery({
      queryKey: [...queryKeys.payments, 'notices'],
      queryFn: ({ signal }) => callEndpoint(listNotices, {}, { signal }),
      select: (answer) => answer.notices,
    }),
  )

export const useProviderStates = () =>
  makeSlice(
    useQuery({ queryKey: queryKeys.paymentProviders, queryFn: ({ signal }) => callEndpoint(listProviders, {}, { signal }) }),
  )
