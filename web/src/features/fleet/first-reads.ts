// What the dashboard reads at once, asked for before it is there: the head of the page has the answers on their way already.
import type { QueryClient } from '@tanstack/react-query'
import { listDrivers } from '@wayfare/contract/accounts'
import { getBoard } from '@wayfare/contract/desk-board'
import { getDashboard } from '@wayfare/contract/reports'
import { listPanics } from '@wayfare/contract/trips'
import { readOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

export const startReads = (client: QueryClient): void => {
  void client.prefetchQuery(readOf(queryKeys.dashboard, getDashboard, {}))
  void client.prefetchQuery(readOf(queryKeys.board, getBoard, {}))
  void client.prefetchQuery(readOf(queryKeys.panics, listPanics, {}))
  void client.prefetchQuery(readOf(queryKeys.drivers, listDrivers, {}))
}
