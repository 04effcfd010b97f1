// Riders for what has been typed, a moment after the last key.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { searchRiders } from '@wayfare/contract/accounts-desk'
import type { RiderFound } from '@wayfare/contract/accounts-desk'
import { call } from '../../api/call.ts'

const debounceMs = 150
/** One letter would find half the town. */
const leastLetters = 2

export type RiderSearch = { riders: readonly RiderFound[]; searching: boolean; failure: unknown; typed: string }

export const useRiderSearch = (text: string): RiderSearch => {
  const wanted = text.trim()
  const [typed] = useDebouncedValue(wanted, debounceMs)
  const isEnough = typed.length >= leastLetters
  const query = useQuery({
    queryKey: ['riders', typed],
    queryFn: ({ signal }) => call(searchRiders, { text: typed }, { signal }),
    enabled: isEnough,
    // what somebody has booked changes with every booking
    staleTime: 5000,
  })
  return {
    riders: isEnough && typed === wanted ? (query.data?.riders ?? []) : [],
    searching: wanted.length >= leastLetters && (typed !== wanted || query.isPending),
    failure: query.isError ? query.error : null,
    typed: wanted.length >= leastLetters ? wanted : '',
  }
}
