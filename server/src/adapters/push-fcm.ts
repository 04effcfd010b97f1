// Notices to apps by Firebase Cloud Messaging, HTTP v1: a token for the service account (RFC 7523), then one message a device.
import { importPKCS8, SignJWT } from 'jose'
import { readField, readList, readText } from './fields.ts'
import { makeOutage, type Push, type PushDevice, type PushNotice } from './ports.ts'
import { makeStatusOutage, postOnce, usualTimeoutMs, type PushReply } from './push-request.ts'

type FcmOptions = {
  projectId: string
  /** the service account's */
  clientEmail: string
  /** PKCS #8, as text */
  privateKey: string
  now: () => Date
  timeoutMs?: number
  /** instead of Google's own hosts, in tests */
  origin?: string
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const tokenUrl = 'https://oauth2.googleapis.com/token'

/** So long before its end a token is no longer used (s). */
const spareS = 60

type AccessToken = { text: string; until: number }

const makeAccess = ({ clientEmail, privateKey, now, timeoutMs = usualTimeoutMs, origin }: FcmOptions) => {
  let known: AccessToken | null = null
  const read = async (): Promise<AccessToken> => {
    const at = Math.floor(now().getTime() / 1000)
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt(at)
      .setExpirationTime(at + 3600)
      .sign(await importPKCS8(privateKey, 'RS256'))
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    const { status, body } = await postOnce({ url: origin ? `${origin}/token` : tokenUrl, body: form, timeoutMs })
    const text = readText(body, 'access_token')
    // whatever Google has against the account, the next try may find it mended
    if (text === null) throw makeOutage('unavailable', `Google gave no access token (${status})`)
    const lifeS = Number(readField(body, 'expires_in') ?? 0)
    return { text, until: at + lifeS - spareS }
  }
  return {
    get: async (): Promise<string> => {
      if (known === null || known.until <= now().getTime() / 1000) known = await read()
      return known.text
    },
    forget: () => {
      known = null
    },
  }
}

const messageOf = ({ token }: PushDevice, notice: PushNotice): string => {
  const { title, msg, screen, params, collapse, urgency, ttlS } = notice
  return JSON.stringify({
    message: {
      token,
      notification: { title, body: msg },
      // texts only
      data: { title, msg, screen, params: JSON.stringify(params) },
      android: {
        collapse_key: collapse,
        priority: urgency === 'high' ? 'HIGH' : 'NORMAL',
        ttl: `${ttlS}s`,
        notification: { tag: collapse },
      },
      apns: {
        headers: { 'apns-collapse-id': collapse.slice(0, 64), 'apns-priority': urgency === 'high' ? '10' : '5' },
        payload: { aps: { sound: 'default' } },
      },
    },
  })
}

const codeOf = (body: unknown): string => {
  const codes = readList(body, 'error', 'details').map((detail) => readText(detail, 'errorCode'))
  return codes.find((code) => code !== null) ?? readText(body, 'error', 'status') ?? ''
}

/** Also a token of another project, or none at all: Google says which field of the message it means. */
const isGone = ({ status, body }: PushReply): boolean => {
  const code = codeOf(body)
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return true
  return status === 400 && JSON.stringify(body).includes('"message.token"')
}

export const makeFcmPush = (options: FcmOptions): Push => {
  const { projectId, timeoutMs = usualTimeoutMs, origin = 'https://fcm.googleapis.com' } = options
  const access = makeAccess(options)
  const url = `${origin}/v1/projects/${encodeURIComponent(projectId)}/messages:send`
  return {
    send: async (device, notice) => {
      const authorization = `Bearer ${await access.get()}`
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await postOnce({ url, headers, body: messageOf(device, notice), timeoutMs })
      if (answer.status === 200) return { state: 'taken' }
      if (isGone(answer)) return { state: 'gone' }
      if (answer.status === 401) access.forget()
      throw makeStatusOutage(answer.status, codeOf(answer.body))
    },
  }
}
