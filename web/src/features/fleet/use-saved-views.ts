// The views that a person has saved of a table, with the columns as they were.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listViews, removeView, saveView } from '@wayfare/contract/accounts-views'
import type { TableView, viewTables } from '@wayfare/contract/accounts-views'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useProblem } from '../../ui/dialogs.tsx'

export type ViewTable = (typeof viewTables)[number]

export const useSavedViews = (table: ViewTable) => {
  const client = useQueryClient()
  const problem = useProblem()
  const queryKey = queryKeys.tableViews(table)
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(listViews, { table }, { signal }) })
  /** true when it was done; a failure is told */
  const tell = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      await client.invalidateQueries({ queryKey })
      return true
    } catch (cause) {
      problem(cause)
      return false
    }
  }
  return {
    saved: data?.views ?? [],
    save: (view: TableView) => tell(() => call(saveView, { table, ...view })),
    remove: (name: string) => tell(() => call(removeView, { table, name })),
  }
}
