import type { BookingView } from '@wayfare/contract/bookings'
import { InfiniteQueryObserver, QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import type { Chat, ChatMessage } from '@wayfare/contract/chat'
import type { Task } from '@wayfare/contract/dispatch'
import type { LiveEvent } from '@wayfare/contract/live'
import type { Payment } from '@wayfare/contract/payments'
import { asId } from '@wayfare/core/ids'
import { expect, test, vi } from 'vitest'
import { applyEvent, refreshTopic, updateBookingList, writeBooking, type Pages } from './live-cache.ts'
import { makeQueryClient, queryKeys } from './query-client.ts'

const booking = (id: string, version: number, status: BookingView['status'] = 'NEW'): BookingView =>
  ({ id: asId<'booking'>(id), version, status, bookingDate: Number(id), driver: null }) as BookingView

const pagesOf = (...bookings: BookingView[]): Pages => ({
  pages: [{ bookings, nextCursor: null, count: null }],
  pageParams: [''],
})
const idsOf = (pages: Pages) => pages.pages.flatMap((page) => page.bookings.map((one) => `${one.id}v${one.version}`))

test('a booking changes only by a higher version', () => {
  const now = pagesOf(booking('1', 5, 'ACCEPTED'))
  expect(updateBookingList(now, booking('1', 5), 'all')).toBe(now)
  expect(updateBookingList(now, booking('1', 4), 'all')).toBe(now)
  expect(idsOf(updateBookingList(now, booking('1', 6), 'all'))).toEqual(['1v6'])
})

test('a booking that is over leaves the active list and enters the past one', () => {
  const done = booking('1', 6, 'COMPLETE')
  expect(idsOf(updateBookingList(pagesOf(booking('1', 5)), done, 'active'))).toEqual([])
  expect(idsOf(updateBookingList(pagesOf(), done, 'past'))).toEqual(['1v6'])
})

test('a new booking stands where its date puts it', () => {
  expect(idsOf(updateBookingList(pagesOf(booking('9', 1), booking('3', 1)), booking('5', 1), 'all'))).toEqual([
    '9v1',
    '5v1',
    '3v1',
  ])
})

const clientOf = (userType: string, id: string) => {
  const client = makeQueryClient()
  client.setQueryData(queryKeys.session, { me: { id, userType }, demoSignIns: [], social: [] })
  client.setQueryData(queryKeys.bookings('all', {}), pagesOf())
  return client
}

test('an older answer does not undo what the socket brought', () => {
  const client = clientOf('rider', 'r')
  writeBooking(client, booking('1', 3, 'ACCEPTED'))
  writeBooking(client, booking('1', 2))
  expect(client.getQueryData<BookingView>(queryKeys.booking('1'))?.version).toBe(3)
  expect(client.getQueryData<Pages>(queryKeys.bookings('all', {}))?.pages[0]?.bookings).toHaveLength(1)
})

test("a booking a driver is only asked for is not on the driver's list", () => {
  const client = clientOf('driver', 'd')
  writeBooking(client, booking('1', 1))
  expect(client.getQueryData<Pages>(queryKeys.bookings('all', {}))?.pages[0]?.bookings).toEqual([])
})

test('a booking one may no longer see disappears from the lists', () => {
  const client = clientOf('rider', 'r')
  writeBooking(client, booking('1', 1))
  applyEvent(client, { name: 'bookingGone', bookingId: asId<'booking'>('1') })
  expect(client.getQueryData<Pages>(queryKeys.bookings('all', {}))?.pages[0]?.bookings).toEqual([])
})

const message = (id: number, from: string): ChatMessage =>
  ({ id, from: asId<'user'>(from), message: `text ${id}` }) as ChatMessage
const chatOf = (...messages: ChatMessage[]): Chat => ({ messages, mayWrite: true, readUpTo: 0, otherReadUpTo: 0 })
const bookingId = asId<'booking'>('1')

test('a message stands once, in its place, however often and in whatever order it comes', () => {
  const client = clientOf('rider', 'r')
  client.setQueryData<Chat>(queryKeys.chat('1'), chatOf(message(3, 'd')))
  for (const id of [5, 4, 5, 3]) applyEvent(client, { name: 'chatMessage', bookingId, message: message(id, 'd') })
  expect(client.getQueryData<Chat>(queryKeys.chat('1'))?.messages.map(({ id }) => id)).toEqual([3, 4, 5])
})

/** Somebody who reads, and whose answers come when the test gives them. */
const read = (client: QueryClient, queryKey: QueryKey) => {
  const answers: ((answer: unknown) => void)[] = []
  const queryFn = () => new Promise<unknown>((resolve) => answers.push(resolve))
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  const asked = (times: number) => expect.poll(() => answers.length).toBe(times)
  return { asked, answer: (which: number, answer: unknown) => answers[which]?.(answer), stop }
}

const me = (firstName: string) => ({ id: 'r', userType: 'rider', firstName }) as Me
const sessionOf = (firstName: string) => ({ me: me(firstName), demoSignIns: [], social: [] })
const task = { bookingId, askedAt: 1 } as Task
const payment = (status: Payment['status']) => ({ id: 'p', status }) as Payment

const overtaking: [string, QueryKey, LiveEvent, older: unknown, newer: unknown][] = [
  ['a booking', queryKeys.booking('1'), { name: 'booking', booking: booking('1', 2) }, booking('1', 1), booking('1', 2)],
  [
    'a list of bookings',
    queryKeys.bookings('all', { limit: 5 }),
    { name: 'booking', booking: booking('1', 2) },
    pagesOf(),
    pagesOf(booking('1', 2)),
  ],
  [
    'a filtered list',
    queryKeys.bookings('all', { status: 'NEW' }),
    { name: 'booking', booking: booking('1', 2) },
    pagesOf(),
    pagesOf(booking('1', 2)),
  ],
  [
    'a chat',
    queryKeys.chat('1'),
    { name: 'chatMessage', bookingId, message: message(1, 'd') },
    chatOf(),
    chatOf(message(1, 'd')),
  ],
  ['the tasks', queryKeys.tasks, { name: 'task', task }, { tasks: [] }, { tasks: [task] }],
  ['the promos', queryKeys.promos, { name: 'promos' }, { promos: [] }, { promos: ['new'] }],
  ['a payment', queryKeys.payment('p'), { name: 'payment', payment: payment('paid') }, payment('open'), payment('paid')],
]

test.each(overtaking)('%s that is on its way for the first time when its news come is read once more', async (...given) => {
  const [, queryKey, event, older, newer] = given
  const client = clientOf('rider', 'r')
  const { asked, answer, stop } = read(client, queryKey)
  await asked(1)
  applyEvent(client, event)
  answer(0, older)
  await asked(2)
  answer(1, newer)
  await expect.poll(() => client.getQueryData(queryKey)).toEqual(newer)
  expect(client.isFetching({ queryKey, exact: true })).toBe(0)
  stop()
})

test('a list whose answers take longer than the news of a busy city leave in between is shown all the same', async () => {
  const client = clientOf('admin', 'a')
  const key = queryKeys.bookings('all', { status: 'NEW' })
  client.setQueryData(key, pagesOf(), { updatedAt: 1 })
  const { asked, answer, stop } = read(client, key)
  await asked(1)
  let version = 1
  const news = () => applyEvent(client, { name: 'booking', booking: booking('1', (version += 1)) })
  news()
  news()
  await new Promise((resolve) => setTimeout(resolve, 1200))
  answer(0, pagesOf(booking('1', 2)))
  await expect.poll(() => client.getQueryData(key)).toEqual(pagesOf(booking('1', 2)))
  // and what may have come too late for it is asked for
  await asked(2)
  answer(1, pagesOf(booking('1', version)))
  await expect.poll(() => client.getQueryData(key)).toEqual(pagesOf(booking('1', version)))
  stop()
})

test('an answer that hangs on a network that is no more is not waited for', async () => {
  const client = clientOf('admin', 'a')
  client.setQueryData(queryKeys.promos, { promos: [] }, { updatedAt: 1 })
  const { asked, answer, stop } = read(client, queryKeys.promos)
  await asked(1)
  applyEvent(client, { name: 'promos' })
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const later = performance.now() + 31_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
  applyEvent(client, { name: 'promos' })
  clock.mockRestore()
  await asked(2)
  answer(1, { promos: ['new'] })
  await expect.poll(() => client.getQueryData(queryKeys.promos)).toEqual({ promos: ['new'] })
  stop()
})

test('the next page that one has asked for is not called off by news', async () => {
  const client = clientOf('admin', 'a')
  const key = queryKeys.bookings('all', { status: 'NEW' })
  const answers: ((answer: unknown) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: key,
    queryFn: () => new Promise<unknown>((resolve) => answers.push(resolve)),
    initialPageParam: '',
    getNextPageParam: () => 'next',
  })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.('first')
  await expect.poll(() => client.getQueryData(key)).toMatchObject({ pages: ['first'] })
  void observer.fetchNextPage()
  await expect.poll(() => answers.length).toBe(2)
  applyEvent(client, { name: 'booking', booking: booking('1', 2) })
  answers[1]?.('second')
  await expect.poll(() => client.getQueryData(key)).toMatchObject({ pages: ['first', 'second'] })
  stop()
})

