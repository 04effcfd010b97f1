// How what we post to an operator's own address is signed.
import { createHmac } from 'node:crypto'

/** HMAC-SHA-256, in hex, of the time (s), a dot and the body as sent. A receiver refuses times that are minutes old. */
export const signHeaders = (secret: string, body: string, now: Date) => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-wayfare-timestamp': timestamp, 'x-wayfare-signature': `sha256=${signature}` }
}
