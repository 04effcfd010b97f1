// Promise: a service that fails again and again is left alone for a while, so that nobody waits for it in vain.
import { isOutage, makeOutage } from '../adapters/ports.ts'

/** Failures in a row after which a service is left alone. */
const mostFailures = 3
/** How long (ms); then one call tries whether it is back. */
const pauseMs = 20_000

export type Breaker = <T>(work: () => Promise<T>) => Promise<T>

/** What is refused for good shows that the service works. */
const isFailure = (error: unknown): boolean => !isOutage(error) || error.outage !== 'refused'

export const makeBreaker = (now: () => Date): Breaker => {
  let failures = 0
  let waitUntil = 0
  const pause = (): void => {
    waitUntil = now().getTime() + pauseMs
  }
  return async (work) => {
    if (failures >= mostFailures) {
      if (now().getTime() < waitUntil)
        throw makeOutage('unavailable', 'the service failed again and again and is left alone for now')
      pause()
    }
    try {
      const answer = await work()
      failures = 0
      return answer
    } catch (error) {
      failures = isFailure(error) ? failures + 1 : 0
      pause()
      throw error
    }
  }
}

/** The same service behind a breaker of its own. */
export const addBreaker = <Message>(
  service: { send: (message: Message) => Promise<void> },
  now: () => Date,
): { send: (message: Message) => Promise<void> } => {
  const guarded = makeBreaker(now)
  return { send: (message) => guarded(() => service.send(message)) }
}
