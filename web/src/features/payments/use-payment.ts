// A payment of one's own, live. While it is open the provider is asked again now and then, should its notice be lost.
import { useQuery } from '@tanstack/react-query'
import { type Payment, getPayment } from '@wayfare/contract/payments'
import { callEndpoint } from '../../api/call.ts'
import { readServerNow, useTopic } from '../../api/live.ts'
import { makeSlice } from '../../api/queries.ts'
import { queryClient, queryKeys } from '../../api/query-client.ts'

/** How often to ask (ms): eagerly at first, as somebody waits; later the server asks as well. */
const [soonMs, laterMs, eagerMs] = [10_000, 60_000, 5 * 60_000]

/** Where the provider sends people back to: the server then asks it what became of the payment. */
const backAddressOf = ({ provider, id }: Pick<Payment, 'provider' | 'id'>): string => `/pay/${provider}/return/${id}`

const askProvider = (payment: Payment, signal: AbortSignal): Promise<unknown> =>
  fetch(backAddressOf(payment), { redirect: 'manual', signal }).catch(() => null)

export const usePayment = (id: Payment['id']) => {
  useTopic('me')
  return makeSlice(
    useQuery({
      queryKey: queryKeys.payment(id),
      queryFn: async ({ signal }) => {
        const known = queryClient.getQueryData<Payment>(queryKeys.payment(id))
        if (known?.status === 'open') await askProvider(known, signal)
        return callEndpoint(getPayment, { id }, { signal })
      },
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => {
        if (data?.status !== 'open') return false
        return readServerNow() - data.createdAt < eagerMs ? soonMs : laterMs
      },
    }),
  )
}
