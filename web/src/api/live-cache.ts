// How a live event changes what the page has read: a booking only by a higher version, everything else as it comes.
import type { InfiniteData, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import type { Session } from '@wayfare/contract/sign-in'
import type { BookingView, listBookings } from '@wayfare/contract/bookings'
import type { CarType, listCancelReasons, listCarTypes } from '@wayfare/contract/catalog'
import type { Chat, ChatMessage, listUnreadChats } from '@wayfare/contract/chat'
import type { listTasks, Task } from '@wayfare/contract/dispatch'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { listLanguages } from '@wayfare/contract/languages'
import type { LiveEvent, Topic } from '@wayfare/contract/live'
import type { Payment } from '@wayfare/contract/payments'
import type { getBasemap } from '@wayfare/contract/places'
import type { getSettings } from '@wayfare/contract/settings'
import type { SharedTrip } from '@wayfare/contract/trips-share'
import { isActive } from '@wayfare/core/booking'
import { queryKeys } from './query-client.ts'

type Page = OutputOf<typeof listBookings>
export type Pages = InfiniteData<Page, string>

const isInScope = (booking: BookingView, scope: unknown): boolean =>
  scope === 'all' || (scope === 'active') === isActive(booking.status)

/** Only the server knows what belongs into a list that is filtered, sorted or counted. */
const isPlain = (scope: unknown, filter: unknown): boolean =>
  ['all', 'active', 'past'].includes(String(scope)) && Object.keys(filter ?? {}).every((name) => name === 'limit')

/** A list shows one's own bookings; a driver who is only asked for one has it among his tasks. */
const isListed = (booking: BookingView, me: Me | null): boolean =>
  me !== null && (me.userType !== 'driver' || booking.driver === me.id)

const mapRows = (pages: Pages, change: (rows: BookingView[]) => BookingView[]): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, bookings: change(page.bookings) })),
})

/** The list with the booking put in place, added on top, or taken out when it left the scope. @internal */
export const updateBookingList = (pages: Pages, booking: BookingView, scope: unknown): Pages => {
  const known = pages.pages.flatMap((page) => page.bookings).find((row) => row.id === booking.id)
  if (known && known.version >= booking.version) return pages
  if (!isInScope(booking, scope)) return mapRows(pages, (rows) => rows.filter((row) => row.id !== booking.id))
  if (known) return mapRows(pages, (rows) => rows.map((row) => (row.id === booking.id ? booking : row)))
  const [first, ...rest] = pages.pages
  if (!first) return pages
  const bookings = [booking, ...first.bookings].toSorted((a, b) => b.bookingDate - a.bookingDate)
  return { ...pages, pages: [{ ...first, bookings }, ...rest] }
}

const READ_AGAIN_MS = 1000
const resting = new WeakMap<QueryClient, Map<string, { isAsked: boolean }>>()

/** So long (ms) an answer on its way is waited for: it may be on a network that is no more. */
const HANGING_MS = 30_000

/** Since when (ms). */
const followed = new WeakMap<Promise<unknown>, number>()

/** An answer that is on its way may be older than the news: after it what it answers is asked again. */
const follow = (client: QueryClient, filters: QueryFilters): void => {
  for (const { promise, queryKey } of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (!promise || followed.has(promise)) continue
    followed.set(promise, performance.now())
    const again = () => readAgain(client, queryKey)
    promise.then(again, again)
  }
}

const isHanging = (client: QueryClient, queryKey: QueryKey): boolean =>
  client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .some(({ promise }) => promise && performance.now() - (followed.get(promise) ?? 0) > HANGING_MS)

/** What the news say is written, and not undone by an answer that is on its way. */
const write = <T>(client: QueryClient, queryKey: QueryKey, change: (now: T | undefined) => T | undefined): void => {
  client.setQueryData<T>(queryKey, change)
  follow(client, { queryKey, exact: true })
}

/** At once, and then at most once a second, however much happens in the city. */
const readAgain = (client: QueryClient, queryKey: QueryKey): void => {
  const lists = resting.get(client) ?? new Map<string, { isAsked: boolean }>()
  resting.set(client, lists)
  const name = JSON.stringify(queryKey)
  const rest = lists.get(name)
  if (rest) return void (rest.isAsked = true)
  const now = { isAsked: false }
  lists.set(name, now)
  // an answer on its way is waited for: called off by each of the news, a slow one, or a further page, would never come
  follow(client, { queryKey })
  void client.invalidateQueries({ queryKey }, { cancelRefetch: isHanging(client, queryKey) })
  setTimeout(() => {
    lists.delete(name)
    if (now.isAsked) readAgain(client, queryKey)
  }, READ_AGAIN_MS)
}

