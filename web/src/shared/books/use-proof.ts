// The newest proof of the books, and the way to a newer one.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getLastProof, proveBooks } from '@wayfare/contract/wallet-books'
import type { LedgerProof } from '@wayfare/contract/wallet-books'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useAction } from '../use-action.ts'

const proofKey = [...queryKeys.books, 'proof']

export const useProof = (enabled = true) => {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: proofKey,
    queryFn: ({ signal }) => call(getLastProof, {}, { signal }),
    enabled,
    // the nightly one comes while the page is open
    refetchInterval: 10 * 60_000,
  })
  const action = useAction(proveBooks)
  const prove = async (): Promise<void> => {
    const proof: LedgerProof | null = await action.run({})
    if (proof === null) return
    client.setQueryData(proofKey, { proof })
    await client.invalidateQueries({ queryKey: queryKeys.books })
  }
  return { query, proof: query.data?.proof ?? null, prove, proving: action.busy, cause: action.cause ?? query.error }
}
