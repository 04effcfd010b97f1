// How a live event changes what the page has read: a booking only by a higher version, everything else as it comes.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Me, Session } from '@wayfare/contract/accounts'
import type { BookingView, listBookings } from '@wayfare/contract/bookings'
import type { listCancelReasons, listCarTypes } from '@wayfare/contract/catalog'
import type { Chat, ChatMessage, listUnreadChats } from '@wayfare/contract/chat'
import type { listTasks, Task } from '@wayfare/contract/dispatch'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { listLanguages } from '@wayfare/contract/languages'
import type { LiveEvent, Topic } from '@wayfare/contract/live'
import type { Payment } from '@wayfare/contract/payments'
import type { getSettings } from '@wayfare/contract/settings'
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

/** The list with the booking put in place, added on top, or taken out when it left the scope. */
export const withBooking = (pages: Pages, booking: BookingView, scope: unknown): Pages => {
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

/** At once, and then at most once a second, however much happens in the city. */
const readAgain = (client: QueryClient, queryKey: QueryKey): void => {
  const lists = resting.get(client) ?? new Map<string, { isAsked: boolean }>()
  resting.set(client, lists)
  const name = JSON.stringify(queryKey)
  const rest = lists.get(name)
  if (rest) return void (rest.isAsked = true)
  const now = { isAsked: false }
  lists.set(name, now)
  void client.invalidateQueries({ queryKey })
  setTimeout(() => {
    lists.delete(name)
    if (now.isAsked) readAgain(client, queryKey)
  }, READ_AGAIN_MS)
}

const writeList = (client: QueryClient, key: QueryKey, booking: BookingView) => {
  const [, scope, filter] = key
  const pages = client.getQueryData<Pages>(key)
  if (!pages) return
  if (!isPlain(scope, filter)) return readAgain(client, key)
  client.setQueryData<Pages>(key, withBooking(pages, booking, scope))
}

/** Writes a booking that a call or the socket brought into every place that shows it. */
export const writeBooking = (client: QueryClient, booking: BookingView): void => {
  const known = client.getQueryData<BookingView>(queryKeys.booking(booking.id))
  if (!known || known.version < booking.version) {
    client.setQueryData(queryKeys.booking(booking.id), booking)
    for (const queryKey of [queryKeys.bookingSteps(booking.id), queryKeys.bookingRecord(booking.id)])
      void client.invalidateQueries({ queryKey })
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
  client.removeQueries({ queryKey: queryKeys.booking(id), type: 'inactive' })
}

const writeTask = (client: QueryClient, task: Task) =>
  client.setQueryData<OutputOf<typeof listTasks>>(queryKeys.tasks, (now) => {
    if (!now) return now
    const others = now.tasks.filter((one) => one.bookingId !== task.bookingId)
    return { ...now, tasks: [task, ...others].toSorted((a, b) => b.askedAt - a.askedAt) }
  })

const removeTask = (client: QueryClient, id: string) =>
  client.setQueryData<OutputOf<typeof listTasks>>(
    queryKeys.tasks,
    (now) => now && { ...now, tasks: now.tasks.filter((one) => one.bookingId !== id) },
  )

/** An answer on its way may be older than the news: it is asked for again. */
const overtake = (client: QueryClient, queryKey: QueryKey) => {
  if (client.isFetching({ queryKey, exact: true }) === 0) return
  // the first answer to a question is waited for unless it is called off
  void client.cancelQueries({ queryKey, exact: true }).then(() => client.invalidateQueries({ queryKey, exact: true }))
}

/** A message that a call or the socket brought, once, in its place. */
export const writeMessage = (client: QueryClient, bookingId: string, message: ChatMessage): void => {
  const queryKey = queryKeys.chat(bookingId)
  client.setQueryData<Chat>(queryKey, (now) => {
    if (!now || now.messages.some(({ id }) => id === message.id)) return now
    return { ...now, messages: [...now.messages, message].toSorted((a, b) => a.id - b.id) }
  })
  overtake(client, queryKey)
}

/** Who asks has read up to here himself, or the other side has. */
export const writeRead = (client: QueryClient, bookingId: string, { by, upTo }: { by: string; upTo: number }): void => {
  const isMine = client.getQueryData<Session>(queryKeys.session)?.me?.id === by
  const place = isMine ? 'readUpTo' : 'otherReadUpTo'
  client.setQueryData<Chat>(queryKeys.chat(bookingId), (now) => now && { ...now, [place]: Math.max(now[place], upTo) })
}

type Unread = OutputOf<typeof listUnreadChats>

const writeUnread = (client: QueryClient, bookingId: Unread['unread'][number]['bookingId'], count: number) => {
  client.setQueryData<Unread>(queryKeys.unreadChats, (now) => {
    if (!now) return now
    const others = now.unread.filter((one) => one.bookingId !== bookingId)
    return { unread: count === 0 ? others : [...others, { bookingId, count }] }
  })
  overtake(client, queryKeys.unreadChats)
}

export const writeMe = (client: QueryClient, me: Me): void => {
  client.setQueryData<Session>(queryKeys.session, (now) => (now?.me?.id === me.id ? { ...now, me } : now))
  void client.invalidateQueries({ queryKey: queryKeys.wallet })
  void client.invalidateQueries({ queryKey: queryKeys.earnings })
}

type Writers = { [Name in LiveEvent['name']]: (client: QueryClient, event: Extract<LiveEvent, { name: Name }>) => void }

const writers: Writers = {
  settings: (client, { settings }) => {
    client.setQueryData<OutputOf<typeof getSettings>>(queryKeys.settings, (now) => now && { ...now, settings })
    void client.invalidateQueries({ queryKey: queryKeys.allSettings })
    // whether a debt keeps a driver from tasks is a setting, and stands in his own record
    const isDriver = client.getQueryData<Session>(queryKeys.session)?.me?.userType === 'driver'
    if (isDriver) void client.invalidateQueries({ queryKey: queryKeys.session })
  },
  carTypes: (client, { carTypes }) => client.setQueryData<OutputOf<typeof listCarTypes>>(queryKeys.carTypes, { carTypes }),
  languages: (client, { languages }) => {
    client.setQueryData<OutputOf<typeof listLanguages>>(queryKeys.languages, { languages })
    void client.invalidateQueries({ queryKey: queryKeys.languageRows })
    // a language that got another locale takes its readers along
    const own = client.getQueryData<Session>(queryKeys.session)?.me?.language ?? null
    const isOffered = own === null || languages.some(({ langLocale }) => langLocale === own)
    if (!isOffered) void client.invalidateQueries({ queryKey: queryKeys.session })
  },
  cancelReasons: (client, { cancelReasons, version }) =>
    client.setQueryData<OutputOf<typeof listCancelReasons>>(queryKeys.cancelReasons, { cancelReasons, version }),
  me: (client, { me }) => writeMe(client, me),
  notice: () => undefined,
  booking: (client, { booking }) => {
    writeBooking(client, booking)
    readAgain(client, queryKeys.dashboard)
  },
  bookingGone: (client, { bookingId }) => removeBooking(client, bookingId),
  bookingNotes: (client, { bookingId }) => void client.invalidateQueries({ queryKey: queryKeys.bookingNotes(bookingId) }),
  task: (client, { task }) => writeTask(client, task),
  withdraws: (client) => {
    void client.invalidateQueries({ queryKey: queryKeys.withdraws })
    void client.invalidateQueries({ queryKey: queryKeys.myWithdraws })
  },
  payment: (client, { payment }) => client.setQueryData<Payment>(queryKeys.payment(payment.id), (now) => (now ? payment : now)),
  payments: (client) => void client.invalidateQueries({ queryKey: queryKeys.payments }),
  promos: (client) => void client.invalidateQueries({ queryKey: queryKeys.promos }),
  notifications: (client) => readAgain(client, queryKeys.campaigns),
  chatMessage: (client, { bookingId, message }) => writeMessage(client, bookingId, message),
  chatRead: (client, { bookingId, by, upTo }) => writeRead(client, bookingId, { by, upTo }),
  chatUnread: (client, { bookingId, count }) => writeUnread(client, bookingId, count),
  people: (client) => readAgain(client, queryKeys.people),
  driverAccounts: (client) => readAgain(client, queryKeys.people),
  panics: (client) => void client.invalidateQueries({ queryKey: queryKeys.panics }),
  taskGone: (client, { bookingId }) => removeTask(client, bookingId),
}

const writeWith = <Name extends LiveEvent['name']>(client: QueryClient, event: Extract<LiveEvent, { name: Name }>) =>
  (writers[event.name as Name] as (client: QueryClient, event: Extract<LiveEvent, { name: Name }>) => void)(client, event)

export const applyEvent = (client: QueryClient, event: LiveEvent): void => writeWith(client, event)

const staleKeys: Record<Exclude<Topic, `booking:${string}` | `chat:${string}`>, readonly QueryKey[]> = {
  settings: [queryKeys.settings, queryKeys.allSettings],
  carTypes: [queryKeys.carTypes],
  languages: [queryKeys.languages, queryKeys.languageRows],
  cancelReasons: [queryKeys.cancelReasons],
  me: [queryKeys.session, queryKeys.wallet, queryKeys.earnings, queryKeys.unreadChats, ['payment']],
  bookings: [queryKeys.bookingLists, queryKeys.dashboard],
  tasks: [queryKeys.tasks],
  drivers: [queryKeys.drivers],
  driverAccounts: [queryKeys.people],
  people: [queryKeys.people],
  promos: [queryKeys.promos],
  notifications: [queryKeys.campaigns],
  withdraws: [queryKeys.withdraws],
  panics: [queryKeys.panics],
  payments: [queryKeys.payments],
}

const keysOf = (topic: Topic): readonly QueryKey[] => {
  const [area = '', id] = topic.split(':')
  if (id === undefined) return staleKeys[area as keyof typeof staleKeys]
  return [area === 'chat' ? queryKeys.chat(id) : queryKeys.booking(id)]
}

/** Reads a topic's snapshot again. */
export const refreshTopic = (client: QueryClient, topic: Topic): void => {
  for (const queryKey of keysOf(topic)) void client.invalidateQueries({ queryKey })
}
