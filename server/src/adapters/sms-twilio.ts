// SMS by Twilio: its Messages resource, as its documentation describes it.
import type { Sms } from './ports.ts'
import { postSms } from './sms-request.ts'

type TwilioOptions = {
  accountSid: string
  authToken: string
  /** a number in E.164, a sender's name of up to 11 signs, or a messaging service (MG…) */
  from: string
  /** what one message may take in all (ms) */
  timeoutMs?: number
  /** for tests */
  baseUrl?: string
}

const vendorUrl = 'https://api.twilio.com'

const isService = (from: string): boolean => /^MG[0-9a-f]{32}$/i.test(from)

const codeIn = (text: string): number | null => {
  const found = /"code"\s*:\s*(\d{1,6})\b/.exec(text)
  return found ? Number(found[1]) : null
}

export const makeTwilioSms = (options: TwilioOptions): Sms => {
  const { accountSid, authToken, from, timeoutMs, baseUrl = vendorUrl } = options
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  return {
    send: ({ to, text }) => {
      const body = new URLSearchParams({ To: to, [isService(from) ? 'MessagingServiceSid' : 'From']: from, Body: text })
      return postSms({ url, headers, body: body.toString(), timeoutMs, codeIn })
    },
  }
}
