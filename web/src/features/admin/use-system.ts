// How the installation stands, looked at again every fifteen seconds, and what can be done about it from here.
import { proveAudit } from '@wayfare/contract/audit'
import { forgetJobs, getSystem, retryJobs } from '@wayfare/contract/system'
import { proveBooks } from '@wayfare/contract/wallet-books'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'

export const useSystem = () => useRead(queryKeys.system, getSystem, {}, { staleTime: 0, refetchInterval: 15_000 })

const stale = [queryKeys.system]

export const useFailedJobs = () => {
  const t = useT()
  return { retry: useWrite(retryJobs, { stale, toast: t('system_retry_done') }), forget: useWrite(forgetJobs, { stale }) }
}

export const useProofs = () => ({
  books: useWrite(proveBooks, { stale: [...stale, queryKeys.books] }),
  audit: useWrite(proveAudit, { stale: [...stale, queryKeys.audit] }),
})
