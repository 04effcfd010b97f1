// Promise: by what mail and SMS leave, or that they do not. Half a configuration is refused, for it would lose messages silently.
import { z } from 'zod'
import { makeStartError } from './process.ts'

const text = z.string().trim().min(1)

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null)

const isMailServer = (url: string): boolean => {
  const parsed = parse(url)
  return parsed !== null && ['smtp:', 'smtps:'].includes(parsed.protocol) && parsed.hostname !== ''
}

/** A plain address, or a name and the address in angle brackets; on one line. */
const isSender = (from: string): boolean => /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(from)

// A password in the address would end up in logs, and fetch refuses it.
const isWebhook = (url: string): boolean => {
  const parsed = parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
}

const isTwilioSender = (from: string): boolean => /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/i.test(from)

export const messageEnvironment = {
  SMTP_URL: text.refine(isMailServer, 'must look like smtp://user:password@mail.example:587 or smtps://…').optional(),
  MAIL_FROM: text.refine(isSender, 'must be an address, or a name and <an@address>').optional(),
  SMS_WEBHOOK_URL: text.refine(isWebhook, 'must be an http or https address without a password in it').optional(),
  SMS_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  TWILIO_ACCOUNT_SID: text.regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits').optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text
    .refine(isTwilioSender, 'must be a number such as +46701234567, a messaging service (MG…) or a name of up to 11 letters')
    .optional(),
}

type Environment = z.infer<z.ZodObject<typeof messageEnvironment>>
type Name = keyof Environment

export type MailConfig = Readonly<{ url: string; from: string }>
export type SmsConfig = Readonly<
  { by: 'webhook'; url: string; secret: string } | { by: 'twilio'; accountSid: string; authToken: string; from: string }
>

const checkTogether = (env: Environment, names: readonly Name[]): void => {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return
  const given = names.filter((name) => env[name] !== undefined)
  throw makeStartError(
    `${given.join(' and ')} ${given.length > 1 ? 'need' : 'needs'} ${missing.join(' and ')} beside ${given.length > 1 ? 'them' : 'it'}.`,
  )
}

const smsOf = (env: Environment): SmsConfig | null => {
  if (env.SMS_WEBHOOK_URL && env.SMS_WEBHOOK_SECRET) {
    return { by: 'webhook', url: env.SMS_WEBHOOK_URL, secret: env.SMS_WEBHOOK_SECRET }
  }
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  return accountSid && authToken && from ? { by: 'twilio', accountSid, authToken, from } : null
}

/** Null: not configured. */
export const readMessagesConfig = (env: Environment): { mail: MailConfig | null; sms: SmsConfig | null } => {
  checkTogether(env, ['SMTP_URL', 'MAIL_FROM'])
  checkTogether(env, ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'])
  checkTogether(env, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'])
  if (env.SMS_WEBHOOK_URL && env.TWILIO_ACCOUNT_SID) {
    throw makeStartError('SMS_WEBHOOK_URL and TWILIO_ACCOUNT_SID are both set: choose the one by which SMS leave.')
  }
  return { mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null, sms: smsOf(env) }
}
