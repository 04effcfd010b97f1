// What a failed call is to those who tell of it.
import { specificationKeys } from '@wayfare/core/specification-keys'

type Failure = {
  key: string
  message: string
  requestId: string | null
  status: number
  details?: Record<string, unknown> | undefined
}

/** The failure of a call; null for anything else, which is a fault of ours. */
export const findFailure = (cause: unknown): Failure | null =>
  typeof cause === 'object' && cause !== null && 'key' in cause && 'requestId' in cause ? (cause as Failure) : null

/** How long a cap holds, in the words for it: null where nobody said, or something else was refused. */
export const describeWait = ({ key, details }: Failure): { key: string; count: number } | null => {
  const seconds = key === 'rate_limited' ? Math.ceil(Number(details?.['retryAfterS'] ?? 0)) : 0
  if (!(seconds > 0)) return null
  if (seconds < 60) return { key: 'rate_limited_seconds', count: seconds }
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return { key: 'rate_limited_minutes', count: minutes }
  return { key: 'rate_limited_hours', count: Math.ceil(minutes / 60) }
}

/** By the HTTP status, since every refusal of one status is of one kind. */
const titles: Readonly<Record<number, string>> = {
  0: 'failure_unreached_title',
  403: 'failure_forbidden_title',
  404: 'failure_missing_title',
  409: 'failure_conflict_title',
  429: 'failure_limited_title',
  502: 'failure_unreached_title',
  503: 'failure_unreached_title',
  504: 'failure_unreached_title',
}

/** The catalogue's, and those whose words the specification gives without a key. */
const literalKeys: ReadonlySet<string> = new Set([
  ...specificationKeys,
  'base_settings_error_1',
  'base_settings_error_2',
  'default_language',
  'fetch_call_error',
  'json_error',
  'no_route_found',
  'user_token_error',
])

/** The key of the title over what is wrong with what was typed. */
export const chooseInputTitle = (key: string): string => (literalKeys.has(key) ? 'alert_title' : 'failure_input_title')

/** The key of a title in few words. Messages that the specification words itself have its title, 'Alert', too. */
export const chooseFailureTitle = (failure: Failure | null): string => {
  if (failure === null) return 'failure_fault_title'
  if (literalKeys.has(failure.key)) return 'alert_title'
  if (failure.key === 'row_changed' || failure.key === 'conflict') return 'failure_changed_title'
  return titles[failure.status] ?? (failure.status < 500 ? 'failure_input_title' : 'failure_fault_title')
}

/** Thrown instead of an answer where the person did not go on with what was begun. */
export const givenUp = new Error('given up')

/** Not being signed in is no failure, since the specification wants it passed over in silence; nor is a change of mind. */
export const isSilent = (cause: unknown): boolean => cause === givenUp || findFailure(cause)?.key === 'not_logged_in'
