// What every table of the back office needs to know: whose layout it keeps, and whether critical edits are locked.
import { useSettings } from '../../api/queries.ts'
import type { Slice } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'

export const useTableGround = (table: string, slice: Slice<unknown>) => {
  const { me } = useSession()
  const problemText = useProblemText()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const state = {
    loading: slice.loading,
    error: slice.error.flag ? problemText(slice.error.cause) : null,
    onRetry: slice.reload,
    keepAs: `${me?.id ?? ''}.${table}`,
    exportName: table,
  }
  return { isLocked, state }
}
