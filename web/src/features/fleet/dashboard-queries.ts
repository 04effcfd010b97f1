// What the dashboard reads.
import { getDriverNow } from '@wayfare/contract/desk'
import { getBoard } from '@wayfare/contract/desk-board'
import { getDashboard } from '@wayfare/contract/reports'
import { getTrends } from '@wayfare/contract/reports-trends'
import { listPanics } from '@wayfare/contract/trips'
import type { UserId } from '@wayfare/core/ids'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'

/** Some alerts begin by time alone, without any event (ms). */
const BOARD_MS = 15_000
const FIGURES_MS = 30_000
const DRIVER_MS = 10_000
const PANICS_MS = 60_000

export const useDashboard = () => useRead(queryKeys.dashboard, getDashboard, {}, { refetchInterval: FIGURES_MS })

export const useBoard = () => useRead(queryKeys.board, getBoard, {}, { refetchInterval: BOARD_MS })

/** Drivers in need whom nobody has taken care of. */
export const usePanics = () =>
  useRead(queryKeys.panics, listPanics, {}, { refetchInterval: PANICS_MS, select: (answer) => answer.panics })

export const useTrends = () => useRead(queryKeys.trends, getTrends, {})

export const useDriverNow = (id: UserId) => useRead(queryKeys.driverNow(id), getDriverNow, { id }, { refetchInterval: DRIVER_MS })
