// Mail by an SMTP server. One message, one recipient; nothing in a name, subject or address can add a header or another recipient.
import { createTransport } from 'nodemailer'
import { readField } from './fields.ts'
import { makeOutage, type Mail, type Outage } from './ports.ts'
import { callOutside } from './reach.ts'

type SmtpOptions = {
  /** smtp://user:password@host:port, or smtps:// for TLS from the start; the library's options may follow as a query */
  url: string
  /** such as Taxi <no-reply@taxi.example> */
  from: string
  /** what one message may take in all (ms) */
  timeoutMs?: number
}

const usualTimeoutMs = 30_000

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A password never goes out in clear, unless the address says requireTLS=false. */
const hasPassword = (url: string): boolean => new URL(url).password !== ''

const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

/**
 * A relay may refuse each recipient for what is ours: that it does not know us (5.7.x), or that we sent as many as we may (5.4.5; RFC 3463
 * and the words of common relays).
 */
const isAboutUs = (response: unknown): boolean => {
  const said = String(response).replaceAll(/\S*@\S*/g, '')
  return !/\b5\.[12]\.\d/.test(said) && /\b5\.(?:7\.\d|4\.5)|\brelay|\bquota|\blimit/i.test(said)
}

/** We sent as many as we may: some relays say so once they have the content. */
const isSpent = (response: unknown): boolean => /\b5\.4\.5\b/.test(String(response))

/** What the recipient's side refuses with a 5xx it refuses for good; our own address, password or allowance may be mended meanwhile. */
const outageOf = (error: unknown, isLate: boolean): Outage => {
  if (isLate) return makeOutage('unavailable', 'the mail server did not answer in time')
  const [code, command, status] = ['code', 'command', 'responseCode'].map((name) => readField(error, name))
  const response = readField(error, 'response')
  const isAboutRecipient = command === 'RCPT TO' && code === 'EENVELOPE' && !isAboutUs(response)
  const isAboutMessage = isAboutRecipient || (command === 'DATA' && code === 'EMESSAGE' && !isSpent(response))
  const isForGood = (isAboutMessage && Number(status) >= 500) || (code === 'EENVELOPE' && command === 'API')
  const facts = [code, command, status].filter((fact) => typeof fact === 'string' || typeof fact === 'number').join(' ')
  return isForGood
    ? makeOutage('refused', `the mail server will not take the message (${facts})`)
    : makeOutage('unavailable', `the mail server failed (${facts || 'no reason given'})`)
}

export const makeSmtpMail = ({ url, from, timeoutMs = usualTimeoutMs }: SmtpOptions): Mail => {
  const transport = createTransport({
    url,
    requireTLS: hasPassword(url),
    connectionTimeout: timeoutMs / 3,
    greetingTimeout: timeoutMs / 3,
    socketTimeout: timeoutMs / 2,
    socketCloseTimeout: 500,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = addressIn(from).split('@').at(-1)
  return {
    send: async ({ to, subject, text, html, key }) => {
      const signal = AbortSignal.timeout(timeoutMs)
      const recipient = { name: '', address: oneLine(to) }
      try {
        const message = {
          from,
          to: recipient,
          subject: oneLine(subject),
          text,
          html,
          // the same at each try: a server that has the message already may know it again
          messageId: `<${oneLine(key)}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        }
        await callOutside(url, null, () => transport.sendMail(message))
      } catch (error) {
        throw outageOf(error, signal.aborted)
      }
    },
  }
}
