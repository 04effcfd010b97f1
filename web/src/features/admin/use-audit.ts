// The audit log as admins read it: the question in the address, page after page, and the proof of the chain.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { exportAudit, getAuditProof, listAudit, proveAudit } from '@wayfare/contract/audit'
import { auditKinds } from '@wayfare/contract/audit-kinds'
import type { InputOf } from '@wayfare/contract/endpoint'
import { epochOfCityTime } from '@wayfare/core/city-time'
import { asId } from '@wayfare/core/ids'
import { useSearchParams } from 'react-router'
import { call, callFile } from '../../api/call.ts'
import { pagedSliceOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import { useAction } from '../../shared/use-action.ts'

export const auditFields = ['search', 'area', 'kind', 'object', 'actor', 'from', 'to'] as const
export type AuditField = (typeof auditFields)[number]
export type AuditView = Partial<Record<AuditField, string>>
export type AuditFilter = Omit<InputOf<typeof listAudit>, 'cursor' | 'limit'>

/** Typed text asks the server once the typing pauses (ms). */
const pauseMs = 250

/** Rows of a page. */
export const auditPageSize = 50

const dayMs = 86_400_000

/** The view is in the address, so that it can be kept, shared, and linked to. */
export const useAuditView = () => {
  const [params, setParams] = useSearchParams()
  const view: AuditView = Object.fromEntries(auditFields.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
  const change = (part: AuditView) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(part)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  return { view, change, clear: () => setParams({}, { replace: true }) }
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isId = (text: string): boolean => /^[0-9A-Za-z_-]{1,40}$/.test(text)

const filterOf = ({ search, area, kind, object, actor, from, to }: AuditView, zone: string): AuditFilter => {
  const dayAt = (day: string | undefined) => (day && isDay(day) ? epochOfCityTime(`${day}T00:00`, zone) : null)
  const known = auditKinds.find((one) => one === kind)
  const [since, until] = [dayAt(from), dayAt(to)]
  return {
    ...(search?.trim() ? { search: search.trim().slice(0, 100) } : {}),
    ...(area && /^[a-z]{1,20}$/.test(area) ? { area } : {}),
    ...(known ? { kind: known } : {}),
    ...(object ? { object: object.slice(0, 100) } : {}),
    ...(actor && isId(actor) ? { actor: asId<'user'>(actor) } : {}),
    ...(since === null ? {} : { from: since }),
    // the last day is a whole one
    ...(until === null ? {} : { to: until + dayMs }),
  }
}

export const useAudit = (view: AuditView) => {
  const zone = useCityZone()
  const [search] = useDebouncedValue(view.search ?? '', pauseMs)
  const filter = filterOf({ ...view, search }, zone)
  const slice = pagedSliceOf(
    useInfiniteQuery({
      queryKey: [...queryKeys.audit, 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        call(listAudit, { ...filter, limit: auditPageSize, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (last) => last.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
    (page) => page.entries,
  )
  return { slice, filter }
}

export const fetchAuditFile = (filter: AuditFilter, format: 'csv' | 'xlsx'): Promise<Blob> =>
  callFile(exportAudit, { ...filter, format })

const proofKey = [...queryKeys.audit, 'proof']

export const useAuditProof = () => {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: proofKey,
    queryFn: ({ signal }) => call(getAuditProof, {}, { signal }),
    // the nightly one comes while the page is open
    refetchInterval: 10 * 60_000,
  })
  const action = useAction(proveAudit)
  const prove = async (): Promise<void> => {
    if (await action.run({})) await client.invalidateQueries({ queryKey: queryKeys.audit })
  }
  return { query, prove, proving: action.busy, cause: action.cause ?? query.error }
}
