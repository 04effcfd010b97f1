// The quickest way of a price and others that are nearly as good, and the one that the map shows: what a dispatcher tells a caller.
import { useQuery } from '@tanstack/react-query'
import { listWays } from '@wayfare/contract/places-ways'
import type { LatLng } from '@wayfare/core/geo'
import { useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import type { Quote } from '../../shared/use-quote.ts'

const pointOf = ({ lat, lng }: LatLng): LatLng => ({ lat, lng })

export const useWays = (price: Quote | null) => {
  const [chosen, setChosen] = useState<{ of: string; polyline: string } | null>(null)
  const quickest = price?.polyline ?? ''
  const { data } = useQuery({
    queryKey: ['ways', quickest, price?.tripDate ?? null],
    enabled: price !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) => {
      const { pickup, drop, tripDate } = price as Quote
      const [start, dest] = [pointOf(pickup), pointOf(drop)]
      return callEndpoint(listWays, { start, dest, ...(tripDate === null ? {} : { at: tripDate }) }, { signal })
    },
  })
  return {
    ways: data?.ways ?? [],
    /** the line on the map: of the quickest way until another is chosen */
    shown: chosen?.of === quickest ? chosen.polyline : quickest,
    show: (polyline: string) => setChosen({ of: quickest, polyline }),
  }
}
