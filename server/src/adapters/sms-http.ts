// SMS by a webhook of the operator's own: a signed POST that any gateway script can check.
import type { Sms } from './ports.ts'
import { signHeaders } from './signature.ts'
import { postSms } from './sms-request.ts'

type SmsWebhookOptions = {
  url: string
  secret: string
  now: () => Date
  /** what one message may take in all (ms) */
  timeoutMs?: number
}

export const makeWebhookSms = ({ url, secret, now, timeoutMs }: SmsWebhookOptions): Sms => ({
  send: ({ to, text, key }) => {
    const body = JSON.stringify({ to, text, key })
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...signHeaders(secret, body, now()),
    }
    return postSms({ url, headers, body, timeoutMs })
  },
})
