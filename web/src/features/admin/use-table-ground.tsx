// What every table of the back office needs to know: whose layout it keeps, how it becomes a file, and whether edits are locked.
import { makeSheet } from '@wayfare/contract/reports'
import { callFile } from '../../api/call.ts'
import { useSettings, type Slice } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import type { TableSheet } from '../../ui/data-table-model.ts'

export const useTableGround = (table: string, slice: Slice<unknown>) => {
  const { me } = useSession()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const state = {
    reading: slice,
    keepAs: `${me?.id ?? ''}.${table}`,
    exports: (sheet: () => TableSheet) => (
      <ExportMenu name={table} fetchFile={(format) => callFile(makeSheet, { ...sheet(), name: table, format })} />
    ),
  }
  return { isLocked, state }
}
