import type { ServerFrame } from '@wayfare/contract/live'
import { expect, test } from 'vitest'
import { makeLiveSocket, type SocketLike, type SocketNews } from './live-socket.ts'

const hello: ServerFrame = { type: 'hello', serverTime: 1000, userId: null }

const makeWorld = (random = 1) => {
  const sockets: (SocketLike & { news: SocketNews; sent: unknown[]; closed: boolean })[] = []
  const timers: { run: () => void; ms: number; live: boolean }[] = []
  const log: string[] = []
  const live = makeLiveSocket({
    open: (news) => {
      const socket = {
        news,
        sent: [] as unknown[],
        closed: false,
        send: (text: string) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.closed = true
        },
      }
      sockets.push(socket)
      return socket
    },
    now: () => 0,
    random: () => random,
    later: (run, ms) => {
      const timer = { run, ms, live: true }
      timers.push(timer)
      return () => {
        timer.live = false
      }
    },
    onState: (state) => log.push(state),
    onEvent: (topic, event) => log.push(`${topic} ${event.name}`),
    onStale: (topic, why) => log.push(`${topic} ${why}`),
    onFrame: (frame) => log.push(frame.type),
  })
  const say = (frame: ServerFrame) => sockets.at(-1)?.news.message(JSON.stringify(frame))
  const runTimers = (ms: number) => {
    for (const timer of timers.filter((one) => one.live && one.ms === ms)) {
      timer.live = false
      timer.run()
    }
  }
  return { live, sockets, timers, log, say, runTimers, last: () => sockets.at(-1) }
}

test('topics are asked for after hello, once however many read them', () => {
  const { live, say, last } = makeWorld()
  live.subscribe('bookings')
  live.subscribe('bookings')
  expect(last()?.sent).toEqual([])
  say(hello)
  expect(last()?.sent).toEqual([{ type: 'subscribe', topic: 'bookings' }])
})

test('positions are quiet only where hello says that they may be', () => {
  const { live, say, last } = makeWorld()
  const positions = { type: 'positions' as const, device: 'phone', sentAt: 1, fixes: [{ seq: 1, at: 1, lat: 57, lng: 12 }] }
  live.subscribe('tasks')
  say(hello)
  live.send({ ...positions, quiet: true })
  expect(last()?.sent.at(-1)).toEqual(positions)
  live.restart('same')
  say({ ...hello, quiet: true })
  live.send({ ...positions, quiet: true })
  live.send(positions)
  expect(last()?.sent.slice(-2)).toEqual([{ ...positions, quiet: true }, positions])
})

test('after a break the topic is asked for since its last event', () => {
  const { live, say, last, runTimers, log } = makeWorld()
  live.subscribe('tasks')
  say(hello)
  say({ type: 'subscribed', topic: 'tasks', cursor: '1' })
  say({ type: 'event', topic: 'tasks', cursor: '9', event: { name: 'languages', languages: [] } })
  last()?.news.close()
  runTimers(500)
  say(hello)
  expect(last()?.sent).toEqual([{ type: 'subscribe', topic: 'tasks', since: '9' }])
  expect(log).toEqual([
    'connecting',
    'open',
    'hello',
    'tasks first',
    'tasks languages',
    'connecting',
    'connecting',
    'open',
    'hello',
  ])
})

test('a resync says that the snapshot is stale and goes on from its cursor', () => {
  const { live, say, last, runTimers, log } = makeWorld()
  live.subscribe('me')
  say(hello)
  say({ type: 'resync', topic: 'me', cursor: '50' })
  expect(log).toContain('me resync')
  last()?.news.close()
  runTimers(500)
  say(hello)
  expect(last()?.sent).toEqual([{ type: 'subscribe', topic: 'me', since: '50' }])
})

test('another person starts without cursors, and nobody is listened to on the old socket', () => {
  const { live, say, sockets } = makeWorld()
  live.subscribe('me')
  say(hello)
  say({ type: 'subscribed', topic: 'me', cursor: '4' })
  live.restart('other')
  expect(sockets[0]?.closed).toBe(true)
  sockets[0]?.news.close()
  expect(sockets).toHaveLength(2)
  say(hello)
  expect(sockets[1]?.sent).toEqual([{ type: 'subscribe', topic: 'me' }])
})

test('the last reader leaving ends the topic after a grace time, a new reader within it keeps it', () => {
  const { live, say, last, runTimers } = makeWorld()
  const leave = live.subscribe('tasks')
  live.subscribe('me')
  say(hello)
  leave()
  const again = live.subscribe('tasks')
  runTimers(2000)
  expect(last()?.sent).toHaveLength(2)
  again()
  runTimers(2000)
  expect(last()?.sent).toContainEqual({ type: 'unsubscribe', topic: 'tasks' })
})

