// What a change of the saved places makes stale: the list, and what the search offers.
import { queryKeys } from '../../api/query-client.ts'

export const stalePlaces = [queryKeys.savedPlaces, queryKeys.places]
