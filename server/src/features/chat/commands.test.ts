import { reassignBooking } from '@wayfare/contract/bookings-desk'
import { listChat, listUnreadChats, readChat, sendChat } from '@wayfare/contract/chat'
import type { Problem } from '@wayfare/contract/endpoint'
import { removeUser } from '@wayfare/contract/people-edit'
import { formatMessageTimes, longestMessage, mostMessages } from '@wayfare/core/chat'
import { toCityTime } from '@wayfare/core/city-time'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const url = await app.listen()
const trips = makeTrips(app)
const { connect } = makeConnect(() => url.replace('http', 'ws'))
const { call, refusal, make, settle } = app

let keys = 0
const newKey = (): string => `test-key-${(keys += 1)}`

type BookingId = Awaited<ReturnType<typeof trips.trip>>['id']
const send = (as: TestUser, id: BookingId, message: string, clientKey = newKey()) =>
  call(sendChat, { id, message, clientKey }, { as })
const refused = async (as: TestUser | null, id: BookingId) => ({
  list: (await refusal(listChat, { id }, { as })).key,
  send: (await refusal(sendChat, { id, message: 'Hello', clientKey: newKey() }, { as })).key,
})
const list = (as: TestUser, id: BookingId) => call(listChat, { id }, { as })
const unread = async (as: TestUser, id: BookingId): Promise<number> =>
  (await call(listUnreadChats, {}, { as })).unread.find(({ bookingId }) => bookingId === id)?.count ?? 0

test('rider and driver write to each other, and each message has the fields of the specification', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  const sent = await send(rider, id, '  I stand at the <b>kiosk</b> \u0007 ')
  await send(driver, id, 'On my way')
  expect(sent).toMatchObject({ message: 'I stand at the <b>kiosk</b>', from: rider.id, type: 'msg', source: 'rider' })
  const times = formatMessageTimes(toCityTime(sent.at, app.deps.settings().timeZone))
  expect({ msgDate: sent.msgDate, msgTime: sent.msgTime }).toEqual(times)
  const seen = await list(driver, id)
  expect(seen.messages.map(({ message, source }) => [source, message])).toEqual([
    ['rider', 'I stand at the <b>kiosk</b>'],
    ['driver', 'On my way'],
  ])
  expect(seen.mayWrite).toBe(true)
  expect(seen.messages.map(({ clientKey }) => clientKey === null)).toEqual([true, false])
})

test('a chat is open from the driver’s yes until the booking is complete, and can be read afterwards', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id, otp, drop } = await trips.book(rider, carType)
  const steps: [string, () => Promise<unknown>][] = [
    ['NEW', () => trips.offer(id)],
    ['ACCEPTED', () => trips.accept(driver, id)],
    ['ARRIVED', () => trips.arrive(driver, id)],
    ['STARTED', () => trips.start(driver, id, otp)],
    ['REACHED', () => make.position(driver, drop).then(() => trips.reach(driver, id))],
    ['PAID', () => trips.collect(driver, id)],
    ['COMPLETE', () => trips.rate(rider, id)],
  ]
  const seen: Record<string, string> = {}
  for (const [status, step] of steps) {
    await step()
    const answer = await app.raw(sendChat, { id, message: status, clientKey: newKey() }, { as: rider })
    seen[(await trips.get(rider, id)).status] = answer.statusCode === 200 ? 'sent' : answer.json<Problem>().error.key
  }
  expect(seen).toEqual({
    NEW: 'chat_not_found',
    ACCEPTED: 'sent',
    ARRIVED: 'sent',
    STARTED: 'sent',
    REACHED: 'sent',
    PAID: 'sent',
    COMPLETE: 'chat_closed',
  })
  for (const as of [rider, driver]) {
    const { messages, mayWrite } = await list(as, id)
    expect(messages.map(({ message }) => message)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID'])
    expect(mayWrite).toBe(false)
  }
})

