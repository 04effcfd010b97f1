// Notices to apps built with Expo, by its push service; that a device is gone it often says only in the receipt, some time later.
import { readField, readText } from './fields.ts'
import { makeOutage, type Push, type PushNotice } from './ports.ts'
import { makeStatusOutage, postOnce, usualTimeoutMs } from './push-request.ts'

type ExpoOptions = {
  /** of the operator's account, where it asks for one; null: none */
  accessToken: string | null
  timeoutMs?: number
  /** instead of Expo's own host, in tests */
  origin?: string
}

const vendorOrigin = 'https://exp.host'

const messageOf = (to: string, { title, msg, screen, params, urgency, ttlS, collapse }: PushNotice): string =>
  JSON.stringify({
    to,
    title,
    body: msg,
    data: { title, msg, screen, params },
    sound: 'default',
    priority: urgency === 'high' ? 'high' : 'default',
    ttl: ttlS,
    collapseId: collapse.slice(0, 64),
    tag: collapse,
  })

const isGone = (ticket: unknown): boolean => readField(ticket, 'details', 'error') === 'DeviceNotRegistered'

/** A failure of one notice: too much of it comes to an end, what is too big never does. */
const failureOf = (ticket: unknown) => {
  const code = readText(ticket, 'details', 'error') ?? ''
  return makeStatusOutage(code === 'MessageRateExceeded' ? 429 : 400, code)
}

export const makeExpoPush = ({ accessToken, timeoutMs = usualTimeoutMs, origin = vendorOrigin }: ExpoOptions): Push => {
  const post = async (path: string, body: string): Promise<unknown> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
    }
    const answer = await postOnce({ url: `${origin}/--/api/v2/push/${path}`, headers, body, timeoutMs })
    if (answer.status === 200) return readField(answer.body, 'data')
    throw makeStatusOutage(answer.status, readText(answer.body, 'errors', 0, 'code') ?? '')
  }
  return {
    send: async ({ token }, notice) => {
      const ticket = await post('send', messageOf(token, notice))
      if (isGone(ticket)) return { state: 'gone' }
      if (readField(ticket, 'status') === 'error') throw failureOf(ticket)
      const receipt = readText(ticket, 'id')
      if (receipt === null) throw makeOutage('unavailable', 'the push service answered no ticket')
      return { state: 'taken', receipt }
    },
    readReceipts: async (receipts) => {
      const data = await post('getReceipts', JSON.stringify({ ids: receipts }))
      return receipts.filter((id) => isGone(readField(data, id)))
    },
  }
}
