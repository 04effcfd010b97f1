import { asId } from '@wayfare/core/ids'
import type { ServerFrame } from '@wayfare/contract/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openFakeLink, openFakeLinkOf } from '../../test/fake-link.ts'
import { makeHub } from './hub.ts'

const topic = 'booking:B1'
const position = (heading: number): ServerFrame => ({
  type: 'position',
  topic,
  position: { lat: 57.7, lng: 11.9, heading, at: 1 },
  etaS: null,
  ahead: null,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A socket of which `waiting` bytes lie unsent, with what was written to it and how it ended. */
const openSocket = (hub: ReturnType<typeof makeHub>) => {
  const socket = { waiting: 0, written: [] as string[], ends: [] as string[] }
  const fake = {
    hear: (texts: readonly string[]) => void socket.written.push(...texts),
    waiting: () => socket.waiting,
    end: (code?: number) => void socket.ends.push(code === undefined ? 'dropped' : `closed ${code}`),
  }
  const link = openFakeLinkOf(hub, { kind: 'user', id: asId('R1'), role: 'rider' }, fake)
  return { socket, link }
}

const startHub = () => {
  let now = 0
  const hub = makeHub({ now: () => now })
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 4) {
      now += 4
      await vi.advanceTimersByTimeAsync(4)
    }
  }
  return { hub, pass }
}

const headingsOf = (written: readonly string[]) =>
  written.flatMap((text) => {
    const frame = JSON.parse(text) as ServerFrame
    return frame.type === 'position' ? [frame.position.heading] : []
  })

it('drops a socket once more than a megabyte waits in it, and writes nothing more to it', async () => {
  const { hub, pass } = startHub()
  const [clogged, other] = [openSocket(hub), openSocket(hub)]
  clogged.socket.waiting = 1024 * 1024
  hub.sendText(clogged.link, '"one"')
  await pass(40)
  expect(clogged.socket).toMatchObject({ written: ['"one"'], ends: [] })
  clogged.socket.waiting += 1
  hub.sendText(clogged.link, '"two"')
  await pass(40)
  expect(clogged.socket.ends).toEqual(['dropped'])
  for (const { link } of [clogged, other]) hub.sendText(link, '"three"')
  await pass(40)
  expect(clogged.socket).toMatchObject({ written: ['"one"', '"two"'], ends: ['dropped'] })
  expect(other.socket).toMatchObject({ written: ['"three"'], ends: [] })
})

it('keeps motion from a socket that is behind, and sends only the newest once it has caught up', async () => {
  const { hub, pass } = startHub()
  const [behind, other] = [openSocket(hub), openSocket(hub)]
  for (const { link } of [behind, other]) hub.subscribe(link, topic, '1:0')
  behind.socket.waiting = 64 * 1024 + 1
  hub.move(topic, position(10))
  await pass(1100)
  hub.move(topic, position(20))
  await pass(1100)
  expect(headingsOf(behind.socket.written)).toEqual([])
  expect(headingsOf(other.socket.written)).toEqual([10, 20])
  // facts are told all the same
  hub.sendText(behind.link, '"a fact"')
  await pass(40)
  expect(behind.socket.written).toEqual(['"a fact"'])
  behind.socket.waiting = 64 * 1024
  await pass(40)
  expect(headingsOf(behind.socket.written)).toEqual([20])
  expect(behind.socket.ends).toEqual([])
})

it('sends motion at most once a second to each watcher, the newest of it, and none after unsubscribing', async () => {
  const { hub, pass } = startHub()
  const { socket, link } = openSocket(hub)
  hub.subscribe(link, topic, '1:0')
  for (let heading = 0; heading < 20; heading++) {
    hub.move(topic, position(heading))
    await pass(100)
  }
  expect(headingsOf(socket.written)).toEqual([0, 10])
  hub.unsubscribe(link, topic)
  hub.move(topic, position(99))
  await pass(1100)
  expect(headingsOf(socket.written)).toEqual([0, 10])
  expect(hub.isWatched(topic)).toBe(false)
})

it('writes what comes within one beat together, and what is still unwritten before it closes', async () => {
  const { hub, pass } = startHub()
  const batches: number[] = []
  const link = openFakeLink(hub, { hear: (texts) => void batches.push(texts.length), end: () => void batches.push(0) })
  await pass(100)
  hub.sendText(link, '"at once"')
  await pass(4)
  hub.sendText(link, '"together"')
  hub.sendText(link, '"with this"')
  await pass(40)
  hub.sendText(link, '"at last"')
  hub.closeAll()
  hub.sendText(link, '"too late"')
  await pass(100)
  expect(batches).toEqual([1, 2, 1, 0])
  expect(hub.size()).toEqual({ links: 0, subscriptions: 0 })
})

it('knows the sockets of a person from signing in until they end', () => {
  const { hub } = startHub()
  const [first, second] = [openSocket(hub), openSocket(hub)]
  expect(hub.linksOf(asId('R1'))).toEqual([first.link, second.link])
  hub.signIn(second.link, {
    actor: { kind: 'user', id: asId('R2'), role: 'rider' },
    sessionId: 'S2',
    proof: { authorization: undefined, cookie: undefined },
  })
  expect(hub.linksOf(asId('R1'))).toEqual([first.link])
  expect(hub.linksOf(asId('R2'))).toEqual([second.link])
  expect(second.link.owner.sessionId).toBe('S2')
  hub.end(first.link)
  expect(hub.linksOf(asId('R1'))).toEqual([])
  expect(hub.subscribe(first.link, 'me', '1:0').isOpen).toBe(false)
  expect(hub.size()).toEqual({ links: 1, subscriptions: 0 })
})
