// A circuit breaker: leaves a service alone for a while after repeated failures, so that nobody waits for it in vain.
import { isOutage, makeOutage, type OutageCode } from '../adapters/ports.ts'

/** Consecutive failures that open the breaker. */
const mostFailures = 3
/** How long the breaker stays open (ms); then one call tries whether the service is back. */
const pauseMs = 20_000

export type Breaker = (<T>(work: () => Promise<T>) => Promise<T>) & {
  /** tries even while the breaker is open; success closes it */
  tryNow: <T>(work: () => Promise<T>) => Promise<T>
  /** until when the breaker is open (epoch ms); null if it is closed */
  waitsUntil: () => number | null
}

/** Outages that are answers, so the service is working. */
const answers: readonly OutageCode[] = ['refused', 'no_route', 'out_of_area', 'no_match']

const isFailure = (error: unknown): boolean => !isOutage(error) || !answers.includes(error.outage)

export const makeBreaker = (now: () => Date): Breaker => {
  let failures = 0
  let waitUntil = 0
  const pause = (): void => {
    waitUntil = now().getTime() + pauseMs
  }
  // if the clock was set back, the remaining time may exceed a whole pause: ignore it then
  const isWaiting = (): boolean => {
    const leftMs = waitUntil - now().getTime()
    return failures >= mostFailures && leftMs > 0 && leftMs <= pauseMs
  }
  const tryNow = async <T>(work: () => Promise<T>): Promise<T> => {
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
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isWaiting()) throw makeOutage('unavailable', 'the service failed again and again and is left alone for now')
    if (failures >= mostFailures) pause()
    return tryNow(work)
  }
  return Object.assign(guarded, { tryNow, waitsUntil: () => (isWaiting() ? waitUntil : null) })
}

/** Puts a service behind a breaker of its own. */
export const addBreaker = <Message>(
  service: { send: (message: Message) => Promise<void> },
  now: () => Date,
): { send: (message: Message) => Promise<void> } => {
  const guarded = makeBreaker(now)
  return { send: (message) => guarded(() => service.send(message)) }
}
