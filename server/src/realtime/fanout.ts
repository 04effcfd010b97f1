// Event to sockets: each fact becomes, for each topic and each reader, the view that this reader may have of it.
// A subscription that resumes gets what it missed first and then goes live, with no gap between the two and nothing twice.
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
import type { PublicSettings } from '@wayfare/core/settings'

/** What the features let a reader see; null: nothing, or no more. */
export type Views = {
  booking: (id: BookingId, actor: UserActor) => Promise<BookingView | null>
  task: (bookingId: BookingId, driver: UserId) => Promise<Task | null>
  chatMessage: (bookingId: BookingId, messageId: number, actor: UserActor) => Promise<ChatMessage | null>
  chatUnread: (bookingId: BookingId, userId: UserId) => Promise<number>
  /** whether this person may follow a chat */
  mayFollowChat: (bookingId: BookingId, actor: UserActor) => Promise<boolean>
  me: (userId: UserId) => Promise<Me | null>
  drivers: (actor: UserActor) => Promise<DriverOnMap[]>
  settings: () => Promise<PublicSettings>
  carTypes: () => Promise<CarType[]>
  payment: (id: string) => Promise<Payment | null>
  languages: () => Promise<Language[]>
  cancelReasons: () => Promise<CancelReasonList>
}

/** One topic that an event is told on: to whom, as what, and who may share one view (readers of the same `share`). */
export type Delivery = {
  topic: Topic
  isFor: (actor: Actor) => boolean
  view: (actor: Actor) => Promise<LiveEvent | null>
  share: (actor: Actor) => string
}

type EventOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>
type Tellers = { [Type in EventType]?: (event: EventOf<Type>, views: Views) => Delivery[] }

const isUser = (actor: Actor, id: UserId | null): boolean => actor.kind === 'user' && actor.id === id
const ownOrAdmin = (actor: Actor): string => (actor.kind !== 'user' ? actor.kind : actor.role === 'admin' ? 'admin' : actor.id)

const isInAudience = (audience: Audience, actor: Actor): boolean => {
  if (actor.kind !== 'user') return false
  if (actor.role === 'admin') return true
  const { customer, driver, fleetAdmin, requestedDrivers } = audience
  return actor.id === customer || actor.id === driver || actor.id === fleetAdmin || requestedDrivers.includes(actor.id)
}

const tellBooking = (bookingId: BookingId, audience: Audience, views: Views): Delivery[] => {
  const view = async (actor: Actor): Promise<LiveEvent | null> => {
    const booking = actor.kind === 'user' ? await views.booking(bookingId, actor) : null
    return booking ? { name: 'booking', booking } : { name: 'bookingGone', bookingId }
  }
  return [
    { topic: 'bookings', isFor: (actor) => isInAudience(audience, actor), view, share: ownOrAdmin },
    { topic: `booking:${bookingId}`, isFor: () => true, view, share: ownOrAdmin },
  ]
}

const tellMe = (userId: UserId, views: Views): Delivery[] => [
  {
    topic: 'me',
    isFor: (actor) => isUser(actor, userId),
    view: async () => {
      const me = await views.me(userId)
      return me && { name: 'me', me }
    },
    share: () => userId,
  },
]

/** A fact that is its owner's alone. */
const tellOwner = (userId: UserId, event: LiveEvent): Delivery => ({
  topic: 'me',
  isFor: (actor) => isUser(actor, userId),
  view: async () => event,
  share: () => userId,
})

/** A hint without content: who may see the account reads it again. */
const tellDriverAccounts = (isFor: (actor: Actor) => boolean): Delivery => ({
  topic: 'driverAccounts',
  isFor,
  view: async () => ({ name: 'driverAccounts' }),
  share: () => 'all',
})

const tellPanics = ({ fleetAdmin }: Audience): Delivery => ({
  topic: 'panics',
  isFor: (actor) => (actor.kind === 'user' && actor.role === 'admin') || isUser(actor, fleetAdmin),
  view: async () => ({ name: 'panics' }),
  share: () => 'all',
})

const tellAll = (topic: Topic, view: () => Promise<LiveEvent>): Delivery[] => [
  { topic, isFor: () => true, view, share: () => 'all' },
]

const tellTask = (bookingId: BookingId, drivers: readonly UserId[], views: Views): Delivery => ({
  topic: 'tasks',
  isFor: (actor) => actor.kind === 'user' && drivers.includes(actor.id),
  view: async (actor) => {
    const task = actor.kind === 'user' ? await views.task(bookingId, actor.id) : null
    return task && { name: 'task', task }
  },
  share: ownOrAdmin,
})

const tellTaskGone = (
  bookingId: BookingId,
  drivers: readonly UserId[],
  reason: 'taken' | 'cancelled' | 'declined',
): Delivery => ({
  topic: 'tasks',
  isFor: (actor) => actor.kind === 'user' && drivers.includes(actor.id),
  view: async () => ({ name: 'taskGone', bookingId, reason }),
  share: () => 'all',
})

/** A conversation is its driver's, the rider's and the desk's: a driver who had the booking before hears no more of it. */
const isTalk = (actor: Actor, driver: UserId): boolean =>
  actor.kind === 'user' && (actor.role !== 'driver' || actor.id === driver)

