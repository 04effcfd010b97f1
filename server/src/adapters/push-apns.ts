// Notices to apps of Apple devices: one HTTP/2 connection that is kept, and a token of ours that is made anew before it is an hour old.
import { connect, constants, type ClientHttp2Session } from 'node:http2'
import { importPKCS8, SignJWT } from 'jose'
import { parseJson, readText } from './fields.ts'
import { makeOutage, type Push, type PushNotice } from './ports.ts'
import { makeStatusOutage, usualTimeoutMs, type PushReply } from './push-request.ts'

type ApnsOptions = {
  teamId: string
  keyId: string
  /** the .p8 file's text */
  privateKey: string
  /** the app's bundle id */
  topic: string
  sandbox: boolean
  now: () => Date
  timeoutMs?: number
  /** instead of Apple's own host, in tests */
  origin?: string
}

// Apple refuses tokens older than an hour and connections that show a new one more often than every twenty minutes
const tokenLifeMs = 40 * 60_000
const idleMs = 5 * 60_000

const makeToken = ({ teamId, keyId, privateKey, now }: ApnsOptions) => {
  let known: { text: Promise<string>; until: number } | null = null
  const sign = async (at: number): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(Math.floor(at / 1000))
      .sign(await importPKCS8(privateKey, 'ES256'))
  return {
    /** those who ask while it is signed wait for the same one */
    get: (): Promise<string> => {
      const at = now().getTime()
      if (known === null || known.until <= at) known = { text: sign(at), until: at + tokenLifeMs }
      return known.text
    },
    forget: () => {
      known = null
    },
  }
}

/** The connection as long as it is good; one that ends is opened again by the next notice. */
const makeConnection = (origin: string) => {
  let session: ClientHttp2Session | null = null
  const open = (): ClientHttp2Session => {
    const fresh = connect(origin)
    const forget = () => {
      if (session === fresh) session = null
    }
    // each request that was on its way fails by itself
    fresh.on('error', forget)
    fresh.on('close', forget)
    fresh.on('goaway', forget)
    fresh.setTimeout(idleMs, () => fresh.close())
    // a connection at rest keeps no process alive
    fresh.unref()
    return fresh
  }
  return (): ClientHttp2Session => {
    if (session === null || session.closed || session.destroyed) session = open()
    return session
  }
}

const bodyOf = ({ title, msg, screen, params, collapse }: PushNotice): string =>
  JSON.stringify({
    aps: { alert: { title, body: msg }, sound: 'default', 'thread-id': params['bookingId'] ?? collapse },
    title,
    msg,
    screen,
    params,
  })

type Call = { headers: Record<string, string>; body: string; timeoutMs: number }

const post = (session: ClientHttp2Session, { headers, body, timeoutMs }: Call): Promise<PushReply> =>
  new Promise((resolve, reject) => {
    const request = session.request(headers)
    let status = 0
    let text = ''
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      request.close(constants.NGHTTP2_CANCEL)
      // what does not answer may be a connection that is dead without having said so
      session.destroy()
    }, timeoutMs)
    const fail = () =>
      reject(makeOutage('unavailable', isLate ? 'Apple did not answer in time' : 'Apple’s push service cannot be reached'))
    request.setEncoding('utf8')
    request.on('response', (given) => {
      status = Number(given[':status'])
    })
    request.on('data', (part: string) => {
      if (text.length < 4096) text += part
    })
    request.on('error', fail)
    request.on('close', () => {
      clearTimeout(timer)
      if (status === 0 || isLate) return fail()
      resolve({ status, body: parseJson(text) })
    })
    request.end(body)
  })

const goneReasons = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken'])

export const makeApnsPush = (options: ApnsOptions): Push => {
  const { topic, sandbox, now, timeoutMs = usualTimeoutMs } = options
  const token = makeToken(options)
  const connection = makeConnection(options.origin ?? `https://api.${sandbox ? 'sandbox.' : ''}push.apple.com`)
  return {
    send: async (device, notice) => {
      const headers = {
        ':method': 'POST',
        ':path': `/3/device/${encodeURIComponent(device.token)}`,
        authorization: `bearer ${await token.get()}`,
        'apns-topic': topic,
        'apns-push-type': 'alert',
        'apns-priority': notice.urgency === 'high' ? '10' : '5',
        'apns-expiration': String(Math.floor(now().getTime() / 1000) + notice.ttlS),
        'apns-collapse-id': notice.collapse.slice(0, 64),
      }
      const { status, body } = await post(connection(), { headers, body: bodyOf(notice), timeoutMs })
      const reason = readText(body, 'reason') ?? ''
      if (status === 200) return { state: 'taken' }
      if (status === 410 || goneReasons.has(reason)) return { state: 'gone' }
      if (status !== 403) throw makeStatusOutage(status, reason)
      // it speaks of our token, not of the device: with a new one the next try may do
      token.forget()
      throw makeOutage('unavailable', `Apple does not accept our token (${reason.slice(0, 60)})`)
    },
  }
}
