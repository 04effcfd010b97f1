// How mail and SMS are sent, if at all. An incomplete configuration is refused, since it would silently lose messages.
import { z } from 'zod'
import { checkTogether, text } from './config-values.ts'
import { makeStartError } from './process.ts'

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null)

const isMailServer = (url: string): boolean => {
  const parsed = parse(url)
  return parsed !== null && ['smtp:', 'smtps:'].includes(parsed.protocol) && parsed.hostname !== ''
}

/** A plain address, or a name and an address in angle brackets, on one line. */
const isSender = (from: string): boolean => /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(from)

// a password in the URL would end up in logs, and fetch refuses it
export const isWebhook = (url: string): boolean => {
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

const smsOf = (env: Environment) => {
  const { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret } = env
  if (url && secret) return { by: 'webhook' as const, url, secret }
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  return accountSid && authToken && from ? { by: 'twilio' as const, accountSid, authToken, from } : null
}

/** Null for what is not configured. */
export const readMessagesConfig = (env: Environment) => {
  checkTogether(env, ['SMTP_URL', 'MAIL_FROM'])
  checkTogether(env, ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'])
  checkTogether(env, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'])
  if (env.SMS_WEBHOOK_URL && env.TWILIO_ACCOUNT_SID) {
    throw makeStartError('SMS_WEBHOOK_URL and TWILIO_ACCOUNT_SID are both set: choose the one by which SMS leave.')
  }
  const { SMTP_URL: url, MAIL_FROM: from } = env
  return { mail: url && from ? { url, from } : null, sms: smsOf(env) }
}