test('who one is by the news is not undone by an older answer', async () => {
  const client = makeQueryClient()
  client.setQueryData(queryKeys.session, sessionOf('Astrid'), { updatedAt: 1 })
  const { asked, answer, stop } = read(client, queryKeys.session)
  await asked(1)
  applyEvent(client, { name: 'me', me: me('Elin') })
  answer(0, sessionOf('Astrid'))
  await asked(2)
  answer(1, sessionOf('Elin'))
  await expect.poll(() => client.getQueryData(queryKeys.session)).toEqual(sessionOf('Elin'))
  stop()
})

test('what is read while the page begins to listen is read once more', async () => {
  const client = clientOf('rider', 'r')
  const { asked, answer, stop } = read(client, queryKeys.tasks)
  await asked(1)
  refreshTopic(client, 'tasks')
  answer(0, { tasks: [] })
  await asked(2)
  stop()
})

test('who has read is told apart, and reading never goes back', () => {
  const client = clientOf('rider', 'r')
  client.setQueryData<Chat>(queryKeys.chat('1'), chatOf())
  for (const upTo of [4, 2]) applyEvent(client, { name: 'chatRead', bookingId, by: asId<'user'>('r'), upTo })
  applyEvent(client, { name: 'chatRead', bookingId, by: asId<'user'>('d'), upTo: 3 })
  expect(client.getQueryData<Chat>(queryKeys.chat('1'))).toMatchObject({ readUpTo: 4, otherReadUpTo: 3 })
})

