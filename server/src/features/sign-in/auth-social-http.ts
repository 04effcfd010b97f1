// Requests to Facebook and Apple: https to their own hosts, with a timeout. Every failure becomes social_failed;
// the reason goes only to the operator's log.
import type { SocialProvider } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { fetchOutside } from '../../adapters/reach.ts'
import type { Log } from '../../deps.ts'

/** What a provider says about a person. Missing values are null: no provider always gives all of them. */
export type SocialPerson = {
  provider: SocialProvider
  /** the provider's own id of the person, the same at every visit */
  subject: string
  email: string | null
  /** true if the provider confirms that the address is the person's own */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
}

export type SocialRequest = { log: Log; now: () => Date; timeoutMs: number }

/** Logs the reason and returns the refusal to throw. */
export const makeSocialRefusal = (log: Log, provider: SocialProvider, reason: string): Refusal => {
  log.warn({ provider, reason }, 'a sign-in by a provider failed')
  return new Refusal('social_failed')
}

const maxAnswerLength = 100_000

/** Requests JSON. Redirects are not followed, so that our secrets go only to the given host. */
export const askProvider = async (
  { log, timeoutMs }: SocialRequest,
  provider: SocialProvider,
  url: URL,
  request: { form?: URLSearchParams; bearer?: string } = {},
): Promise<unknown> => {
  const failure = (reason: string) => makeSocialRefusal(log, provider, `${url.hostname}${url.pathname} ${reason}`)
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const asking = fetchOutside(url, {
      method: request.form ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(request.bearer ? { authorization: `Bearer ${request.bearer}` } : {}) },
      ...(request.form ? { body: request.form } : {}),
      redirect: 'error',
      signal,
    }).then(async (response) => ({ response, body: await response.text() }))
    // as in adapters/reach: fetch may ignore its signal while a body is read
    const outOfTime = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { response, body } = await Promise.race([asking, outOfTime])
    if (!response.ok) throw failure(`answered ${response.status}`)
    if (body.length > maxAnswerLength) throw failure('answered too much')
    return JSON.parse(body) as unknown
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw failure(error instanceof Error ? `did not answer: ${error.name}` : 'did not answer')
  }
}
