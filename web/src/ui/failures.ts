// What a failed call is to those who tell of it.

export type Failure = { key: string; message: string; requestId: string | null; status: number }

/** The failure of a call; null for anything else, which is a fault of ours. */
export const failureOf = (cause: unknown): Failure | null =>
  typeof cause === 'object' && cause !== null && 'key' in cause && 'requestId' in cause ? (cause as Failure) : null

/** Not being signed in is no failure: the specification wants it passed over in silence. */
export const isSilent = (cause: unknown): boolean => failureOf(cause)?.key === 'not_logged_in'