test('the count of unread messages follows, and a booking without any is left out', () => {
  const client = clientOf('rider', 'r')
  client.setQueryData(queryKeys.unreadChats, { unread: [{ bookingId: '2', count: 1 }] })
  const counts = () => client.getQueryData(queryKeys.unreadChats)
  applyEvent(client, { name: 'chatUnread', bookingId, count: 2 })
  expect(counts()).toEqual({
    unread: [
      { bookingId: '2', count: 1 },
      { bookingId: '1', count: 2 },
    ],
  })
  applyEvent(client, { name: 'chatUnread', bookingId, count: 0 })
  expect(counts()).toEqual({ unread: [{ bookingId: '2', count: 1 }] })
})

test('a filtered list is read again at once, and however much happens then at most once a second', () => {
  vi.useFakeTimers()
  const client = clientOf('admin', 'a')
  const filter = { status: 'NEW' }
  client.setQueryData(queryKeys.bookings('all', filter), pagesOf())
  const reads = vi.spyOn(client, 'invalidateQueries')
  const count = () => reads.mock.calls.filter(([what]) => JSON.stringify(what?.queryKey).includes('"status":"NEW"')).length
  for (let version = 1; version <= 20; version++) writeBooking(client, booking('1', version))
  expect(count()).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(count()).toBe(2)
  vi.advanceTimersByTime(5000)
  expect(count()).toBe(2)
  writeBooking(client, booking('1', 21))
  expect(count()).toBe(3)
  vi.useRealTimers()
})

test('only a plain list is written in place: what is sorted, counted or of another kind is read again', () => {
  const client = clientOf('admin', 'a')
  const lists = [
    ['all', { sort: 'total' }],
    ['all', { withCount: 'true' }],
    ['waiting', {}],
  ] as const
  for (const [scope, filter] of lists) client.setQueryData(queryKeys.bookings(scope, filter), pagesOf())
  writeBooking(client, booking('1', 1))
  for (const [scope, filter] of lists) {
    const key = queryKeys.bookings(scope, filter)
    expect(client.getQueryData<Pages>(key)?.pages[0]?.bookings).toEqual([])
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  }
  expect(client.getQueryData<Pages>(queryKeys.bookings('all', {}))?.pages[0]?.bookings).toHaveLength(1)
})
