// Notices to browsers: encrypted for the one subscription (RFC 8291), signed with our own keys (RFC 8292), sent to its address.
import { createECDH, createHash } from 'node:crypto'
import { findPushHost, isHostListed } from '@wayfare/core/push'
import webPush from 'web-push'
import { postOutside, type HostResolver } from './outbound.ts'
import type { Push, PushNotice } from './ports.ts'
import { makeStatusOutage, usualTimeoutMs } from './push-request.ts'

/** In base64url: 65 and 32 bytes. */
export type PushKeys = { publicKey: string; privateKey: string }

type WebPushOptions = {
  keys: () => Promise<PushKeys>
  /** where a push service may reach the operator: mailto:… or https://… */
  contact: string
  /** the only hosts that are asked */
  hosts: readonly string[]
  timeoutMs?: number
  /** instead of the services' own: an origin such as http://127.0.0.1:4000, in tests */
  origin?: string
  resolve?: HostResolver
}

/** Services take 4096 bytes in all, a character may need three: what goes beyond this is cut. */
const longest = { title: 150, msg: 700 }

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** What the service worker reads. */
const payloadOf = ({ title, msg, screen, params, collapse, stays, locale, direction, alone }: PushNotice): string =>
  JSON.stringify({
    title: cut(title, longest.title),
    msg: cut(msg, longest.msg),
    screen,
    params,
    tag: collapse,
    stays,
    ...(alone ? { alone } : {}),
    lang: locale,
    dir: direction,
  })

/** Of our topics a service learns only whether two are the same. */
const topicOf = (collapse: string): string => createHash('sha256').update(collapse).digest('base64url').slice(0, 32)

/** Nothing can be encrypted for a key that is no point of the curve, so nobody holds the other half of it. */
const isPoint = (key: string): boolean => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    return own.computeSecret(Buffer.from(key, 'base64url')).length > 0
  } catch {
    return false
  }
}

const gone = new Set([404, 410])

export const makeWebPush = ({ keys, contact, hosts, timeoutMs = usualTimeoutMs, origin, resolve }: WebPushOptions): Push => ({
  send: async (device, notice) => {
    const host = findPushHost(device.token)
    if (host === null || device.keys === null || !isHostListed(host, hosts)) return { state: 'gone' }
    if (!isPoint(device.keys.p256dh)) return { state: 'gone' }
    const { headers, body } = webPush.generateRequestDetails({ endpoint: device.token, keys: device.keys }, payloadOf(notice), {
      vapidDetails: { subject: contact, ...(await keys()) },
      TTL: notice.ttlS,
      urgency: notice.urgency,
      topic: topicOf(notice.collapse),
    })
    const url = origin === undefined ? device.token : device.token.replace(`https://${host}`, origin)
    const { status, text } = await postOutside({
      url,
      headers: headers as Record<string, string | number>,
      body: body ?? '',
      timeoutMs,
      isTrusted: origin !== undefined,
      ...(resolve ? { resolve } : {}),
    })
    if (gone.has(status)) return { state: 'gone' }
    if (status >= 200 && status < 300) return { state: 'taken' }
    throw makeStatusOutage(status, /^[\w .:-]{1,60}/.exec(text)?.[0])
  },
})