test('nobody else learns that there is a chat; the desk reads it, which is logged, and does not write', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const { rider, id } = await trips.trip('ARRIVED')
  await app.db.updateTable('booking').set({ fleetAdminId: fleetAdmin.id }).where('id', '=', id).execute()
  await send(rider, id, 'Where are you?')
  const [stranger, otherDriver, admin] = await Promise.all([make.rider(), make.driver(), make.admin()])
  expect(await refused(stranger, id)).toEqual({ list: 'not_found', send: 'not_found' })
  expect(await refused(otherDriver, id)).toEqual({ list: 'not_found', send: 'not_found' })
  expect(await refused(fleetAdmin, id)).toEqual({ list: 'forbidden', send: 'forbidden' })
  expect(await refused(null, id)).toEqual({ list: 'unauthorized', send: 'unauthorized' })
  expect((await refusal(sendChat, { id, message: 'Hello', clientKey: newKey() }, { as: admin })).key).toBe('forbidden')
  const before = app.lines.length
  expect(await list(admin, id)).toMatchObject({ messages: [{ message: 'Where are you?' }], mayWrite: false })
  expect(app.lines.slice(before)).toContainEqual(expect.objectContaining({ fields: { actor: admin.id, bookingId: id } }))
})

test('a driver who gets a booking after another does not read what was said to that one', async () => {
  const { rider, driver, id, carType } = await trips.trip('ACCEPTED')
  await send(rider, id, 'To the first')
  const second = await make.driver({ carType })
  await app.db.updateTable('booking').set({ driverId: second.id }).where('id', '=', id).execute()
  await send(rider, id, 'To the second')
  expect((await list(second, id)).messages.map(({ message }) => message)).toEqual(['To the second'])
  expect((await list(rider, id)).messages.map((message) => message.driver)).toEqual([driver.id, second.id])
  expect(await refused(driver, id)).toEqual({ list: 'not_found', send: 'not_found' })
})

test('of a booking that was taken from its driver the desk still reads what was said', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  await send(driver, id, 'I will not wait')
  const desk = await make.admin()
  await call(reassignBooking, { id }, { as: desk })
  expect(await list(desk, id)).toMatchObject({ messages: [{ message: 'I will not wait', driver: driver.id }], mayWrite: false })
  expect((await refusal(listChat, { id }, { as: rider })).key).toBe('chat_not_found')
})

test('a message is there once, however often its device sends it, also after the chat has closed', async () => {
  const { rider, driver, id } = await trips.trip('PAID')
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(rider, id, 'I forgot my bag', key)))
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
  expect((await refusal(sendChat, { id, message: 'Something else', clientKey: key }, { as: rider })).key).toBe(
    'idempotency_key_reused',
  )
  expect((await send(driver, id, 'The same key is mine here', key)).id).not.toBe(answers[0]?.id)
  await trips.rate(rider, id)
  expect((await send(rider, id, 'I forgot my bag', key)).id).toBe(answers[0]?.id)
  expect((await list(rider, id)).messages).toHaveLength(2)
})

test('an empty message, one too long and one too many are refused', async () => {
  const { rider, id, driver } = await trips.trip('ACCEPTED')
  for (const message of ['', ' \u0007\n ', 'x'.repeat(longestMessage + 1)])
    expect((await refusal(sendChat, { id, message, clientKey: newKey() }, { as: rider })).key).toBe('proper_message')
  expect((await send(rider, id, 'x'.repeat(longestMessage))).message).toHaveLength(longestMessage)
  const many = Array.from({ length: mostMessages - 1 }, () => ({
    bookingId: id,
    driverId: driver.id,
    fromId: driver.id,
    source: 'driver' as const,
    message: 'Hello',
    clientKey: newKey(),
    at: app.deps.now(),
  }))
  await app.db.insertInto('chatMessage').values(many).execute()
  expect((await refusal(sendChat, { id, message: 'One more', clientKey: newKey() }, { as: rider })).key).toBe('quota_reached')
})

