// The newest proof of the books, and the way to a newer one.
import { useQuery } from '@tanstack/react-query'
import { getLastProof, proveBooks } from '@wayfare/contract/wallet-books'
import { callEndpoint } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'

const proofKey = [...queryKeys.books, 'proof']

export const useProof = (enabled = true) => {
  const query = useQuery({
    queryKey: proofKey,
    queryFn: ({ signal }) => callEndpoint(getLastProof, {}, { signal }),
    enabled,
    // the nightly one comes while the page is open
    refetchInterval: 10 * 60_000,
  })
  const { run, busy, cause } = useWrite(proveBooks, { stale: [queryKeys.books] })
  return { query, proof: query.data?.proof ?? null, prove: () => run({}), proving: busy, cause: cause ?? query.error }
}
