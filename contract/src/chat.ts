// Messages between the rider and the driver of a booking.
import { roles } from '@wayfare/core/accounts'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { bookingId, epochMs, userId } from './values.ts'

const chatMessageId = z.number().int().positive()

export const chatMessage = z.object({
  id: chatMessageId,
  /** empty once its writer's account was removed */
  message: z.string(),
  from: userId,
  /** whose conversation with the rider it is: one who has the booking since reads nothing of it */
  driver: userId,
  type: z.literal('msg'),
  /** MM:DD:YYYY on the city's clocks */
  msgDate: z.string(),
  /** H:M on the city's clocks */
  msgTime: z.string(),
  /** the writer's role */
  source: z.enum(roles),
  at: epochMs,
  /** what the writer's device called it; null for everyone else */
  clientKey: z.string().nullable(),
})
export type ChatMessage = z.infer<typeof chatMessage>

export const listChat = defineEndpoint({
  verb: 'chat.list',
  path: 'GET /bookings/:id/chat',
  summary:
    'The messages of a booking, oldest first. Rider and driver read their own, an admin any (logged); chat_not_found before a driver has accepted.',
  access: ['rider', 'driver', 'admin'],
  input: z.strictObject({ id: bookingId }),
  output: z.object({
    messages: z.array(chatMessage),
    /** messages may be sent now, by the one who asks */
    mayWrite: z.boolean(),
    /** up to which message one has read oneself; 0: none */
    readUpTo: z.number().int(),
    /** up to which message the other side has read */
    otherReadUpTo: z.number().int(),
  }),
  refusals: ['not_found', 'chat_not_found'],
})
export type Chat = z.infer<(typeof listChat)['output']>

export const sendChat = defineEndpoint({
  verb: 'chat.send',
  path: 'POST /bookings/:id/chat',
  summary:
    'Sends a message of 1 to 2000 characters to the other side, once for each clientKey. Open from ACCEPTED to PAID, then chat_closed.',
  access: ['rider', 'driver'],
  input: z.strictObject({
    id: bookingId,
    message: z.string().max(8000),
    /** made by the device, the same for every try */
    clientKey: z.string().regex(/^[0-9A-Za-z_-]{8,40}$/),
  }),
  output: chatMessage,
  refusals: ['not_found', 'chat_not_found', 'chat_closed', 'proper_message', 'quota_reached', 'idempotency_key_reused'],
  perMinute: 30,
})

export const readChat = defineEndpoint({
  verb: 'chat.read',
  path: 'POST /bookings/:id/chat/read',
  summary: 'Marks the messages of a booking as read up to and including one of them.',
  access: ['rider', 'driver'],
  input: z.strictObject({ id: bookingId, upTo: chatMessageId }),
  refusals: ['not_found', 'chat_not_found'],
})

export const listUnreadChats = defineEndpoint({
  verb: 'chat.unread',
  path: 'GET /chats/unread',
  summary: 'How many messages one has not read, by booking, where the chat is open; bookings without any are left out.',
  access: ['rider', 'driver'],
  output: z.object({ unread: z.array(z.object({ bookingId, count: z.number().int() })) }),
})
