// What the dashboard reads beside its figures.
import { useQuery } from '@tanstack/react-query'
import { getDriverNow, listAlerts } from '@wayfare/contract/desk'
import { getTrends } from '@wayfare/contract/reports-trends'
import { listPanics } from '@wayfare/contract/trips'
import type { UserId } from '@wayfare/core/ids'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { sliceOf } from '../../api/queries.ts'

/** Some alerts begin by time alone, without any event (ms). */
const ALERTS_MS = 15_000
const DRIVER_MS = 10_000
const PANICS_MS = 60_000

export const useAlerts = () =>
  sliceOf(
    useQuery({
      queryKey: queryKeys.alerts,
      queryFn: ({ signal }) => call(listAlerts, {}, { signal }),
      refetchInterval: ALERTS_MS,
      select: (answer) => answer.alerts,
    }),
  )

/** Drivers in need whom nobody has taken care of. */
export const usePanics = () =>
  useQuery({
    queryKey: queryKeys.panics,
    queryFn: ({ signal }) => call(listPanics, {}, { signal }),
    select: (answer) => answer.panics,
    refetchInterval: PANICS_MS,
  })

export const useTrends = () =>
  sliceOf(useQuery({ queryKey: queryKeys.trends, queryFn: ({ signal }) => call(getTrends, {}, { signal }) }))

export const useDriverNow = (id: UserId) =>
  sliceOf(
    useQuery({
      queryKey: queryKeys.driverNow(id),
      queryFn: ({ signal }) => call(getDriverNow, { id }, { signal }),
      refetchInterval: DRIVER_MS,
    }),
  )
