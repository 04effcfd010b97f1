// One trip whose rider and driver lose their sockets again and again, some of them with what was on its way: each comes back with the
// cursor of the last event it has, and the driver's phone sends again what was not acknowledged.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendChat } from '@wayfare/contract/chat'
import { type ClientFrame, type ServerFrame, serverFrame, type Topic } from '@wayfare/contract/live'
import type { Fix } from '@wayfare/contract/trips'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { compareCursors } from '../src/cursors.ts'
import { beginning } from '../src/events.ts'
import { startApp } from './harness.ts'
import { jarntorget, placeAway, type TestUser } from './make.ts'
import { startProxy } from './proxy.ts'
import { thoroughly } from './thorough.ts'
import { makeTrips } from './trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const proxy = await startProxy(await app.listen())
afterAll(proxy.close)

type Told = Extract<ServerFrame, { type: 'event' }>

const device = 'test-device'
const backAfterMs = 5

/** A client that comes back whenever its socket breaks; `onFrame` hears of all but events, and `onOpen` each time. */
const stayOn = (as: TestUser, topics: readonly Topic[], onFrame = (_frame: ServerFrame): void => {}, onOpen = (): void => {}) => {
  const told: Told[] = []
  const resyncs: Topic[] = []
  const cursors = new Map<Topic, string>()
  const life = { isOver: false, opened: 0, socket: null as WebSocket | null }
  const send = (frame: ClientFrame): void => {
    if (life.socket?.readyState === WebSocket.OPEN) life.socket.send(JSON.stringify(frame))
  }
  const hear = (frame: ServerFrame): void => {
    if (frame.type === 'subscribed' && !cursors.has(frame.topic)) cursors.set(frame.topic, frame.cursor)
    if (frame.type === 'resync') resyncs.push(frame.topic)
    if (frame.type !== 'event') return onFrame(frame)
    told.push(frame)
    cursors.set(frame.topic, frame.cursor)
  }
  const open = (): void => {
    const headers = { authorization: `Bearer ${as.token}` }
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}api/live`, { headers })
    life.socket = socket
    socket.on('open', () => {
      life.opened += 1
      for (const topic of topics) {
        const since = cursors.get(topic)
        send({ type: 'subscribe', topic, ...(since === undefined ? {} : { since }) })
      }
      onOpen()
    })
    socket.on('message', (data) => hear(serverFrame.parse(JSON.parse(String(data)))))
    socket.on('error', () => {})
    socket.on('close', () => void (life.isOver || setTimeout(open, backAfterMs)))
  }
  open()
  return {
    resyncs,
    send,
    opened: () => life.opened,
    isFollowing: () => topics.every((topic) => cursors.has(topic)),
    on: (topic: Topic) => told.filter((one) => one.topic === topic),
    end: (): void => {
      life.isOver = true
      life.socket?.terminate()
    },
  }
}

/** The phone of a driver: positions are kept until they are acknowledged, and all that are kept are sent when it is back. */
const makePhone = (driver: TestUser, topics: readonly Topic[]) => {
  let kept: Fix[] = []
  let seq = 0
  const tell = (fixes: Fix[]): void => {
    if (fixes.length > 0) client.send({ type: 'positions', device, sentAt: Date.now(), fixes })
  }
  let refused = 0
  const acknowledge = (frame: ServerFrame): void => {
    if (frame.type !== 'positionsTaken') return
    refused += frame.refused
    kept = kept.filter((fix) => fix.seq > frame.seq)
  }
  const client = stayOn(driver, topics, acknowledge, () => tell(kept))
  return {
    client,
    refused: () => refused,
    seq: () => seq,
    unsafe: () => kept.length,
    drive: (): void => {
      seq += 1
      const fix = { seq, at: Date.now(), ...placeAway(jarntorget, seq), heading: 90, speed: 15, accuracy: 5 }
      kept.push(fix)
      tell([fix])
    },
  }
}

type Phone = ReturnType<typeof makePhone>

/** What the database says has happened to the booking, as a socket is to tell it. */
const readCursors = async (id: BookingId, type: string, since: string): Promise<string[]> => {
  const { rows } = await sql<{ cursor: string }>`select transaction_id::text || ':' || id::text as cursor from event
    where type = ${type} and payload ->> 'bookingId' = ${id} order by event.transaction_id, event.id`.execute(app.db)
  return rows.map(({ cursor }) => cursor).filter((cursor) => compareCursors(cursor, since) > 0)
}

const times = thoroughly(100, 25)
const gapMs = thoroughly(120, 40)

type Client = ReturnType<typeof stayOn>

/** Breaks all sockets so often, while rider and driver write to each other, the car drives, and steps are taken; what was written. */
const breakSockets = async (
  { rider, driver, id, phone, clients }: { rider: TestUser; driver: TestUser; id: BookingId; phone: Phone; clients: Client[] },
  steps: Record<number, () => Promise<unknown>>,
): Promise<string[]> => {
  const written: string[] = []
  for (let round = 0; round < times; round++) {
    const opened = clients.map((client) => client.opened())
    written.push(`message ${round}`)
    const message = { id, message: `message ${round}`, clientKey: randomUUID() }
    const working = [app.call(sendChat, message, { as: round % 2 ? rider : driver }), steps[round]?.()]
    phone.drive()
    await pause(Math.random() * gapMs)
    // every third time what is sent in the last moments is lost on its way, both ways
    if (round % 3 === 0) proxy.hang()
    phone.drive()
    await pause(30)
    await Promise.all(working)
    proxy.recover()
    // every fifth time the next break comes before the sockets are whole again
    const isBack = () => clients.every((client, i) => client.opened() > (opened[i] ?? 0))
    if (round % 5 > 0) await expect.poll(isBack, { interval: 5 }).toBe(true)
  }
  return written
}

/** Each move of the trip and each message since `since` was told, each event once, and all in order. */
const checkTold = async (client: Client, id: BookingId, { since, written }: { since: string; written: string[] }) => {
  const moves = await readCursors(id, 'BookingMoved', since)
  const messages = await readCursors(id, 'ChatMessageSent', since)
  expect([moves.length, messages.length]).toEqual([5, written.length])
  const ofTrip = () => client.on(`booking:${id}`)
  const ofChat = () => client.on(`chat:${id}`)
  const cursors = () => ofTrip().map(({ cursor }) => cursor)
  await expect.poll(() => cursors().includes(moves.at(-1) ?? ''), { timeout: 10_000 }).toBe(true)
  await expect.poll(() => ofChat().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(messages.length)
  expect(client.resyncs).toEqual([])
  expect(cursors()).toEqual([...new Set(cursors())].toSorted(compareCursors))
  expect(moves.filter((cursor) => !cursors().includes(cursor))).toEqual([])
  expect(ofChat().map(({ cursor }) => cursor)).toEqual(messages)
  expect(ofChat().map(({ event }) => (event.name === 'chatMessage' ? event.message.message : event.name))).toEqual(written)
  const last = ofTrip().at(-1)?.event
  expect(last?.name === 'booking' && last.booking.status).toBe('COMPLETE')
}

/** Each position is kept once, in order, with the step of its own moment. */
const checkTrack = async (id: BookingId, count: number): Promise<void> => {
  const tripStart = app.db.selectFrom('booking').select('tripStartAt').where('id', '=', id)
  const { tripStartAt } = await tripStart.executeTakeFirstOrThrow()
  const kept = app.db.selectFrom('trackPoint').select(['seq', 'at', 'status']).where('bookingId', '=', id)
  const points = await kept.where('device', '=', device).orderBy('seq').execute()
  expect(points.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: count }, (_, i) => i + 1))
  const ats = points.map(({ at }) => at.getTime())
  expect(ats).toEqual(ats.toSorted((a, b) => a - b))
  const areDriven = points.map(({ status }) => status === 'STARTED')
  expect(areDriven).toEqual(ats.map((at) => at >= (tripStartAt?.getTime() ?? 0)))
  expect(new Set(areDriven).size).toBe(2)
}

it(
  'a trip whose sockets break again and again: each event is heard once and in order, and each position is kept once, without a gap',
  { timeout: 300_000 },
  async () => {
    const { rider, driver, id, booking } = await trips.trip('ACCEPTED')
    await app.settle()
    const since = (await readCursors(id, 'BookingMoved', beginning)).at(-1) ?? beginning
    const topics: readonly Topic[] = [`booking:${id}`, `chat:${id}`]
    const page = stayOn(rider, topics)
    const phone = makePhone(driver, topics)
    const clients = [page, phone.client]
    await expect.poll(() => clients.every((client) => client.isFollowing())).toBe(true)

    const written = await breakSockets(
      { rider, driver, id, phone, clients },
      {
        [Math.floor(times / 4)]: () => trips.arrive(driver, id),
        [Math.floor(times / 2)]: () => trips.start(driver, id, booking.otp),
      },
    )
    await expect.poll(() => phone.unsafe(), { timeout: 20_000 }).toBe(0)
    expect(phone.refused()).toBe(0)
    await app.make.position(driver, booking.drop)
    await trips.reach(driver, id)
    await trips.collect(driver, id)
    await trips.rate(rider, id)

    for (const client of clients) {
      await checkTold(client, id, { since, written })
      expect(client.opened()).toBeGreaterThan(times / 2)
      client.end()
    }
    await checkTrack(id, phone.seq())
  },
)
