// A row that is saved looks busy long enough to be noticed (ms).
const BUSY_MS = 600

/** What the work gives, or how it fails, but not before so many milliseconds. */
export const atLeast = async <T>(work: Promise<T>, ms = BUSY_MS): Promise<T> => {
  const [outcome] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, ms))])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Takes long enough to be noticed. */
export const longEnough = <T>(deed: () => Promise<T>): Promise<T> => atLeast(deed())
