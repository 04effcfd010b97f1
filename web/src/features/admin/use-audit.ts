// The audit log as admins read it: the question in the address, page after page, and the proof of the chain.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { exportAudit, getAuditProof, listAudit, proveAudit } from '@wayfare/contract/audit'
import { auditKinds } from '@wayfare/contract/audit-kinds'
import type { InputOf } from '@wayfare/contract/endpoint'
import { findCitySpan } from '@wayfare/core/city-time'
import { callEndpoint, callFile } from '../../api/call.ts'
import { makePagedSlice } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useLanguage } from '../../i18n/provider.tsx'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { isAnyText, isDay, isIdText, oneOf, useAddressView, type ViewOf, type ViewPart } from '../../shared/use-address-view.ts'

/** What may stand in the address. */
const auditFields = {
  search: isAnyText,
  area: (text: string) => /^[a-z]{1,20}$/.test(text),
  kind: oneOf(auditKinds),
  object: (text: string) => text.length <= 100,
  actor: isIdText,
  from: isDay,
  to: isDay,
}
export type AuditView = ViewOf<typeof auditFields>
export type AuditPart = ViewPart<typeof auditFields>
type AuditFilter = Omit<InputOf<typeof listAudit>, 'cursor' | 'limit'>

/** Rows of a page. */
export const auditPageSize = 50

/** Days are whole ones of the city's calendar, also those on which its clocks are moved. */
const filterOf = ({ from, to, ...view }: AuditView, zone: string) => {
  const span = findCitySpan({ from, to }, zone)
  return {
    ...view,
    ...(typeof span?.from === 'number' ? { from: span.from } : {}),
    ...(typeof span?.to === 'number' ? { to: span.to } : {}),
  }
}

export const useAudit = () => {
  const zone = useCityZone()
  const { settled, ...look } = useAddressView(auditFields)
  const { language } = useLanguage()
  // actions are found by the words that stand on the page
  const inWords = settled.search ? { language: language.langLocale } : {}
  const filter: AuditFilter = { ...filterOf(settled, zone), ...inWords }
  const slice = makePagedSlice(
    useInfiniteQuery({
      queryKey: [...queryKeys.audit, 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        callEndpoint(listAudit, { ...filter, limit: auditPageSize, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (last) => last.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
    (page) => page.entries,
  )
  return { ...look, slice, filter }
}

export const fetchAuditFile = (filter: AuditFilter, format: 'csv' | 'xlsx'): Promise<Blob> =>
  callFile(exportAudit, { ...filter, format })

const proofKey = [...queryKeys.audit, 'proof']

export const useAuditProof = () => {
  const query = useQuery({
    queryKey: proofKey,
    queryFn: ({ signal }) => callEndpoint(getAuditProof, {}, { signal }),
    // the nightly one comes while the page is open
    refetchInterval: 10 * 60_000,
  })
  const { run, busy, cause } = useWrite(proveAudit, { stale: [queryKeys.audit] })
  return { query, prove: () => run({}), proving: busy, cause: cause ?? query.error }
}
