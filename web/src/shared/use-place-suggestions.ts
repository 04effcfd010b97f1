// Suggestions for what has been typed, 200 ms after the last key; for nothing, home and work of those who are signed in.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { searchPlaces, type PlaceSuggestion } from '@wayfare/contract/places'
import type { LatLng } from '@wayfare/core/geo'
import { callEndpoint } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { useSession } from '../api/session.tsx'

const debounceMs = 200

type PlaceSuggestions = {
  places: readonly PlaceSuggestion[]
  searching: boolean
  failure: unknown
  typed: string
  /** The places for the text as it is by now, without waiting for more of it. */
  ask: () => Promise<readonly PlaceSuggestion[]>
}

const makeSearch = (typed: string, near: LatLng | null) => ({
  queryKey: [...queryKeys.places, typed, near?.lat, near?.lng],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callEndpoint(searchPlaces, { text: typed, limit: 7, lat: near?.lat, lng: near?.lng }, { signal }),
  staleTime: 5 * 60_000,
})

export const usePlaceSuggestions = (text: string, near: LatLng | null): PlaceSuggestions => {
  const client = useQueryClient()
  const isSignedIn = useSession().me !== null
  const now = text.trim()
  const [typed] = useDebouncedValue(now, debounceMs)
  const isAsked = isSignedIn || typed.length > 0
  const query = useQuery({ ...makeSearch(typed, near), enabled: isAsked, placeholderData: keepPreviousData })
  return {
    places: isAsked && !query.isError ? (query.data?.places ?? []) : [],
    searching: query.isFetching || typed !== now,
    failure: query.isError ? query.error : null,
    typed,
    ask: async () => (isSignedIn || now ? (await client.fetchQuery(makeSearch(now, near))).places : []),
  }
}
