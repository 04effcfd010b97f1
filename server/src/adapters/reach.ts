// A request to an outside service: within its time, never followed elsewhere, and no more of the answer than such a service sends.
import { isOutage, makeOutage } from './ports.ts'

type Reach = {
  /** as the log calls it, such as "the push service" */
  service: string
  timeoutMs: number
}

/**
 * Rejects when the time is over. The signal given to fetch does not suffice: once the head of the answer is there, Node's garbage
 * collector may take the request that listens to it, and a body that never ends is read for ever (seen in Node 20.20).
 */
const waitForAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true }))

/** Runs the request; what fails is an Outage. */
export const reachService = async <T>(
  { service, timeoutMs }: Reach,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await Promise.race([request(signal), waitForAbort(signal)])
  } catch (error) {
    if (isOutage(error)) throw error
    throw makeOutage('unavailable', `${service} ${signal.aborted ? 'did not answer in time' : 'cannot be reached'}`)
  }
}

/** The text of the answer; an Outage when it is longer than `mostBytes`. */
export const readAnswer = async (
  response: Response,
  { service, mostBytes }: { service: string; mostBytes: number },
): Promise<string> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw makeOutage('unavailable', `${service} answered too much`)
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts).toString('utf8')
}
