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
import { bookingId, carTypeId, epochMs, latitude, longitude, userId } from './values.ts'

/** Who may follow what, as the API's document tells it. */
export const topicsText = `For anyone: settings, carTypes, languages; with the token of its link: shared:ID (a shared trip with the car's position).
For who is signed in: cancelReasons, me (the own record, notices), bookings (all that one may see), booking:ID (with the driver's position), chat:ID.
For drivers: tasks.
For admins and fleet admins: drivers (positions; whoever names a view gets what changes in it, as driversMoved, and anybody else whole lists), panics (drivers and riders in need), driverAccounts and people (to read again); a fleet admin hears of the own drivers.
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

/** A part of the earth; one that holds the 180th meridian has its west east of its east. */
const mapView = z.strictObject({ south: latitude, west: longitude, north: latitude, east: longitude })
export type MapView = z.infer<typeof mapView>

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
    /** of `drivers`: tells what changes within it, as `driversMoved`; null: nothing is in view yet */
    view: mapView.nullable().optional(),
  }),
  /** another view for the subscription to `drivers`, which named one before */
  z.strictObject({ type: z.literal('view'), view: mapView.nullable() }),
  z.strictObject({ type: z.literal('unsubscribe'), topic }),
  /** `quiet`: points that are taken are not answered, for the answer to a later frame is for them, too; refused ones are */
  z.strictObject({ type: z.literal('positions'), ...positionBatch.shape, quiet: z.boolean().optional() }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientFrame = z.infer<typeof clientFrame>

/** A notice is shown as a toast: a text key with its parameters and the screen it opens. */
export const notice = z.object({
  id: z.string(),
  key: z.string(),
  /** amounts (`amount`, `before`) are decimals of `currency` */
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

const count = z.number().int().min(0)

/**
 * What changed within the view since the frame before, once a second at most. A driver has a number, which holds as long as the
 * subscription; the lists of numbers go in steps of as many as are named. Degrees are told in 100,000ths, no heading as -1; states
 * are 0 free, 1 busy, 2 silent. Who is off duty is not told. The view is widened to whole cells of 0.002 degrees.
 */
const driversMoved = z.object({
  type: z.literal('driversMoved'),
  /** who is not told to have come here is not in the view; `first`: numbers of an earlier subscription mean nothing any more */
  whole: z.enum(['first', 'again']).optional(),
  /** once for each number, in the frame that first tells it */
  names: z
    .array(
      z.object({
        number: count,
        id: userId,
        name: z.string(),
        vehicleNumber: z.string().nullable(),
        carType: carTypeId.nullable(),
      }),
    )
    .optional(),
  /** into the view or on duty: number, latitude, longitude, heading, state */
  came: z.array(z.number().int()).optional(),
  /** number, by how much more latitude, by how much more longitude, heading */
  moved: z.array(z.number().int()).optional(),
  /** number, state */
  states: z.array(count).optional(),
  /** out of the view: numbers */
  gone: z.array(count).optional(),
  /** off duty: numbers */
  offline: z.array(count).optional(),
  /** all whom one may see, in the view or not, when that changed */
  counts: z.object({ free: count, busy: count, stale: count, offline: count }).optional(),
})
export type DriversMoved = z.infer<typeof driversMoved>

export const serverFrame = z.discriminatedUnion('type', [
  /** `quiet`: positions may be so, which earlier releases refuse */
  z.object({ type: z.literal('hello'), serverTime: epochMs, userId: z.string().nullable(), quiet: z.literal(true).optional() }),
  z.object({ type: z.literal('subscribed'), topic, cursor: z.string() }),
  z.object({ type: z.literal('refused'), topic: z.string().nullable(), key: z.string() }),
  /** durable facts, in order; `cursor` is what to hand back as `since` */
  z.object({ type: z.literal('event'), topic, cursor: z.string(), event: liveEvent }),
  /** too much was missed: read the snapshot by REST, then go on */
  z.object({ type: z.literal('resync'), topic, cursor: z.string() }),
  /** motion: the newest only, at most one a second, never replayed */
  z.object({ type: z.literal('position'), topic, position, etaS: z.number().nullable(), ahead }),
  /** to whoever named no view: all drivers, when anything about them changed */
  z.object({ type: z.literal('drivers'), drivers: z.array(driverOnMap) }),
  driversMoved,
  z.object({ type: z.literal('positionsTaken'), ...positionsTaken.shape }),
  z.object({ type: z.literal('positionsRefused'), key: z.string() }),
  z.object({ type: z.literal('signedOut') }),
  z.object({ type: z.literal('pong') }),
])
export type ServerFrame = z.infer<typeof serverFrame>
