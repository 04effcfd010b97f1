// The dev inbox: mail and SMS of a demo that has no service to send them.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs } from './values.ts'

/** How mail or SMS is delivered: by a service, into the dev inbox, or not at all. */
export const delivery = z.enum(['service', 'dev_inbox', 'none'])
export type Delivery = z.infer<typeof delivery>

/** How many messages the dev inbox keeps; older ones are dropped. */
export const devInboxSize = 500

const devMessage = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  /** the recipient's address or number; null while critical edits are locked */
  to: z.string().nullable(),
  /** empty for an SMS */
  subject: z.string(),
  /** the text as sent, with the code or the complete link */
  text: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  createdAt: epochMs,
})
export type DevMessage = z.infer<typeof devMessage>

export const listDevMessages = defineEndpoint({
  verb: 'messages.listDev',
  path: 'GET /dev-inbox',
  summary: 'Mail and SMS that would have been sent, newest first. Only in a demo.',
  access: ['admin'],
  input: z.strictObject({
    /** part of the subject, or of the address or number if the reader may see it */
    search: z.string().trim().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(devInboxSize).default(50),
  }),
  output: z.object({ messages: z.array(devMessage), total: z.number().int() }),
  refusals: ['not_found'],
})

export const getDevMessage = defineEndpoint({
  verb: 'messages.getDev',
  path: 'GET /dev-inbox/:id',
  summary: 'One of them, a mail with its HTML. Only in a demo.',
  access: ['admin'],
  input: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  output: devMessage.extend({ html: z.string().nullable() }),
  refusals: ['not_found'],
})
