// How the operator is alerted to problems of the installation.
import { z } from 'zod'
import { isWebhook } from './config-messages.ts'
import { checkTogether, list, text } from './config-values.ts'
import { makeStartError } from './process.ts'

const isAddress = (address: string): boolean => /^[^\s<>@,;]+@[^\s<>@,;]+$/u.test(address)

export const alertEnvironment = {
  WAYFARE_ALERT_MAIL: list
    .refine((addresses) => addresses.every(isAddress), 'must list addresses, such as ops@taxi.example,chief@taxi.example')
    .optional(),
  WAYFARE_ALERT_WEBHOOK: text.refine(isWebhook, 'must be an http or https address without a password in it').optional(),
  WAYFARE_ALERT_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
}

type AlertEnvironment = z.output<z.ZodObject<typeof alertEnvironment>> & { SMTP_URL?: string | undefined }

export const readAlertConfig = (env: AlertEnvironment) => {
  const { WAYFARE_ALERT_MAIL: mail = [], WAYFARE_ALERT_WEBHOOK: url, WAYFARE_ALERT_SECRET: secret = null } = env
  if (secret !== null) checkTogether(env, ['WAYFARE_ALERT_SECRET', 'WAYFARE_ALERT_WEBHOOK'])
  if (mail.length > 0 && !env.SMTP_URL)
    throw makeStartError('WAYFARE_ALERT_MAIL needs SMTP_URL beside it: alerts do not leave by the dev inbox.')
  return { alerts: { mail, webhook: url ? { url, secret } : null } }
}
