// What the dashboard reads beside its figures.
import { getDriverNow, listAlerts } from '@wayfare/contract/desk'
import { getTrends } from '@wayfare/contract/reports-trends'
import { listPanics } from '@wayfare/contract/trips'
import type { UserId } from '@wayfare/core/ids'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'

/** Some alerts begin by time alone, without any event (ms). */
const ALERTS_MS = 15_000
const DRIVER_MS = 10_000
const PANICS_MS = 60_000

export const useAlerts = () =>
  useRead(queryKeys.alerts, listAlerts, {}, { refetchInterval: ALERTS_MS, select: (answer) => answer.alerts })

/** Drivers in need whom nobody has taken care of. */
export const usePanics = () =>
  useRead(queryKeys.panics, listPanics, {}, { refetchInterval: PANICS_MS, select: (answer) => answer.panics })

export const useTrends = () => useRead(queryKeys.trends, getTrends, {})

export const useDriverNow = (id: UserId) => useRead(queryKeys.driverNow(id), getDriverNow, { id }, { refetchInterval: DRIVER_MS })