test('another view is asked for at once, and it is the one that is asked for after a break', () => {
  const { live, say, last, runTimers } = makeWorld()
  const view = { south: 57, west: 11, north: 58, east: 12 }
  live.look(view)
  live.subscribe('drivers', { view: null })
  say(hello)
  live.look(view)
  expect(last()?.sent).toEqual([
    { type: 'subscribe', topic: 'drivers', view: null },
    { type: 'view', view },
  ])
  last()?.news.close()
  runTimers(500)
  say(hello)
  expect(last()?.sent).toEqual([{ type: 'subscribe', topic: 'drivers', view }])
})

test('nothing is sent before hello', () => {
  const { live, say } = makeWorld()
  live.subscribe('me')
  expect(live.send({ type: 'ping' })).toBe(false)
  say(hello)
  expect(live.send({ type: 'ping' })).toBe(true)
})

/** How long is waited before each of so many tries that fail. */
const waitsOf = (random: number, tries: number): number[] => {
  const { live, timers, last, runTimers } = makeWorld(random)
  live.subscribe('tasks')
  return Array.from({ length: tries }, () => {
    last()?.news.close()
    const ms = timers.at(-1)?.ms ?? 0
    runTimers(ms)
    return ms
  })
}

test('the wait doubles up to 20 s and at least half of it is kept', () => {
  expect(waitsOf(1, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000])
  expect(waitsOf(0, 3)).toEqual([250, 500, 1000])
})

/** A socket that is open, in a world where time passes; `set`: by how much the clock was set; `isDead`: whether nothing that is asked is answered any more. */
const makeSlowWorld = () => {
  const clock = { now: 1_000_000, set: 0, isDead: false }
  let due: { run: () => void; at: number }[] = []
  const opened: SocketNews[] = []
  const live = makeLiveSocket({
    open: (news) => {
      opened.push(news)
      const send = (text: string) => {
        if (!clock.isDead && text.includes('ping')) news.message(JSON.stringify({ type: 'pong' }))
      }
      return { send, close: () => undefined }
    },
    now: () => clock.now + clock.set,
    random: () => 1,
    later: (run, ms) => {
      const timer = { run, at: clock.now + ms }
      due.push(timer)
      return () => void (due = due.filter((one) => one !== timer))
    },
    onState: () => undefined,
    onEvent: () => undefined,
    onStale: () => undefined,
    onFrame: () => undefined,
  })
  /** Time passes, and only then the timers that are due by now. */
  const pass = (ms: number) => {
    clock.now += ms
    const ready = due.filter(({ at }) => at <= clock.now)
    due = due.filter(({ at }) => at > clock.now)
    for (const { run } of ready) run()
  }
  const greet = () => opened.at(-1)?.message(JSON.stringify(hello))
  live.subscribe('me')
  greet()
  return { clock, live, opened, pass, greet }
}

test('a page out of sight, whose timers run once a minute, keeps its socket', () => {
  const { opened, pass } = makeSlowWorld()
  for (let minute = 0; minute < 10; minute += 1) pass(60_020)
  expect(opened).toHaveLength(1)
})

test('a page that is looked at again after a sleep asks at once whether its socket still lives', () => {
  const { clock, live, opened, pass, greet } = makeSlowWorld()
  clock.now += 3_600_000
  live.wake()
  pass(8000)
  expect(opened).toHaveLength(1)
  clock.isDead = true
  clock.now += 3_600_000
  live.wake()
  pass(8000)
  pass(500)
  expect(opened).toHaveLength(2)
  greet()
  opened.at(-1)?.close()
  live.wake()
  expect(opened).toHaveLength(3)
})

test('a dead socket is noticed also where the clock was set back', () => {
  const { clock, opened, pass } = makeSlowWorld()
  clock.isDead = true
  clock.set = -3_600_000
  for (let part = 0; part < 30; part += 1) pass(5000)
  expect(opened.length).toBeGreaterThan(1)
})

test('a socket that opens and never says hello is given up', () => {
  const { clock, opened, pass } = makeSlowWorld()
  clock.isDead = true
  opened.at(-1)?.close()
  pass(500)
  expect(opened).toHaveLength(2)
  for (let part = 0; part < 12; part += 1) pass(5000)
  expect(opened.length).toBeGreaterThan(2)
})
