// People for what has been typed, a moment after the last key.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { searchRiders, type RiderMatch } from '@wayfare/contract/people-riders'
import { searchWallets, type WalletOwner } from '@wayfare/contract/wallet-admin'
import { callEndpoint } from '../../api/call.ts'

const debounceMs = 150
/** One letter would find half the town. */
const leastLetters = 2

/** What a search has found so far; `typed` is empty while too little is typed. */
export type PeopleSearch<P> = { people: readonly P[]; searching: boolean; failure: unknown; typed: string }

/** A way to look for people, and the name its answers are kept under. */
export type PeopleSource<P> = { name: string; find: (text: string, signal: AbortSignal) => Promise<P[]> }

export const riders: PeopleSource<RiderMatch> = {
  name: 'riders',
  find: async (text, signal) => (await callEndpoint(searchRiders, { text }, { signal })).riders,
}

export const walletOwners: PeopleSource<WalletOwner> = {
  name: 'walletOwners',
  find: async (text, signal) => (await callEndpoint(searchWallets, { text }, { signal })).owners,
}

export const usePersonSearch = <P>({ name, find }: PeopleSource<P>, text: string): PeopleSearch<P> => {
  const wanted = text.trim()
  const [typed] = useDebouncedValue(wanted, debounceMs)
  const isEnough = typed.length >= leastLetters
  const query = useQuery({
    queryKey: [name, typed],
    queryFn: ({ signal }) => find(typed, signal),
    enabled: isEnough,
    // what is told of somebody changes with every booking
    staleTime: 5000,
  })
  return {
    people: isEnough && typed === wanted ? (query.data ?? []) : [],
    searching: wanted.length >= leastLetters && (typed !== wanted || query.isPending),
    failure: query.isError ? query.error : null,
    typed: wanted.length >= leastLetters ? wanted : '',
  }
}
