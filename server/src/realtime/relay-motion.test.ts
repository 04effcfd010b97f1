// What is told past the events: where drivers are, how a trip moves, and notices. The frames are those that links were sent.
import type { ServerFrame, Topic } from '@wayfare/contract/live'
import { asId } from '@wayfare/core/ids'
import { afterEach, expect, it } from 'vitest'
import { openFakeLinkOf } from '../../test/fake-link.ts'
import { startApp } from '../../test/harness.ts'
import { makeViews } from '../views.ts'
import type { Views } from './fanout.ts'
import { makeHub } from './hub.ts'
import { makeRelay } from './relay.ts'

const { deps } = await startApp()
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Role = 'admin' | 'fleetadmin' | 'rider'

const start = (views: Partial<Views> = {}) => {
  const hub = makeHub()
  const socket = { waiting: 0 }
  const relay = makeRelay(deps, { hub, views: { ...makeViews(deps), ...views }, start: '1:0', recheck: async () => {} })
  stops.push(relay.stop)
  const listen = async (id: string, role: Role, ...topics: Topic[]) => {
    const frames: ServerFrame[] = []
    const hear = (texts: readonly string[]) => void frames.push(...texts.map((text) => JSON.parse(text) as ServerFrame))
    const link = openFakeLinkOf(hub, { kind: 'user', id: asId<'user'>(id), role }, { hear, waiting: () => socket.waiting })
    for (const topic of topics) await relay.subscribe(link, topic, { from: relay.now() })
    return <Type extends ServerFrame['type']>(type: Type) =>
      frames.filter((frame): frame is Extract<ServerFrame, { type: Type }> => frame.type === type)
  }
  return { hub, relay, listen, socket }
}

const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000 * count + 200))

const driverAt = (id: string, lat: number) => ({ id, lat }) as unknown as Awaited<ReturnType<Views['drivers']>>[number]

it('shows the desk and each fleet its drivers, looks once a second for all of a kind, and says nothing again', async () => {
  const asked: string[] = []
  let lat = 57
  const { listen } = start({
    drivers: async ({ id, role }) => {
      asked.push(role === 'admin' ? 'desk' : id)
      return role === 'admin' ? [driverAt('D1', lat), driverAt('D2', 57)] : [driverAt(`of ${id}`, 57)]
    },
  })
  const desk = [await listen('A1', 'admin', 'drivers'), await listen('A2', 'admin', 'drivers')]
  const fleets = [await listen('F1', 'fleetadmin', 'drivers'), await listen('F2', 'fleetadmin', 'drivers')]
  const told = () => [...desk, ...fleets].map((frames) => frames('drivers').map(({ drivers }) => drivers.map(({ id }) => id)))
  const first = [[['D1', 'D2']], [['D1', 'D2']], [['of F1']], [['of F2']]]
  await expect.poll(told).toEqual(first)
  asked.length = 0
  await seconds(2)
  expect(told()).toEqual(first)
  // each look is one for the desk as a whole, and one for each fleet
  const looks = (who: string): number => asked.filter((one) => one === who).length
  expect(looks('desk')).toBeGreaterThanOrEqual(1)
  expect(looks('desk')).toBeLessThanOrEqual(3)
  expect([looks('F1'), looks('F2')]).toEqual([looks('desk'), looks('desk')])
  lat = 58
  await expect.poll(() => told().map((frames) => frames.length), { timeout: 5000 }).toEqual([2, 2, 1, 1])
})

const came = (lat: number) => [0, Math.round(lat * 100_000), 1_197_000, 90, 0]

it('tells a view whole again to a socket that could not take what changed in it', async () => {
  const id = asId<'user'>('D1')
  const driver = {
    id,
    name: 'Ada',
    vehicleNumber: null,
    carType: null,
    queue: false,
    driverActiveStatus: true,
    fleetAdminId: null,
  }
  const { hub, relay, listen, socket } = start({ roster: async () => [driver] })
  const put = (lat: number) =>
    deps.positions.put({ driverId: id, lat, lng: 11.97, heading: 90, at: Date.now(), device: 'phone', seq: 1 })
  put(57.7)
  const frames = await listen('A1', 'admin', 'drivers')
  const [link] = hub.linksOf(asId('A1'))
  if (!link) throw new Error('nobody listens')
  await relay.subscribe(link, 'drivers', { from: relay.now(), view: { south: 57, west: 11, north: 58, east: 12 } })
  const counts = { free: 1, busy: 0, stale: 0, offline: 0 }
  const names = [{ number: 0, id, name: 'Ada', vehicleNumber: null, carType: null }]
  const first = { type: 'driversMoved', whole: 'first', names, came: came(57.7), counts }
  await expect.poll(() => frames('driversMoved')).toEqual([first])
  socket.waiting = 100_000
  put(57.71)
  await seconds(2)
  expect(frames('driversMoved')).toHaveLength(1)
  put(57.72)
  socket.waiting = 0
  const again = { type: 'driversMoved', whole: 'again', came: came(57.72), counts }
  await expect.poll(() => frames('driversMoved'), { timeout: 3000 }).toEqual([first, again])
})

const position = { lat: 57.7, lng: 11.97, heading: 90, at: 1000 }
const ahead = { metres: 400, isThere: false, way: '', next: null }

it('tells whoever follows a trip that it moves, and whoever has a link nothing of the way ahead', async () => {
  const { listen } = start()
  const rider = await listen('R1', 'rider', 'booking:B1')
  const friend = await listen('R2', 'rider', 'shared:B1')
  const other = await listen('R3', 'rider', 'booking:B2')
  deps.bus.publish('booking.B1', { position: 'nowhere' })
  deps.bus.publish('booking.B1', { position, etaS: 60, ahead })
  const moved = { type: 'position', position, etaS: 60 }
  await expect.poll(() => rider('position')).toEqual([{ ...moved, topic: 'booking:B1', ahead }])
  await expect.poll(() => friend('position')).toEqual([{ ...moved, topic: 'shared:B1', ahead: null }])
  // of a car that is as good as there it is told by the time alone
  deps.bus.publish('booking.B1', { position: { ...position, at: 2000 }, etaS: 9, ahead: { ...ahead, metres: 40, isThere: true } })
  await expect.poll(() => friend('position')).toHaveLength(2)
  expect(friend('position').at(-1)).toMatchObject({ etaS: 0, ahead: null })
  expect(rider('position').at(-1)).toMatchObject({ etaS: 9 })
  expect(other('position')).toEqual([])
})

it('tells a notice to each page of its person that listens to what is told to them, at the place where that stands', async () => {
  const { relay, listen } = start()
  const mine = [await listen('R1', 'rider', 'me'), await listen('R1', 'rider', 'me', 'bookings')]
  const [elsewhere, other] = [await listen('R1', 'rider', 'bookings'), await listen('R2', 'rider', 'me')]
  const notice = { id: 'N1', key: 'notice_paid', params: {}, screen: 'BookedCab', bookingId: null, at: 1000 }
  deps.bus.publish('user.R1', { kind: 'notice', notice: { ...notice, screen: 'none' } })
  deps.bus.publish('user.R1', { kind: 'notice', notice })
  const event = { type: 'event', topic: 'me', cursor: relay.now(), event: { name: 'notice', notice } }
  for (const frames of mine) await expect.poll(() => frames('event')).toEqual([event])
  expect([elsewhere('event'), other('event')]).toEqual([[], []])
})
