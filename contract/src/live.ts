// The WebSocket at /api/live: JSON text frames in both directions.
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

/** Who may subscribe to what, for the OpenAPI document. */
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

/** A bounding box; one that contains the 180th meridian has a west greater than its east. */
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
  /** `since`: the cursor of the last event seen; later events follow, or `resync` if there are too many */
  z.strictObject({
    type: z.literal('subscribe'),
    topic,
    since: z.string().max(60).optional(),
    /** the link's token, for a shared trip */
    token: shareToken.optional(),
    /** for `drivers`: sends changes within this view, as `driversMoved`; null: nothing is in view yet */
    view: mapView.nullable().optional(),
  }),
  /** changes the view of a `drivers` subscription that was made with one */
  z.strictObject({ type: z.literal('view'), view: mapView.nullable() }),
  z.strictObject({ type: z.literal('unsubscribe'), topic }),
  /** `quiet`: accepted points are not acknowledged, since the answer to a later frame covers them; refused ones are answered */
  z.strictObject({ type: z.literal('positions'), ...positionBatch.shape, quiet: z.boolean().optional() }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientFrame = z.infer<typeof clientFrame>

/** A notice, shown as a toast: a text key with its parameters, and the screen it opens. */
export const notice = z.object({
  id: z.string(),
  key: z.string(),
  /** amounts (`amount`, `before`) are decimals in `currency` */
  params: z.record(z.string(), z.string()),
  screen: z.enum(['BookingCab', 'BookedCab', 'onlineChat', 'wallet', 'books', 'audit']),
  bookingId: bookingId.nullable(),
  at: epochMs,
})
export type Notice = z.infer<typeof notice>

export const liveEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('settings'), settings: publicSettings }),
  /** another city is served; sent on `settings` */
  z.object({ name: z.literal('basemap'), basemap }),
  z.object({ name: z.literal('carTypes'), carTypes: z.array(carType) }),
  z.object({ name: z.literal('languages'), languages: z.array(language) }),
  z.object({ name: z.literal('cancelReasons'), ...cancelReasonList.shape }),
  z.object({ name: z.literal('me'), me }),
  z.object({ name: z.literal('notice'), notice }),
  z.object({ name: z.literal('booking'), booking: bookingView }),
  /** the reader may no longer see it (another driver took the task) */
  z.object({ name: z.literal('bookingGone'), bookingId }),
  /** reload the desk's notes on a booking; sent on `bookings`, to the desk only */
  z.object({ name: z.literal('bookingNotes'), bookingId }),
  z.object({ name: z.literal('task'), task }),
  /** reload the list of driver accounts */
  z.object({ name: z.literal('driverAccounts') }),
  /** reload the list of people with this role */
  z.object({ name: z.literal('people'), userType: z.enum(roles) }),
  /** reload the list of promotion codes */
  z.object({ name: z.literal('promos') }),
  /** reload the list of withdrawals; also sent to the owner, on `me` */
  z.object({ name: z.literal('withdraws') }),
  /** reload the list of campaigns */
  z.object({ name: z.literal('notifications') }),
  /** one of the reader's own card payments changed; sent on `me` */
  z.object({ name: z.literal('payment'), payment }),
  /** reload the list of card payments; `trouble`: what an admin must look at */
  z.object({
    name: z.literal('payments'),
    trouble: z
      .object({
        provider: z.string(),
        paymentId: z.string().nullable(),
        problem: z.string(),
        /** the disputed or refunded amount, the reason, and the provider's deadline for an answer */
        about: z.object({ amount: z.string(), currency: z.string(), reason: z.string(), dueAt: epochMs.nullable() }).optional(),
      })
      .nullable(),
  }),
  /** to followers of a shared trip: its progress; then that it is over or the link was revoked */
  z.object({ name: z.literal('sharedTrip'), trip: sharedTrip }),
  z.object({ name: z.literal('sharedTripGone'), bookingId }),
  /** reload the list of drivers and riders in need */
  z.object({ name: z.literal('panics') }),
  z.object({ name: z.literal('chatMessage'), bookingId, message: chatMessage }),
  /** `by` has read everything up to this message */
  z.object({ name: z.literal('chatRead'), bookingId, by: userId, upTo: z.number().int() }),
  /** the reader's number of unread messages in a booking's chat; sent on `me` */
  z.object({ name: z.literal('chatUnread'), bookingId, count: z.number().int() }),
  z.object({ name: z.literal('taskGone'), bookingId, reason: z.enum(['taken', 'cancelled', 'declined', 'withdrawn']) }),
])
export type LiveEvent = z.infer<typeof liveEvent>

const count = z.number().int().min(0)

/**
 * Changes within the view since the previous frame, at most once a second. Each driver has a number, valid for this subscription;
 * the flat lists of numbers are to be read in groups with the fields given. Positions are in 1/100,000 degree, -1 means no
 * heading; states are 0 free, 1 busy, 2 silent. Drivers off duty are not included. The view is widened to whole cells of 0.002
 * degrees.
 */
const driversMoved = z.object({
  type: z.literal('driversMoved'),
  /** a full snapshot: whoever is not in `came` is not in the view; `first`: numbers of earlier subscriptions are void */
  whole: z.enum(['first', 'again']).optional(),
  /** once per number, in the first frame that uses it */
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
  /** entered the view or came on duty: number, latitude, longitude, heading, state */
  came: z.array(z.number().int()).optional(),
  /** number, change of latitude, change of longitude, heading */
  moved: z.array(z.number().int()).optional(),
  /** number, state */
  states: z.array(count).optional(),
  /** left the view: numbers */
  gone: z.array(count).optional(),
  /** went off duty: numbers */
  offline: z.array(count).optional(),
  /** totals of all drivers the reader may see, in view or not, whenever they change */
  counts: z.object({ free: count, busy: count, stale: count, offline: count }).optional(),
})
export type DriversMoved = z.infer<typeof driversMoved>

export const serverFrame = z.discriminatedUnion('type', [
  /** `quiet`: the server supports quiet positions, which earlier releases refuse */
  z.object({ type: z.literal('hello'), serverTime: epochMs, userId: z.string().nullable(), quiet: z.literal(true).optional() }),
  z.object({ type: z.literal('subscribed'), topic, cursor: z.string() }),
  z.object({ type: z.literal('refused'), topic: z.string().nullable(), key: z.string() }),
  /** durable events, in order; send `cursor` back as `since` */
  z.object({ type: z.literal('event'), topic, cursor: z.string(), event: liveEvent }),
  /** too much was missed: reload by REST, then continue */
  z.object({ type: z.literal('resync'), topic, cursor: z.string() }),
  /** motion: only the newest, at most one a second, never replayed */
  z.object({ type: z.literal('position'), topic, position, etaS: z.number().nullable(), ahead }),
  /** to subscriptions without a view: all drivers, whenever anything about them changed */
  z.object({ type: z.literal('drivers'), drivers: z.array(driverOnMap) }),
  driversMoved,
  z.object({ type: z.literal('positionsTaken'), ...positionsTaken.shape }),
  z.object({ type: z.literal('positionsRefused'), key: z.string() }),
  z.object({ type: z.literal('signedOut') }),
  z.object({ type: z.literal('pong') }),
])
export type ServerFrame = z.infer<typeof serverFrame>