const writeList = (client: QueryClient, key: QueryKey, booking: BookingView) => {
  const [, scope, filter] = key
  if (!isPlain(scope, filter)) return readAgain(client, key)
  write<Pages>(client, key, (pages) => pages && updateBookingList(pages, booking, scope))
}

/** Writes a booking that a call or the socket brought into every place that shows it. */
export const writeBooking = (client: QueryClient, booking: BookingView): void => {
  const known = client.getQueryData<BookingView>(queryKeys.booking(booking.id))
  if (!known || known.version < booking.version) {
    write<BookingView>(client, queryKeys.booking(booking.id), () => booking)
    readAgain(client, queryKeys.bookingSteps(booking.id))
    readAgain(client, queryKeys.bookingRecord(booking.id))
  }
  const me = client.getQueryData<Session>(queryKeys.session)?.me ?? null
  if (!isListed(booking, me)) return
  const lists = client.getQueryCache().findAll({ queryKey: queryKeys.bookingLists })
  for (const list of lists) writeList(client, list.queryKey, booking)
}

const removeBooking = (client: QueryClient, id: string) => {
  client.setQueriesData<Pages>({ queryKey: queryKeys.bookingLists }, (pages) =>
    pages ? mapRows(pages, (rows) => rows.filter((row) => row.id !== id)) : pages,
  )
  follow(client, { queryKey: queryKeys.bookingLists })
  client.removeQueries({ queryKey: queryKeys.booking(id), type: 'inactive' })
}

const writeTask = (client: QueryClient, task: Task) =>
  write<OutputOf<typeof listTasks>>(client, queryKeys.tasks, (now) => {
    if (!now) return now
    const others = now.tasks.filter((one) => one.bookingId !== task.bookingId)
    return { ...now, tasks: [task, ...others].toSorted((a, b) => b.askedAt - a.askedAt) }
  })

const removeTask = (client: QueryClient, id: string) =>
  write<OutputOf<typeof listTasks>>(
    client,
    queryKeys.tasks,
    (now) => now && { ...now, tasks: now.tasks.filter((one) => one.bookingId !== id) },
  )

/** A message that a call or the socket brought, once, in its place. */
export const writeMessage = (client: QueryClient, bookingId: string, message: ChatMessage): void => {
  write<Chat>(client, queryKeys.chat(bookingId), (now) => {
    if (!now || now.messages.some(({ id }) => id === message.id)) return now
    return { ...now, messages: [...now.messages, message].toSorted((a, b) => a.id - b.id) }
  })
}

/** Who asks has read up to here himself, or the other side has. */
export const writeRead = (client: QueryClient, bookingId: string, { by, upTo }: { by: string; upTo: number }): void => {
  const isMine = client.getQueryData<Session>(queryKeys.session)?.me?.id === by
  const place = isMine ? 'readUpTo' : 'otherReadUpTo'
  write<Chat>(client, queryKeys.chat(bookingId), (now) => now && { ...now, [place]: Math.max(now[place], upTo) })
}

type Unread = OutputOf<typeof listUnreadChats>

const writeUnread = (client: QueryClient, bookingId: Unread['unread'][number]['bookingId'], count: number) => {
  write<Unread>(client, queryKeys.unreadChats, (now) => {
    if (!now) return now
    const others = now.unread.filter((one) => one.bookingId !== bookingId)
    return { unread: count === 0 ? others : [...others, { bookingId, count }] }
  })
}

/** In its place, or below the others. */
export const writeCarType = (client: QueryClient, row: CarType): void => {
  write<OutputOf<typeof listCarTypes>>(client, queryKeys.carTypes, (now) => {
    if (!now) return now
    const isKnown = now.carTypes.some(({ id }) => id === row.id)
    return { carTypes: isKnown ? now.carTypes.map((one) => (one.id === row.id ? row : one)) : [...now.carTypes, row] }
  })
}

export const writeMe = (client: QueryClient, me: Me): void => {
  write<Session>(client, queryKeys.session, (now) => (now?.me?.id === me.id ? { ...now, me } : now))
  readAgain(client, queryKeys.wallet)
  readAgain(client, queryKeys.earnings)
}

/** News without content: what the topic of their name tells of is read again. A notice is nobody's but the toasts'. */
type Hint = 'payments' | 'promos' | 'panics' | 'notifications' | 'people' | 'driverAccounts' | 'withdraws' | 'notice'
type Content = Exclude<LiveEvent['name'], Hint>
type EventOf<Name> = Extract<LiveEvent, { name: Name }>
type Writers = { [Name in Content]: (client: QueryClient, event: EventOf<Name>) => void }

