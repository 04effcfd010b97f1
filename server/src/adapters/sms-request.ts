// One POST to an SMS service: within a time, and never followed elsewhere. Its answer is a status and, on failure, a code.
import { makeOutage, type Outage } from './ports.ts'
import { fetchOutside, reachService } from './reach.ts'

type SmsRequest = {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs?: number
  /** the service's own code in the text of a failure, for the operator's log */
  codeIn?: (text: string) => number | null
}

const usualTimeoutMs = 15_000

/** Statuses that speak of this message and not of us: another try gets the same answer. */
const forGood = new Set([400, 410, 422])

/** How much of a failure is read (characters). */
const mostRead = 4096

const readStart = async (response: Response): Promise<string> => {
  let text = ''
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString('utf8')
    if (text.length >= mostRead) break
  }
  return text.slice(0, mostRead)
}

const outageFor = (status: number, code: number | null): Outage => {
  const facts = code === null ? String(status) : `${status}, code ${code}`
  if (status === 429) return makeOutage('quota', `the SMS service has had enough for now (${facts})`)
  if (forGood.has(status)) return makeOutage('refused', `the SMS service will not take the message (${facts})`)
  return makeOutage('unavailable', `the SMS service did not take the message (${facts})`)
}

/** Throws an Outage unless the service took the message. */
export const postSms = ({ url, headers, body, timeoutMs = usualTimeoutMs, codeIn }: SmsRequest): Promise<void> =>
  reachService({ service: 'the SMS service', timeoutMs }, async (signal) => {
    const response = await fetchOutside(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    if (response.ok) return response.body?.cancel()
    throw outageFor(response.status, codeIn?.(await readStart(response)) ?? null)
  })
