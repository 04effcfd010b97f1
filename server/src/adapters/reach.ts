// A request to an outside service: within its time, never followed elsewhere, and no more of the answer than such a service sends.
import { isOutage, makeOutage } from './ports.ts'

type Reach = {
  /** as the log calls it, such as "the push service" */
  service: string
  timeoutMs: number
}

/** Runs the request; what fails is an Outage. */
export const reachService = async <T>(
  { service, timeoutMs }: Reach,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await request(signal)
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