const writers: Writers = {
  settings: (client, { settings }) => {
    write<OutputOf<typeof getSettings>>(client, queryKeys.settings, (now) => now && { ...now, settings })
    readAgain(client, queryKeys.allSettings)
    // whether a debt keeps a driver from tasks is a setting, and stands in his own record
    const isDriver = client.getQueryData<Session>(queryKeys.session)?.me?.userType === 'driver'
    if (isDriver) readAgain(client, queryKeys.session)
  },
  basemap: (client, { basemap }) => {
    write<OutputOf<typeof getBasemap>>(client, queryKeys.basemap, () => basemap)
    // what was found in the city before
    client.removeQueries({ queryKey: ['places'], type: 'inactive' })
    readAgain(client, ['places'])
    readAgain(client, queryKeys.cities)
  },
  carTypes: (client, { carTypes }) => write<OutputOf<typeof listCarTypes>>(client, queryKeys.carTypes, () => ({ carTypes })),
  languages: (client, { languages }) => {
    write<OutputOf<typeof listLanguages>>(client, queryKeys.languages, () => ({ languages }))
    readAgain(client, queryKeys.languageRows)
    // a language that got another locale takes its readers along
    const own = client.getQueryData<Session>(queryKeys.session)?.me?.language ?? null
    const isOffered = own === null || languages.some(({ langLocale }) => langLocale === own)
    if (!isOffered) readAgain(client, queryKeys.session)
  },
  cancelReasons: (client, { cancelReasons, version }) =>
    write<OutputOf<typeof listCancelReasons>>(client, queryKeys.cancelReasons, () => ({ cancelReasons, version })),
  me: (client, { me }) => writeMe(client, me),
  booking: (client, { booking }) => {
    writeBooking(client, booking)
    readAgain(client, queryKeys.dashboard)
  },
  bookingGone: (client, { bookingId }) => removeBooking(client, bookingId),
  bookingNotes: (client, { bookingId }) => readAgain(client, queryKeys.bookingNotes(bookingId)),
  sharedTrip: (client, { trip }) =>
    client.setQueriesData<SharedTrip>({ queryKey: queryKeys.sharedTrip }, (now) => (now?.id === trip.id ? trip : now)),
  sharedTripGone: (client) => readAgain(client, queryKeys.sharedTrip),
  task: (client, { task }) => writeTask(client, task),
  payment: (client, { payment }) => write<Payment>(client, queryKeys.payment(payment.id), (now) => (now ? payment : now)),
  chatMessage: (client, { bookingId, message }) => writeMessage(client, bookingId, message),
  chatRead: (client, { bookingId, by, upTo }) => writeRead(client, bookingId, { by, upTo }),
  chatUnread: (client, { bookingId, count }) => writeUnread(client, bookingId, count),
  taskGone: (client, { bookingId }) => removeTask(client, bookingId),
}

const staleKeys: Record<Exclude<Topic, `booking:${string}` | `chat:${string}` | `shared:${string}`>, readonly QueryKey[]> = {
  settings: [queryKeys.settings, queryKeys.allSettings, queryKeys.basemap],
  carTypes: [queryKeys.carTypes],
  languages: [queryKeys.languages, queryKeys.languageRows],
  cancelReasons: [queryKeys.cancelReasons],
  me: [queryKeys.session, queryKeys.wallet, queryKeys.earnings, queryKeys.unreadChats, ['payment']],
  bookings: [queryKeys.bookingLists, queryKeys.dashboard],
  tasks: [queryKeys.tasks],
  drivers: [queryKeys.drivers],
  driverAccounts: [queryKeys.people, queryKeys.drivers],
  people: [queryKeys.people, queryKeys.drivers],
  promos: [queryKeys.promos],
  notifications: [queryKeys.campaigns],
  withdraws: [queryKeys.withdraws, queryKeys.myWithdraws],
  panics: [queryKeys.panics],
  payments: [queryKeys.payments],
}

const keysOf = (topic: Topic): readonly QueryKey[] => {
  const [area = '', id] = topic.split(':')
  if (id === undefined) return staleKeys[area as keyof typeof staleKeys]
  if (area === 'shared') return [queryKeys.sharedTrip]
  return [area === 'chat' ? queryKeys.chat(id) : queryKeys.booking(id)]
}

/** Reads a topic's snapshot again. */
export const refreshTopic = (client: QueryClient, topic: Topic): void => {
  for (const queryKey of keysOf(topic)) readAgain(client, queryKey)
}

export const applyEvent = (client: QueryClient, event: LiveEvent): void => {
  if (event.name === 'notice') return
  // the table's key and the event's name are the same text; TypeScript cannot follow that through the union
  const writer = (writers as Partial<Record<string, (client: QueryClient, event: LiveEvent) => void>>)[event.name]
  if (writer) writer(client, event)
  else refreshTopic(client, event.name as Exclude<Hint, 'notice'>)
}
