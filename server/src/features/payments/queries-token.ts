// The token of a provider's card fields while it is handed over: sealed for its payment, and used only if the first process died.
import type { Deps } from '../../deps.ts'
import type { PaymentRow } from './present.ts'

/** How long a claim on a payment lasts: longer than any request to a provider takes. */
export const claimForMs = 60_000

export type ClientToken = { token: string; ip: string }

const contextOf = (id: string): string => `payment.sealed ${id}`

export const sealToken = ({ secrets }: Deps, id: string, handed: ClientToken): string =>
  secrets.seal(JSON.stringify(handed), contextOf(id))

/** The token left behind by a process that died while handing it over, or null. */
export const findLeftToken = ({ secrets, now }: Deps, { id, sealed, claimedAt, status }: PaymentRow): ClientToken | null => {
  if (status !== 'open' || sealed === null || claimedAt === null) return null
  if (claimedAt.getTime() >= now().getTime() - claimForMs) return null
  const text = secrets.open(sealed, contextOf(id))
  return text === null ? null : (JSON.parse(text) as ClientToken)
}
