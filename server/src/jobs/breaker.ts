// Promise: a service that fails again and again is left alone for a while, so that nobody waits for it in vain.
import { isOutage, makeOutage, type OutageCode } from '../adapters/ports.ts'

/** Failures in a row after which a service is left alone. */
const mostFailures = 3
/** How long (ms); then one call tries whether it is back. */
const pauseMs = 20_000

export type Breaker = (<T>(work: () => Promise<T>) => Promise<T>) & {
  /** works also while the service is left alone; success ends that */
  tryNow: <T>(work: () => Promise<T>) => Promise<T>
  /** until when it is left alone (epoch ms); null: it is not */
  waitsUntil: () => number | null
}

/** Outages that are answers: the service works. */
const answers: readonly OutageCode[] = ['refused', 'no_route', 'out_of_area', 'no_match']

const isFailure = (error: unknown): boolean => !isOutage(error) || !answers.includes(error.outage)

export const makeBreaker = (now: () => Date): Breaker => {
  let failures = 0
  let waitUntil = 0
  const pause = (): void => {
    waitUntil = now().getTime() + pauseMs
  }
  // a clock that was set back meanwhile would have it left alone for as long: no pause is longer than one
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

/** The same service behind a breaker of its own. */
export const addBreaker = <Message>(
  service: { send: (message: Message) => Promise<void> },
  now: () => Date,
): { send: (message: Message) => Promise<void> } => {
  const guarded = makeBreaker(now)
  return { send: (message) => guarded(() => service.send(message)) }
}
