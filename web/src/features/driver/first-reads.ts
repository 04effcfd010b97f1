// What the console reads at once, asked for before it is there: the head of the page has the answers on their way already.
import type { QueryClient } from '@tanstack/react-query'
import { listTasks } from '@wayfare/contract/dispatch'
import { getBasemap } from '@wayfare/contract/places'
import { getEarnings } from '@wayfare/contract/wallet'
import { bookingPages, readOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

export const startReads = (client: QueryClient): void => {
  void client.prefetchInfiniteQuery(bookingPages('active', {}))
  void client.prefetchQuery(readOf(queryKeys.basemap, getBasemap, {}))
  void client.prefetchQuery(readOf(queryKeys.tasks, listTasks, {}))
  void client.prefetchQuery(readOf(queryKeys.earnings, getEarnings, {}))
}
