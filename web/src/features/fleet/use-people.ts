// People as a page lists them, read again whenever one of them changes.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getPerson, listPeople } from '@wayfare/contract/people'
import type { Person } from '@wayfare/contract/people'
import type { UserId } from '@wayfare/core/ids'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { makePagedSlice, makeSlice } from '../../api/queries.ts'
import type { PagedSlice } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { PeopleFilter } from './people-view.ts'

/** Rows of a page, as the server gives them unless asked. */
export const peoplePageSize = 25

type PeopleSlice = PagedSlice<Person> & { count: number | null }

/** A page after the other; earlier rows stay while a changed filter loads. */
export const usePeople = (filter: PeopleFilter): PeopleSlice => {
  useTopic('people')
  const query = useInfiniteQuery({
    queryKey: queryKeys.peopleList(filter),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(
        listPeople,
        {
          ...filter,
          withCount: pageParam ? 'false' : 'true',
          limit: peoplePageSize,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  return { ...makePagedSlice(query, (page) => page.people), count: query.data?.pages[0]?.count ?? null }
}

const waiting = { approved: 'false', blocked: 'false' } as const

/** How many wait for an approval; null while nobody knows, or for others than drivers. */
export const useWaiting = (userType: PeopleFilter['userType']): number | null =>
  useQuery({
    queryKey: queryKeys.peopleList({ userType, ...waiting, isCount: true }),
    queryFn: ({ signal }) => callEndpoint(listPeople, { userType, ...waiting, withCount: 'true', limit: 1 }, { signal }),
    select: ({ count }) => count,
    enabled: userType === 'driver',
  }).data ?? null

/** One person with the figures; null is nobody. */
export const usePerson = (id: UserId | null) =>
  makeSlice(
    useQuery({
      queryKey: queryKeys.person(id ?? ''),
      queryFn: ({ signal }) => callEndpoint(getPerson, { id: id ?? ('' as UserId) }, { signal }),
      enabled: id !== null,
    }),
  )
