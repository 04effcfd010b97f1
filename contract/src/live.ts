// What travels on the one socket, /api/live: JSON text frames both ways.
import { roles } from '@wayfare/core/accounts'
import { z } from 'zod'
import { driverOnMap, me } from './accounts.ts'
import { bookingView } from './bookings.ts'
import { cancelReasonList, carType } from './catalog.ts'
import { chatMessage } from './chat.ts'
import { task } from './dispatch.ts'
import { language } from './languages.ts'
import { payment } from './payments.ts'
import { basemap, position } from './places.ts'
import { publicSettings } from './settings.ts'
import { ahead, positionBatch, positionsTaken } from './trips.ts'
import { sharedTrip, shareToken } from './trips-share.ts'
import { bookingId, epochMs, userId } from './values.ts'

/** Who may follow what, as the API's document tells it. */
export const topicsText = `For anyone: settings, carTypes, languages; with the token of its link: shared:ID (a shared trip with the car's position).
For who is signed in: cancelReasons, me (the own record, notices), bookings (all that one may see), booking:ID (with the driver's position), chat:ID.
For drivers: tasks.
For admins and fleet admins: drivers (positions), panics (drivers and riders in need), driverAccounts and people (to read again); a fleet admin hears of the own drivers.
For admins: promos, payments, withdraws, notifications (to read again).`

/** @internal */
export const topic = z.union([
  z.enum([
    'settings',
    'carTypes',
    'cancelReasons',
    'languages',
    'me',
    'bookings',
    'tasks',
    'drivers',
    'driverAccounts',
    'people',
    'panics',
    'promos',
    'payments',
    'withdraws',
    'notifications',
  ]),
  z.string().regex(/^booking:[0-9A-Za-z_-]{1,40}$/) as unknown as z.ZodType<`booking:${string}`, string>,
  z.string().regex(/^chat:[0-9A-Za-z_-]{1,40}$/) as unknown as z.ZodType<`chat:${string}`, string>,
  z.string().regex(/^shared:[0-9A-Za-z_-]{1,40}$/) as unknown as z.ZodType<`shared:${string}`, string>,
])
export type Topic = z.infer<typeof topic>

export const clientFrame = z.discriminatedUnion('type', [
  /** for clients without a cookie, as the first frame */
  z.strictObject({
    type: z.literal('authenticate'),
    token: z
      .string()
      .max(500)
      .regex(/^[\x21-\x7e]*$/),
  }),
  /** `since`: the cursor of the last event seen; what happened after it follows, or `resync` when that is too much */
  z.strictObject({
    type: z.literal('subscribe'),
    topic,
    since: z.string().max(60).optional(),
    /** of the link, for a shared trip */
    token: shareToken.optional(),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), topic }),
  z.strictObject({ type: z.literal('positions'), ...positionBatch.shape }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientFrame = z.infer<typeof clientFrame>

/** A notice is shown as a toast: a text key with its parameters and the screen it opens. */
export const notice = z.object({
  id: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.string()),
  screen: z.enum(['BookingCab', 'BookedCab', 'onlineChat', 'wallet', 'books', 'audit']),
  bookingId: bookingId.nullable(),
  at: epochMs,
})
export type Notice = z.infer<typeof notice>

export const liveEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('settings'), settings: publicSettings }),
  /** another city is served; told on `settings` */
  z.object({ name: z.literal('basemap'), basemap }),
  z.object({ name: z.literal('carTypes'), carTypes: z.array(carType) }),
  z.object({ name: z.literal('languages'), languages: z.array(language) }),
  z.object({ name: z.literal('cancelReasons'), ...cancelReasonList.shape }),
  z.object({ name: z.literal('me'), me }),
  z.object({ name: z.literal('notice'), notice }),
  z.object({ name: z.literal('booking'), booking: bookingView }),
  /** the reader may no longer see it (a task another driver took) */
  z.object({ name: z.literal('bookingGone'), bookingId }),
  /** the desk's notes on a booking are to be read again; told on `bookings`, to the desk alone */
  z.object({ name: z.literal('bookingNotes'), bookingId }),
  z.object({ name: z.literal('task'), task }),
  /** the list of accounts is to be read again */
  z.object({ name: z.literal('driverAccounts') }),
  /** the list of people of this role is to be read again */
  z.object({ name: z.literal('people'), userType: z.enum(roles) }),
  /** the list of promotion codes is to be read again */
  z.object({ name: z.literal('promos') }),
  /** the list of withdrawals is to be read again; told to their owner, too, on `me` */
  z.object({ name: z.literal('withdraws') }),
  /** the list of the desk's notices to many is to be read again */
  z.object({ name: z.literal('notifications') }),
  /** a card payment of one's own has changed; told on `me` */
  z.object({ name: z.literal('payment'), payment }),
  /** the list of card payments is to be read again; `trouble`: what an admin must look at */
  z.object({
    name: z.literal('payments'),
    trouble: z
      .object({
        provider: z.string(),
        paymentId: z.string().nullable(),
        problem: z.string(),
        /** what of it is disputed or was given back, why, and until when the provider wants an answer */
        about: z.object({ amount: z.string(), currency: z.string(), reason: z.string(), dueAt: epochMs.nullable() }).optional(),
      })
      .nullable(),
  }),
  /** to whoever follows a shared trip: how it goes on, and that it is over or the link was taken back */
  z.object({ name: z.literal('sharedTrip'), trip: sharedTrip }),
  z.object({ name: z.literal('sharedTripGone'), bookingId }),
  /** the list of drivers and riders in need is to be read again */
  z.object({ name: z.literal('panics') }),
  z.object({ name: z.literal('chatMessage'), bookingId, message: chatMessage }),
  /** `by` has read everything up to this message */
  z.object({ name: z.literal('chatRead'), bookingId, by: userId, upTo: z.number().int() }),
  /** how many messages of a booking's chat one has not read; told on `me` */
  z.object({ name: z.literal('chatUnread'), bookingId, count: z.number().int() }),
  z.object({ name: z.literal('taskGone'), bookingId, reason: z.enum(['taken', 'cancelled', 'declined', 'withdrawn']) }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), serverTime: epochMs, userId: z.string().nullable() }),
  z.object({ type: z.literal('subscribed'), topic, cursor: z.string() }),
  z.object({ type: z.literal('refused'), topic: z.string().nullable(), key: z.string() }),
  /** durable facts, in order; `cursor` is what to hand back as `since` */
  z.object({ type: z.literal('event'), topic, cursor: z.string(), event: liveEvent }),
  /** too much was missed: read the snapshot by REST, then go on */
  z.object({ type: z.literal('resync'), topic, cursor: z.string() }),
  /** motion: the newest only, at most one a second, never replayed */
  z.object({ type: z.literal('position'), topic, position, etaS: z.number().nullable(), ahead }),
  z.object({ type: z.literal('drivers'), drivers: z.array(driverOnMap) }),
  z.object({ type: z.literal('positionsTaken'), ...positionsTaken.shape }),
  z.object({ type: z.literal('positionsRefused'), key: z.string() }),
  z.object({ type: z.literal('signedOut') }),
  z.object({ type: z.literal('pong') }),
])
export type ServerFrame = z.infer<typeof serverFrame>