const tellUnread = (bookingId: BookingId, userId: UserId, views: Views): Delivery => ({
  topic: 'me',
  isFor: (actor) => isUser(actor, userId),
  view: async () => ({ name: 'chatUnread', bookingId, count: await views.chatUnread(bookingId, userId) }),
  share: () => userId,
})

const tellMessage = ({ bookingId, messageId, driver, to }: EventOf<'ChatMessageSent'>, views: Views): Delivery[] => [
  {
    topic: `chat:${bookingId}`,
    isFor: (actor) => isTalk(actor, driver),
    view: async (actor) => {
      const message = actor.kind === 'user' ? await views.chatMessage(bookingId, messageId, actor) : null
      return message && { name: 'chatMessage', bookingId, message }
    },
    share: ownOrAdmin,
  },
  tellUnread(bookingId, to, views),
]

const tellPayment = ({ paymentId, userId }: EventOf<'PaymentChanged'>, views: Views): Delivery[] => [
  {
    topic: 'me',
    isFor: (actor) => isUser(actor, userId),
    view: async () => {
      const payment = await views.payment(paymentId)
      return payment && { name: 'payment', payment }
    },
    share: () => userId,
  },
  ...tellAll('payments', async () => ({ name: 'payments', trouble: null })),
]

/** One small function per event; those that are missing concern no topic. */
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
    {
      topic: 'bookings',
      isFor: (actor) => (actor.kind === 'user' && actor.role === 'admin') || isUser(actor, fleetAdmin),
      view: async () => ({ name: 'bookingNotes', bookingId }),
      share: () => 'all',
    },
  ],
  DriversRequested: ({ bookingId, drivers, audience }, views) => [
    ...tellBooking(bookingId, audience, views),
    tellTask(bookingId, drivers, views),
  ],
  DriverDeclined: ({ bookingId, driver, audience }, views) => {
    const withHim = { ...audience, requestedDrivers: [...audience.requestedDrivers, driver] }
    return [...tellBooking(bookingId, withHim, views), tellTaskGone(bookingId, [driver], 'declined')]
  },
  NoTakerFound: ({ bookingId, audience }, views) => tellBooking(bookingId, audience, views),
  BookingRated: ({ bookingId, audience }, views) => tellBooking(bookingId, audience, views),
  PanicRaised: ({ audience }) => [tellPanics(audience)],
  PanicAnswered: ({ audience }) => [tellPanics(audience)],
  ChatMessageSent: tellMessage,
  ChatRead: ({ bookingId, driver, by, upTo }, views) => [
    {
      topic: `chat:${bookingId}`,
      isFor: (actor) => isTalk(actor, driver),
      view: async () => ({ name: 'chatRead', bookingId, by, upTo }),
      share: () => 'all',
    },
    tellUnread(bookingId, by, views),
  ],
  UserChanged: ({ userId }, views) => tellMe(userId, views),
  DriverAccountChanged: ({ fleetAdmin }) => [
    tellDriverAccounts((actor) => (actor.kind === 'user' && actor.role === 'admin') || isUser(actor, fleetAdmin)),
  ],
  UserRemoved: () => [tellDriverAccounts(() => true)],
  PersonChanged: ({ userType, fleetAdmin }) => [
    {
      topic: 'people',
      isFor: (actor) => (actor.kind === 'user' && actor.role === 'admin') || isUser(actor, fleetAdmin),
      view: async () => ({ name: 'people', userType }),
      share: () => 'all',
    },
  ],
  WalletPosted: ({ userId }, views) => tellMe(userId, views),
  WithdrawChanged: ({ userId }) => [
    tellOwner(userId, { name: 'withdraws' }),
    ...tellAll('withdraws', async () => ({ name: 'withdraws' })),
  ],
  PaymentChanged: tellPayment,
  PaymentTroubled: ({ type: _type, ...trouble }) => tellAll('payments', async () => ({ name: 'payments', trouble })),
  SettingsChanged: (_event, views) => tellAll('settings', async () => ({ name: 'settings', settings: await views.settings() })),
  CarTypesChanged: (_event, views) => tellAll('carTypes', async () => ({ name: 'carTypes', carTypes: await views.carTypes() })),
  PromosChanged: () => tellAll('promos', async () => ({ name: 'promos' })),
  CampaignsChanged: () => tellAll('notifications', async () => ({ name: 'notifications' })),
  LanguagesChanged: (_event, views) =>
    tellAll('languages', async () => ({ name: 'languages', languages: await views.languages() })),
  CancelReasonsChanged: (_event, views) =>
    tellAll('cancelReasons', async () => ({ name: 'cancelReasons', ...(await views.cancelReasons()) })),
}

/** Where and to whom an event is told. */
export const listDeliveries = (event: DomainEvent, views: Views): Delivery[] => {
  // the table's key and the event's type are the same text; TypeScript cannot follow that through the union
  const tell = tellers[event.type] as ((event: DomainEvent, views: Views) => Delivery[]) | undefined
  return tell?.(event, views) ?? []
}
