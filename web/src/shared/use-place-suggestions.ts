// Suggestions for what has been typed, 200 ms after the last key; for nothing, home and work of those who are signed in.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchPlaces, type PlaceSuggestion } from '@wayfare/contract/places'
import type { LatLng } from '@wayfare/core/geo'
import { callEndpoint } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { useSession } from '../api/session.tsx'

const debounceMs = 200

type PlaceSuggestions = { places: readonly PlaceSuggestion[]; searching: boolean; failure: unknown; typed: string }

export const usePlaceSuggestions = (text: string, near: LatLng | null): PlaceSuggestions => {
  const [typed] = useDebouncedValue(text.trim(), debounceMs)
  const isAsked = useSession().me !== null || typed.length > 0
  const query = useQuery({
    queryKey: [...queryKeys.places, typed, near?.lat, near?.lng],
    queryFn: ({ signal }) => callEndpoint(searchPlaces, { text: typed, limit: 7, lat: near?.lat, lng: near?.lng }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
  return {
    places: isAsked && !query.isError ? (query.data?.places ?? []) : [],
    searching: query.isFetching || typed !== text.trim(),
    failure: query.isError ? query.error : null,
    typed,
  }
}
