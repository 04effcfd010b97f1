// SMS by a webhook of the operator's own: a signed POST that any gateway script can check.
import { createHmac } from 'node:crypto'
import type { Sms } from './ports.ts'
import { postSms } from './sms-request.ts'

type SmsWebhookOptions = {
  url: string
  secret: string
  now: () => Date
  /** what one message may take in all (ms) */
  timeoutMs?: number
}

/** HMAC-SHA-256, in hex, of the time, a dot and the body as sent. A receiver refuses times that are minutes old. */
const signSmsBody = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

export const makeWebhookSms = ({ url, secret, now, timeoutMs }: SmsWebhookOptions): Sms => ({
  send: ({ to, text, key }) => {
    const body = JSON.stringify({ to, text, key })
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-wayfare-timestamp': timestamp,
      'x-wayfare-signature': `sha256=${signSmsBody(secret, timestamp, body)}`,
    }
    return postSms({ url, headers, body, timeoutMs })
  },
})