test('what is unread is counted for the other side until it is read, which never goes back', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  const sent = [await send(rider, id, 'One'), await send(rider, id, 'Two'), await send(driver, id, 'Three')]
  expect([await unread(rider, id), await unread(driver, id)]).toEqual([1, 2])
  const ids = sent.map((message) => message.id)
  await call(readChat, { id, upTo: ids[0] ?? 0 }, { as: driver })
  expect(await unread(driver, id)).toBe(1)
  await call(readChat, { id, upTo: 2 ** 40 }, { as: driver })
  await call(readChat, { id, upTo: ids[0] ?? 0 }, { as: driver })
  expect(await unread(driver, id)).toBe(0)
  expect(await list(driver, id)).toMatchObject({ readUpTo: ids[2], otherReadUpTo: 0 })
  expect(await list(rider, id)).toMatchObject({ readUpTo: 0, otherReadUpTo: ids[2] })
  expect((await refusal(readChat, { id, upTo: 1 }, { as: await make.rider() })).key).toBe('not_found')
  await send(rider, id, 'Four')
  expect(await unread(driver, id)).toBe(1)
})

test('messages, marks and notices arrive live, and only where they belong', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  const [riderSocket, secondTab, driverSocket, stranger] = await Promise.all([
    connect(rider),
    connect(rider),
    connect(driver),
    connect(await make.rider()),
  ])
  const topic = `chat:${id}` as const
  for (const socket of [riderSocket, secondTab, driverSocket]) {
    await socket.subscribe(topic)
    await socket.subscribe('me')
  }
  stranger.send({ type: 'subscribe', topic })
  expect(await stranger.next('refused')).toMatchObject({ topic, key: 'not_found' })
  const eventsOf = (socket: typeof riderSocket) => socket.ofType('event').map(({ event }) => event)
  const named = (socket: typeof riderSocket, name: string) => eventsOf(socket).filter((event) => event.name === name)

  const key = newKey()
  const sent = await send(rider, id, 'I am at the door', key)
  for (const socket of [riderSocket, secondTab, driverSocket])
    await expect
      .poll(() => named(socket, 'chatMessage'))
      .toEqual([
        {
          name: 'chatMessage',
          bookingId: id,
          message: { ...sent, clientKey: socket === driverSocket ? null : key },
        },
      ])
  await expect.poll(() => named(driverSocket, 'chatUnread')).toEqual([{ name: 'chatUnread', bookingId: id, count: 1 }])
  await expect
    // notices of the earlier trip may still arrive
    .poll(() => named(driverSocket, 'notice').filter((event) => JSON.stringify(event).includes('notice_chat_message')))
    .toMatchObject([
      { notice: { key: 'notice_chat_message', screen: 'onlineChat', bookingId: id, params: { text: 'I am at the door' } } },
    ])
  await call(readChat, { id, upTo: sent.id }, { as: driver })
  for (const socket of [riderSocket, driverSocket])
    await expect
      .poll(() => named(socket, 'chatRead'))
      .toEqual([{ name: 'chatRead', bookingId: id, by: driver.id, upTo: sent.id }])
  await expect.poll(() => named(driverSocket, 'chatUnread').at(-1)).toMatchObject({ count: 0 })
  expect(named(riderSocket, 'notice').filter((event) => JSON.stringify(event).includes('notice_chat_message'))).toEqual([])
  expect(stranger.ofType('event')).toEqual([])
  for (const socket of [riderSocket, secondTab, driverSocket, stranger]) expect(socket.broken).toEqual([])
})

test('a removed person’s words go, the other side’s stay', async () => {
  const { rider, driver, id } = await trips.trip('COMPLETE')
  const rows = [
    [rider, 'rider'],
    [driver, 'driver'],
  ] as const
  for (const [from, source] of rows)
    await app.db
      .insertInto('chatMessage')
      .values({
        bookingId: id,
        driverId: driver.id,
        fromId: from.id,
        source,
        message: `Words of the ${source}`,
        clientKey: newKey(),
        at: app.deps.now(),
      })
      .execute()
  await call(removeUser, { id: rider.id }, { as: await make.admin() })
  await settle()
  expect((await list(driver, id)).messages.map(({ message }) => message)).toEqual(['', 'Words of the driver'])
})
