// People as a page lists them, read again whenever one of them changes.
import { getPerson, listPeople } from '@wayfare/contract/people'
import type { UserId } from '@wayfare/core/ids'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { makePagedSlice, useRead, useReadPages } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { PeopleFilter } from './people-view.ts'

/** Rows of a page, as the server gives them unless asked. */
export const peoplePageSize = 25

export const usePeople = (filter: PeopleFilter) => {
  useTopic('people')
  const query = useReadPages(queryKeys.peopleList(filter), (place, options) =>
    callEndpoint(listPeople, { ...filter, withCount: place.cursor ? 'false' : 'true', limit: peoplePageSize, ...place }, options),
  )
  return { ...makePagedSlice(query, (page) => page.people), count: query.data?.pages[0]?.count ?? null }
}

const waiting = { approved: 'false', blocked: 'false' } as const

/** How many wait for an approval; null while nobody knows, or for others than drivers. */
export const useWaiting = (userType: PeopleFilter['userType']): number | null =>
  useRead(
    queryKeys.peopleList({ userType, ...waiting, isCount: true }),
    listPeople,
    { userType, ...waiting, withCount: 'true', limit: 1 },
    { select: ({ count }) => count, enabled: userType === 'driver' },
  ).last

/** One person with the figures. */
export const usePerson = (id: UserId) => useRead(queryKeys.person(id), getPerson, { id })
