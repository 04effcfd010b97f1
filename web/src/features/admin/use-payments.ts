// Card payments as the desk reads them: read again with every change of one.
import type { InputOf } from '@wayfare/contract/endpoint'
import { getPaymentDetail, listNotices, listPayments, listProviders, type AdminPayment } from '@wayfare/contract/payments-admin'
import { callEndpoint } from '../../api/call.ts'
import { makePagedSlice, useRead, useReadPages } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

type PaymentsFilter = Pick<InputOf<typeof listPayments>, 'status' | 'provider' | 'problem' | 'search'>

export const usePayments = (filter: PaymentsFilter) =>
  makePagedSlice(
    useReadPages([...queryKeys.paymentLists, filter], (place, options) =>
      callEndpoint(listPayments, { ...filter, ...place }, options),
    ),
    (page) => page.payments,
  )

export const usePaymentDetail = (id: AdminPayment['id']) =>
  useRead(queryKeys.paymentDetail(id), getPaymentDetail, { id }, { staleTime: 0 })

export const useNotices = () =>
  useRead([...queryKeys.payments, 'notices'], listNotices, {}, { select: (answer) => answer.notices })

export const useProviderStates = () => useRead(queryKeys.paymentProviders, listProviders, {})
