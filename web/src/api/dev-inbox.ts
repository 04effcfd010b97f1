// What a demo would have sent, apart from the queries that every visitor loads.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getDevMessage, listDevMessages } from '@wayfare/contract/messages'
import { callEndpoint } from './call.ts'
import { makeSlice } from './queries.ts'
import { queryKeys } from './query-client.ts'

/** Mail and SMS that a demo would have sent; new ones show within seconds. */
export const useDevMessages = (search: string, limit: number) =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.devMessages(search, limit),
      queryFn: ({ signal }) => callEndpoint(listDevMessages, { ...(search ? { search } : {}), limit }, { signal }),
      refetchInterval: 3000,
      placeholderData: keepPreviousData,
    }),
  )

export const useDevMessage = (id: string) =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.devMessage(id),
      queryFn: ({ signal }) => callEndpoint(getDevMessage, { id }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
