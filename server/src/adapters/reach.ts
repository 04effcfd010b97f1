// A request to an outside service: within its time, never followed elsewhere, and no more of the answer than such a service sends.
import { tracingChannel } from 'node:diagnostics_channel'
import { isOutage, makeOutage } from './ports.ts'

/** A call as whoever watches may know it: whom it asks, and nothing of what. */
export type OutsideCall = {
  host: string
  port: number | null
  protocol: 'http' | 'smtp'
  /** null where a library of the provider chooses it */
  method: string | null
  result?: unknown
  error?: unknown
}

/** Where calls are told as they happen; without a listener that costs nothing. */
export const outsideCalls = tracingChannel<unknown, OutsideCall>('wayfare:outside-call')

/** Makes a call that is told. */
export const callOutside = <T>(to: string | URL, method: string | null, call: () => Promise<T>): Promise<T> => {
  const { hostname: host, port, protocol } = new URL(to)
  const facts = { host, port: port === '' ? null : Number(port), method }
  return outsideCalls.tracePromise(async () => call(), { ...facts, protocol: protocol.startsWith('smtp') ? 'smtp' : 'http' })
}

/** Fetch, told from the question to the head of the answer. */
export const fetchOutside = async (url: string | URL, init: RequestInit): Promise<Response> =>
  callOutside(url, init.method ?? 'GET', () => fetch(url, init))

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
