// What the dashboard reads beside its figures.
import { useQuery } from '@tanstack/react-query'
import { getDriverNow, listAlerts } from '@wayfare/contract/desk'
import { getTrends } from '@wayfare/contract/reports-trends'
import { listPanics } from '@wayfare/contract/trips'
import type { UserId } from '@wayfare/core/ids'
import { callEndpoint } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { makeSlice } from '../../api/queries.ts'

/** Some alerts begin by time alone, without any event (ms). */
const ALERTS_MS = 15_000
const DRIVER_MS = 10_000
const PANICS_MS = 60_000

export const useAlerts = () =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.alerts,
      queryFn: ({ signal }) => callEndpoint(listAlerts, {}, { signal }),
      refetchInterval: ALERTS_MS,
      select: (answer) => answer.alerts,
    }),
  )

/** Drivers in need whom nobody has taken care of. */
export const usePanics = () =>
  useQuery({
    queryKey: queryKeys.panics,
    queryFn: ({ signal }) => callEndpoint(listPanics, {}, { signal }),
    select: (answer) => answer.panics,
    refetchInterval: PANICS_MS,
  })

export const useTrends = () =>
  makeSlice(useQuery({ queryKey: queryKeys.trends, queryFn: ({ signal }) => callEndpoint(getTrends, {}, { signal }) }))

export const useDriverNow = (id: UserId) =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.driverNow(id),
      queryFn: ({ signal }) => callEndpoint(getDriverNow, { id }, { signal }),
      refetchInterval: DRIVER_MS,
    }),
  )
