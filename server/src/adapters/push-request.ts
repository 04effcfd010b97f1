// What the push services have in common: one short request to a service's own host, and what its statuses mean.
import { isOutage, makeOutage } from './ports.ts'
import type { Outage } from './ports.ts'

export const usualTimeoutMs = 10_000

type PushQuestion = { url: string; headers?: Readonly<Record<string, string>>; body: string; timeoutMs: number }
export type PushReply = { status: number; body: unknown }

/** More than any of them answers (bytes). */
const mostRead = 200_000

const readText = async (response: Response): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostRead) throw makeOutage('unavailable', 'the push service answered too much')
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What the text says as JSON; nothing when it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** A field of what a service answered, however deep; undefined when it is not there. */
export const readField = (value: unknown, ...names: (string | number)[]): unknown =>
  names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[name] : undefined,
    value,
  )

/** What a status that is neither success nor `gone` means; the code is for the operator's log. */
export const makeStatusOutage = (status: number, code = ''): Outage => {
  const facts = code === '' ? String(status) : `${status}, ${code.slice(0, 60)}`
  if (status === 429) return makeOutage('quota', `the push service has had enough for now (${facts})`)
  const isForGood = status >= 400 && status < 500 && status !== 401 && status !== 408
  return isForGood
    ? makeOutage('refused', `the push service will not take the notice (${facts})`)
    : makeOutage('unavailable', `the push service did not take the notice (${facts})`)
}

/** One POST, never followed elsewhere. Throws an Outage when no answer comes. */
export const postOnce = async ({ url, headers, body, timeoutMs }: PushQuestion): Promise<PushReply> => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { method: 'POST', headers: { ...headers }, body, redirect: 'manual', signal })
    return { status: response.status, body: parseJson(await readText(response)) }
  } catch (error) {
    if (isOutage(error)) throw error
    throw makeOutage(
      'unavailable',
      signal.aborted ? 'the push service did not answer in time' : 'the push service cannot be reached',
    )
  }
}
