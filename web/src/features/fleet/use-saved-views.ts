// The views that a person has saved of a table, with the columns as they were.
import { listViews, removeView, saveView, type TableView, type viewTables } from '@wayfare/contract/accounts-views'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useProblem } from '../../ui/dialogs.tsx'

export type ViewTable = (typeof viewTables)[number]

export const useSavedViews = (table: ViewTable) => {
  const queryKey = queryKeys.tableViews(table)
  const { last } = useRead(queryKey, listViews, { table })
  const options = { stale: [queryKey], refuse: useProblem() }
  const [saving, removal] = [useWrite(saveView, options), useWrite(removeView, options)]
  return {
    saved: last?.views ?? [],
    /** whether it was done */
    save: async (view: TableView) => (await saving.run({ table, ...view })) !== null,
    remove: async (name: string) => (await removal.run({ table, name })) !== null,
  }
}
