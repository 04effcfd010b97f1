// What is wrong with the installation, by a webhook of the operator's own: a POST of JSON, signed where a secret is given.
import { makeOutage, type AlertHook } from './ports.ts'
import { fetchOutside, reachService } from './reach.ts'
import { signHeaders } from './signature.ts'

type AlertWebhookOptions = {
  url: string
  /** null: unsigned */
  secret: string | null
  now: () => Date
  /** what one message may take in all (ms) */
  timeoutMs?: number
}

const service = 'the webhook for alerts'

export const makeWebhookAlerts = ({ url, secret, now, timeoutMs = 10_000 }: AlertWebhookOptions): AlertHook => ({
  send: ({ key, ...notice }) =>
    reachService({ service, timeoutMs }, async (signal) => {
      const body = JSON.stringify(notice)
      const signed = secret === null ? {} : signHeaders(secret, body, now())
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...signed }
      const response = await fetchOutside(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await response.body?.cancel()
      if (!response.ok) throw makeOutage('unavailable', `${service} answered ${response.status}`)
    }),
})
