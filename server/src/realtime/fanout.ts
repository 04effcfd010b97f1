// From events to sockets: for each topic and reader, an event becomes the view that this reader may see.
// A resumed subscription first gets what it missed and then goes live, without gaps or duplicates.
import type { Actor, UserActor } from '@wayfare/core/accounts'
import { isCancelled, isWaitingForDriver } from '@wayfare/core/booking'
import type { Audience, DomainEvent, EventType } from '@wayfare/core/events'
import type { BookingId, UserId } from '@wayfare/core/ids'
import type { DriverOnMap, Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import type { CancelReasonList, CarType } from '@wayfare/contract/catalog'
import type { ChatMessage } from '@wayfare/contract/chat'
import type { Task } from '@wayfare/contract/dispatch'
import type { Language } from '@wayfare/contract/languages'
import type { Payment } from '@wayfare/contract/payments'
import type { LiveEvent, Topic } from '@wayfare/contract/live'
import type { Basemap } from '@wayfare/contract/places'
import type { RosterDriver } from './drivers-roster.ts'
import type { SharedTrip } from '@wayfare/contract/trips-share'
import type { PublicSettings } from '@wayfare/core/settings'
import { makeTogether } from '../together.ts'

/** What the features let a reader see; null for nothing, or nothing any more. */
export type Views = {
  booking: (id: BookingId, actor: UserActor) => Promise<BookingView | null>
  /** the task as each of these drivers sees it, for those who are still asked */
  tasks: (bookingId: BookingId, drivers: readonly UserId[]) => Promise<ReadonlyMap<UserId, Task>>
  chatMessage: (bookingId: BookingId, messageId: number, actor: UserActor) => Promise<ChatMessage | null>
  chatUnread: (bookingId: BookingId, userId: UserId) => Promise<number>
  /** whether this person may follow the chat */
  mayFollowChat: (bookingId: BookingId, actor: UserActor) => Promise<boolean>
  /** a trip as its links show it; null once it is over */
  sharedTrip: (bookingId: BookingId) => Promise<SharedTrip | null>
  /** whether a link belongs to this trip */
  mayFollowShared: (bookingId: BookingId, token: string) => Promise<boolean>
  me: (userId: UserId) => Promise<Me | null>
  drivers: (actor: UserActor) => Promise<DriverOnMap[]>
  /** the given drivers, or all */
  roster: (ids: readonly UserId[] | null) => Promise<RosterDriver[]>
  settings: () => Promise<PublicSettings>
  basemap: () => Basemap
  carTypes: () => Promise<CarType[]>
  payment: (id: string) => Promise<Payment | null>
  languages: () => Promise<Language[]>
  cancelReasons: () => Promise<CancelReasonList>
}

/**
 * The delivery of an event on one topic: its readers, their view, and which readers share one view (those with the same `share`).
 */
export type Delivery = {
  topic: Topic
  isFor: (actor: Actor) => boolean
  view: (actor: Actor) => Promise<LiveEvent | null>
  share: (actor: Actor) => string
}

/** An event for the subscribers of one topic. */
export type News = { delivery: Delivery; cursor: string }

type EventOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>
type Tellers = { [Type in EventType]?: (event: EventOf<Type>, views: Views) => Delivery[] }
type Readers = Delivery['isFor']

const anybody: Readers = () => true
const owner =
  (id: UserId): Readers =>
  (actor) =>
    actor.kind === 'user' && actor.id === id
/** Admins, and the admin of the fleet concerned. */
const desk =
  (fleetAdmin: UserId | null): Readers =>
  (actor) =>
    actor.kind === 'user' && (actor.role === 'admin' || actor.id === fleetAdmin)
const oneOf =
  (users: readonly (UserId | null)[]): Readers =>
  (actor) =>
    actor.kind === 'user' && users.includes(actor.id)
/** Only the current driver, the rider and the desk follow a conversation; a former driver of the booking does not. */
const talkers =
  (driver: UserId): Readers =>
  (actor) =>
    actor.kind === 'user' && (actor.role !== 'driver' || actor.id === driver)
/** Asked drivers are told by their tasks instead, since each of a hundred listeners would cost a query for the booking. */
const audienceOf = ({ customer, driver, fleetAdmin }: Audience): Readers => {
  const [isDesk, isParty] = [desk(fleetAdmin), oneOf([customer, driver])]
  return (actor) => isDesk(actor) || isParty(actor)
}

const ownOrAdmin = (actor: Actor): string => (actor.kind !== 'user' ? actor.kind : actor.role === 'admin' ? 'admin' : actor.id)

/** The same view for all readers. */
const tellAlike = (topic: Topic, isFor: Readers, view: () => Promise<LiveEvent | null>): Delivery => ({
  topic,
  isFor,
  view,
  share: () => 'all',
})

/** A view per reader; admins share one. */
const tellEach = (topic: Topic, isFor: Readers, view: (actor: UserActor) => Promise<LiveEvent | null>): Delivery => ({
  topic,
  isFor,
  view: async (actor) => (actor.kind === 'user' ? view(actor) : null),
  share: ownOrAdmin,
})

/** For everybody with a link to the trip. */
const tellShared = (bookingId: BookingId, view: () => Promise<LiveEvent>): Delivery =>
  tellAlike(`shared:${bookingId}`, anybody, view)

const tellBooking = (bookingId: BookingId, audience: Audience, views: Views): Delivery[] => {
  const view = async (actor: UserActor): Promise<LiveEvent> => {
    const booking = await views.booking(bookingId, actor)
    return booking ? { name: 'booking', booking } : { name: 'bookingGone', bookingId }
  }
  return [
    tellEach('bookings', audienceOf(audience), view),
    tellEach(`booking:${bookingId}`, anybody, view),
    tellShared(bookingId, async () => {
      const trip = await views.sharedTrip(bookingId)
      return trip ? { name: 'sharedTrip', trip } : { name: 'sharedTripGone', bookingId }
    }),
  ]
}

const tellMe = (userId: UserId, views: Views): Delivery[] => [
  tellAlike('me', owner(userId), async () => {
    const me = await views.me(userId)
    return me && { name: 'me', me }
  }),
]

/** A hint without content: readers who may see the account reload it. */
const tellDriverAccounts = (isFor: Readers): Delivery[] => [
  tellAlike('driverAccounts', isFor, async () => ({ name: 'driverAccounts' })),
]

const tellPanics = ({ audience }: { audience: Audience }): Delivery[] => [
  tellAlike('panics', desk(audience.fleetAdmin), async () => ({ name: 'panics' })),
]

/** The tasks of all listeners are read together. */
const tellTask = (bookingId: BookingId, drivers: readonly UserId[], views: Views): Delivery => {
  const asked = new Set(drivers)
  const findTask = makeTogether((ids: UserId[]) => views.tasks(bookingId, ids))
  return tellEach(
    'tasks',
    (actor) => actor.kind === 'user' && asked.has(actor.id),
    async ({ id }) => {
      const task = await findTask(id)
      return task ? { name: 'task', task } : null
    },
  )
}

type GoneReason = Extract<LiveEvent, { name: 'taskGone' }>['reason']

const tellTaskGone = (bookingId: BookingId, drivers: readonly UserId[], reason: GoneReason): Delivery =>
  tellAlike('tasks', oneOf(drivers), async () => ({ name: 'taskGone', bookingId, reason }))

const tellUnread = (bookingId: BookingId, userId: UserId, views: Views): Delivery =>
  tellAlike('me', owner(userId), async () => ({
    name: 'chatUnread',
    bookingId,
    count: await views.chatUnread(bookingId, userId),
  }))

/** One small function per event; events without one concern no topic. */
const tellers: Tellers = {
  BookingCreated: ({ bookingId, audience }, views) => tellBooking(bookingId, audience, views),
  BookingMoved: ({ bookingId, audience, from, to }, views) => {
    const told = tellBooking(bookingId, audience, views)
    if (!isWaitingForDriver(from)) return told
    const others = audience.requestedDrivers.filter((driver) => driver !== audience.driver)
    return [...told, tellTaskGone(bookingId, others, isCancelled(to) ? 'cancelled' : 'taken')]
  },
  BookingChanged: ({ bookingId, audience }, views) => tellBooking(bookingId, audience, views),
  BookingNoted: ({ bookingId, fleetAdmin }) => [
    tellAlike('bookings', desk(fleetAdmin), async () => ({ name: 'bookingNotes', bookingId })),
  ],
  DriversRequested: ({ bookingId, drivers, audience }, views) => [
    ...tellBooking(bookingId, audience, views),
    tellTask(bookingId, drivers, views),
  ],
  DriverDeclined: ({ bookingId, driver, audience }, views) => [
    ...tellBooking(bookingId, audience, views),
    tellTaskGone(bookingId, [driver], 'declined'),
  ],
  OfferWithdrawn: ({ bookingId, driver, audience }, views) => [
    ...tellBooking(bookingId, audience, views),
    tellTaskGone(bookingId, [driver], 'withdrawn'),
  ],
  NoTakerFound: ({ bookingId, audience }, views) => tellBooking(bookingId, audience, views),
  BookingRated: ({ bookingId, audience }, views) => tellBooking(bookingId, audience, views),
  TripUnshared: ({ bookingId }) => [tellShared(bookingId, async () => ({ name: 'sharedTripGone', bookingId }))],
  PanicRaised: tellPanics,
  PanicAnswered: tellPanics,
  ChatMessageSent: ({ bookingId, messageId, driver, to }, views) => [
    tellEach(`chat:${bookingId}`, talkers(driver), async (actor) => {
      const message = await views.chatMessage(bookingId, messageId, actor)
      return message && { name: 'chatMessage', bookingId, message }
    }),
    tellUnread(bookingId, to, views),
  ],
  ChatRead: ({ bookingId, driver, by, upTo }, views) => [
    tellAlike(`chat:${bookingId}`, talkers(driver), async () => ({ name: 'chatRead', bookingId, by, upTo })),
    tellUnread(bookingId, by, views),
  ],
  UserChanged: ({ userId }, views) => tellMe(userId, views),
  DriverAccountChanged: ({ fleetAdmin }) => tellDriverAccounts(desk(fleetAdmin)),
  UserRemoved: () => tellDriverAccounts(anybody),
  PersonChanged: ({ userType, fleetAdmin }) => [
    tellAlike('people', desk(fleetAdmin), async () => ({ name: 'people', userType })),
  ],
  WalletPosted: ({ userId }, views) => tellMe(userId, views),
  WithdrawChanged: ({ userId }) => [
    tellAlike('me', owner(userId), async () => ({ name: 'withdraws' })),
    tellAlike('withdraws', anybody, async () => ({ name: 'withdraws' })),
  ],
  PaymentChanged: ({ paymentId, userId }, views) => [
    tellAlike('me', owner(userId), async () => {
      const payment = await views.payment(paymentId)
      return payment && { name: 'payment', payment }
    }),
    tellAlike('payments', anybody, async () => ({ name: 'payments', trouble: null })),
  ],
  PaymentTroubled: ({ type: _type, ...trouble }) => [tellAlike('payments', anybody, async () => ({ name: 'payments', trouble }))],
  SettingsChanged: (_event, views) => [
    tellAlike('settings', anybody, async () => ({ name: 'settings', settings: await views.settings() })),
  ],
  CityChanged: (_event, views) => [tellAlike('settings', anybody, async () => ({ name: 'basemap', basemap: views.basemap() }))],
  CarTypesChanged: (_event, views) => [
    tellAlike('carTypes', anybody, async () => ({ name: 'carTypes', carTypes: await views.carTypes() })),
  ],
  PromosChanged: () => [tellAlike('promos', anybody, async () => ({ name: 'promos' }))],
  CampaignsChanged: () => [tellAlike('notifications', anybody, async () => ({ name: 'notifications' }))],
  LanguagesChanged: (_event, views) => [
    tellAlike('languages', anybody, async () => ({ name: 'languages', languages: await views.languages() })),
  ],
  CancelReasonsChanged: (_event, views) => [
    tellAlike('cancelReasons', anybody, async () => ({ name: 'cancelReasons', ...(await views.cancelReasons()) })),
  ],
}

/** The deliveries of an event. */
export const listDeliveries = (event: DomainEvent, views: Views): Delivery[] => {
  // the table's key equals the event's type, but TypeScript cannot follow that through the union
  const tell = tellers[event.type] as ((event: DomainEvent, views: Views) => Delivery[]) | undefined
  return tell?.(event, views) ?? []
}
