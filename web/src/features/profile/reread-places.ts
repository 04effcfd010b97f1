// After a change of the saved places.
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-client.ts'

/** Reads the list anew, and lets the search forget what it offered. */
export const useRereadPlaces = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['places'] })
    return client.invalidateQueries({ queryKey: queryKeys.savedPlaces })
  }
}
