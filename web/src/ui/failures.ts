// What a failed call is to those who tell of it.

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

/** Thrown instead of an answer where the person did not go on with what was begun. */
export const givenUp = new Error('given up')

/** Not being signed in is no failure, since the specification wants it passed over in silence; nor is a change of mind. */
export const isSilent = (cause: unknown): boolean => cause === givenUp || findFailure(cause)?.key === 'not_logged_in'
