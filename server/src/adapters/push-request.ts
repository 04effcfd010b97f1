// What the push services have in common: one short request to a service's own host, and what its statuses mean.
import { parseJson } from './fields.ts'
import { makeOutage, type Outage } from './ports.ts'
import { fetchOutside, reachService, readAnswer } from './reach.ts'

export const usualTimeoutMs = 10_000

type PushQuestion = { url: string; headers?: Record<string, string>; body: string | URLSearchParams; timeoutMs: number }
export type PushReply = { status: number; body: unknown }

const service = 'the push service'
/** More than any of them answers. */
const mostBytes = 200_000

/** What a status that is neither success nor `gone` means; the code is for the operator's log. */
export const makeStatusOutage = (status: number, code = ''): Outage => {
  const facts = code === '' ? String(status) : `${status}, ${code.slice(0, 60)}`
  if (status === 429) return makeOutage('quota', `the push service has had enough for now (${facts})`)
  const isForGood = status >= 400 && status < 500 && status !== 401 && status !== 408
  return isForGood
    ? makeOutage('refused', `the push service will not take the notice (${facts})`)
    : makeOutage('unavailable', `the push service did not take the notice (${facts})`)
}

/** One POST. Throws an Outage when no answer comes. */
export const postOnce = ({ url, timeoutMs, ...init }: PushQuestion): Promise<PushReply> =>
  reachService({ service, timeoutMs }, async (signal) => {
    const response = await fetchOutside(url, { method: 'POST', redirect: 'manual', signal, ...init })
    return { status: response.status, body: parseJson(await readAnswer(response, { service, mostBytes })) }
  })
