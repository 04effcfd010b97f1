// What a page that leads to /login wants to say there: a problem, a second step, a return from a provider.
import { ownKeys } from '@wayfare/core/errors'
import { specificationKeys } from '@wayfare/core/specification-keys'

export type LoginNews =
  | { kind: 'none' }
  | { kind: 'social' }
  /** the second step of a sign-in that has begun */
  | { kind: 'secondStep'; pending: string }
  /** the same, still in the address, where it should not stay */
  | { kind: 'secondStepInAddress'; pending: string }
  /** `waitS`: after how many seconds another try may do; null where that was not said */
  | { kind: 'problem'; key: string; waitS: number | null }

const messageKeys: readonly string[] = [...specificationKeys, ...ownKeys]

const pendingIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'pending' in value && typeof value.pending === 'string' ? value.pending : null

/** An address is written by anyone: only a key that is one of ours is told, the rest as a sign-in that failed. */
const problemIn = (search: URLSearchParams): LoginNews => {
  const key = search.get('problem')
  if (key === null) return { kind: 'none' }
  // without its token there is no second step to take
  const isTellable = messageKeys.includes(key) && key !== 'second_factor_needed'
  const wait = search.get('wait') ?? ''
  return { kind: 'problem', key: isTellable ? key : 'social_failed', waitS: /^\d{1,5}$/.test(wait) ? Number(wait) : null }
}

export const readLoginNews = (location: { search: string; hash: string; state: unknown }): LoginNews => {
  const search = new URLSearchParams(location.search)
  const inAddress = new URLSearchParams(location.hash.slice(1)).get('pending')
  if (inAddress) return { kind: 'secondStepInAddress', pending: inAddress }
  const pending = pendingIn(location.state)
  if (pending !== null) return { kind: 'secondStep', pending }
  if (search.has('social')) return { kind: 'social' }
  return problemIn(search)
}
