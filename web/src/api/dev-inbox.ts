// What a demo would have sent, apart from the queries that every visitor loads.
import { keepPreviousData } from '@tanstack/react-query'
import { getDevMessage, listDevMessages } from '@wayfare/contract/messages'
import { useRead } from './queries.ts'
import { queryKeys } from './query-client.ts'

/** Mail and SMS that a demo would have sent; new ones show within seconds. */
export const useDevMessages = (search: string, limit: number) =>
  useRead(
    queryKeys.devMessages(search, limit),
    listDevMessages,
    { ...(search ? { search } : {}), limit },
    { refetchInterval: 3000, placeholderData: keepPreviousData },
  )

export const useDevMessage = (id: string) =>
  useRead(queryKeys.devMessage(id), getDevMessage, { id }, { staleTime: Number.POSITIVE_INFINITY })
