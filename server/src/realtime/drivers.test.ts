// The desk's map over real sockets: what a client knows of the drivers in its view after each frame, and what it is never told.
import type { DriversMoved, MapView, ServerFrame } from '@wayfare/contract/live'
import { goOnline } from '@wayfare/contract/trips'
import type { LatLng } from '@wayfare/core/geo'
import type { CarTypeId, UserId } from '@wayfare/core/ids'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { inTx } from '../db/tx.ts'
import { emitEvent } from '../events.ts'
import { startApp } from '../../test/harness.ts'
import { makeConnect } from '../../test/live.ts'
import { jarntorget, placeAway, type TestUser } from '../../test/make.ts'

const app = await startApp()
const { make, call, deps } = app
const device = 'test-device'
let url = ''
beforeAll(async () => {
  url = (await app.listen()).replace('http', 'ws')
})
const { connect } = makeConnect(() => url)
type Client = Awaited<ReturnType<typeof connect>>

const far = placeAway(jarntorget, 9000)
const boxAround = ({ lat, lng }: LatLng): MapView => ({
  south: lat - 0.01,
  north: lat + 0.01,
  west: lng - 0.02,
  east: lng + 0.02,
})
const [here, there] = [boxAround(jarntorget), boxAround(far)]

let seq = 0
const put = (driver: TestUser, place: LatLng, heading: number | null = 90) => {
  seq += 1
  deps.positions.put({ driverId: driver.id, ...place, heading, at: Date.now(), device, seq })
}

type Known = { id: UserId; lat: number; lng: number; heading: number; state: number }

const stepsOf = (list: readonly number[] = [], size: number): number[][] =>
  Array.from({ length: list.length / size }, (_, i) => list.slice(i * size, (i + 1) * size))

/** What a client makes of its frames: it fails when a name is told twice, or a number before its name. */
const makeReplay = () => {
  const names = new Map<number, { id: UserId; name: string }>()
  const cars = new Map<number, Known>()
  const mustKnow = (number: number | undefined): Known => {
    const car = cars.get(number ?? -1)
    if (!car) throw new Error(`nobody was told to be ${number}`)
    return car
  }
  const name = (one: { number: number; id: UserId; name: string }) => {
    if (names.has(one.number)) throw new Error(`${one.name} was named twice`)
    names.set(one.number, one)
  }
  const come = ([number = -1, lat = 0, lng = 0, heading = 0, state = 0]: number[]) => {
    const named = names.get(number)
    if (!named) throw new Error(`nobody was named ${number}`)
    if (cars.has(number)) throw new Error(`${named.name} came twice`)
    cars.set(number, { id: named.id, lat, lng, heading, state })
  }
  const move = ([number, dLat = 0, dLng = 0, heading = 0]: number[]) => {
    const car = mustKnow(number)
    Object.assign(car, { lat: car.lat + dLat, lng: car.lng + dLng, heading })
  }
  const leave = (number: number) => {
    mustKnow(number)
    cars.delete(number)
  }
  return {
    cars,
    apply: ({ whole, names: named = [], came, moved, states, gone = [], offline = [] }: DriversMoved) => {
      if (whole) cars.clear()
      if (whole === 'first') names.clear()
      named.forEach(name)
      stepsOf(came, 5).forEach(come)
      stepsOf(moved, 4).forEach(move)
      for (const [number, state = 0] of stepsOf(states, 2)) mustKnow(number).state = state
      for (const number of [...gone, ...offline]) leave(number)
    },
  }
}

const replay = (frames: readonly DriversMoved[]) => {
  const { cars, apply } = makeReplay()
  frames.forEach(apply)
  return new Map([...cars.values()].map(({ id, ...car }) => [id, car]))
}

const seenBy = (client: Client) => replay(client.ofType('driversMoved'))
const idsSeen = (client: Client): string[] => [...seenBy(client).keys()].toSorted()
const small = (degrees: number): number => Math.round(degrees * 100_000)

const watch = async (as: TestUser, view: MapView | null = here): Promise<Client> => {
  const client = await connect(as)
  client.send({ type: 'subscribe', topic: 'drivers', view })
  await client.next('driversMoved')
  return client
}

const goOffline = (driver: TestUser) => call(goOnline, { online: false, device }, { as: driver })

const tellChanged = (userId: UserId) => inTx(deps, (tx) => emitEvent(tx, { type: 'UserChanged', userId }))

let carType: CarTypeId
let admin: TestUser
beforeEach(async () => {
  await app.db.deleteFrom('driverPosition').execute()
  for (const { driverId } of deps.positions.all()) deps.positions.remove(driverId)
  const before = await app.db.selectFrom('appUser').select('id').where('userType', '=', 'driver').execute()
  await app.db.updateTable('appUser').set({ removedAt: new Date() }).where('userType', '=', 'driver').execute()
  for (const { id } of before) await tellChanged(id)
  carType = await make.carType()
  admin = await make.admin()
})
const driverAt = async (at: LatLng, more: object = {}): Promise<TestUser> => {
  const driver = await make.driver({ carType, at, ...more })
  await tellChanged(driver.id)
  return driver
}

it('a view tells who is in it, named once, and then only what moves', async () => {
  const [mover, still] = [await driverAt(jarntorget), await driverAt(placeAway(jarntorget, 100))]
  const outside = await driverAt(far)
  const off = await make.driver({ carType })
  put(off, jarntorget)
  const client = await watch(admin)
  expect(idsSeen(client)).toEqual([mover.id, still.id].toSorted())
  const next = placeAway(jarntorget, 30)
  put(mover, next, 45)
  put(outside, placeAway(far, 30))
  put(off, next)
  await expect
    .poll(() => seenBy(client).get(mover.id), { timeout: 3000 })
    .toMatchObject({
      lat: small(next.lat),
      lng: small(next.lng),
      heading: 45,
      state: 0,
    })
  put(outside, placeAway(far, 60))
  put(mover, placeAway(jarntorget, 40))
  await expect.poll(() => client.ofType('driversMoved').length, { timeout: 3000 }).toBeGreaterThanOrEqual(3)
  const [, ...later] = client.ofType('driversMoved')
  // one driver of the two moves: number, two steps and a heading, and nothing else
  const number = expect.any(Number) as number
  for (const frame of later) expect(frame).toEqual({ type: 'driversMoved', moved: [number, number, number, number] })
  const text = JSON.stringify(client.frames)
  for (const { id } of [outside, off]) expect(text).not.toContain(id)
  expect(text.split(mover.id)).toHaveLength(2)
})

it('who leaves the view, comes into it, goes off duty or is booked is told, and counted', async () => {
  const [one, two] = [await driverAt(jarntorget), await driverAt(far)]
  const client = await watch(admin)
  const counted = () => client.ofType('driversMoved').findLast(({ counts }) => counts)?.counts
  await expect.poll(counted, { timeout: 3000 }).toEqual({ free: 2, busy: 0, stale: 0, offline: 0 })
  expect(idsSeen(client)).toEqual([one.id])
  put(one, far)
  put(two, jarntorget)
  await expect.poll(() => idsSeen(client), { timeout: 3000 }).toEqual([two.id])
  put(one, placeAway(jarntorget, 50))
  await expect.poll(() => idsSeen(client), { timeout: 3000 }).toEqual([one.id, two.id].toSorted())
  // within the view, and into another cell of it
  const across = placeAway(jarntorget, 500)
  put(two, across)
  await expect.poll(() => seenBy(client).get(two.id)?.lng, { timeout: 3000 }).toBe(small(across.lng))
  await goOffline(two)
  await expect.poll(() => idsSeen(client), { timeout: 3000 }).toEqual([one.id])
  expect(client.ofType('driversMoved').some(({ offline }) => offline?.length === 1)).toBe(true)
  await expect.poll(counted, { timeout: 3000 }).toEqual({ free: 1, busy: 0, stale: 0, offline: 1 })
  await call(goOnline, { online: true, device, location: placeAway(jarntorget, 0) }, { as: two })
  await expect.poll(() => idsSeen(client), { timeout: 3000 }).toEqual([one.id, two.id].toSorted())
  await app.db.updateTable('appUser').set({ queue: true }).where('id', '=', one.id).execute()
  await tellChanged(one.id)
  await expect.poll(() => seenBy(client).get(one.id)?.state, { timeout: 3000 }).toBe(1)
  expect(client.broken).toEqual([])
})

it('another view is told whole, and nobody is named again; without a view nothing but the counts', async () => {
  const [one, two] = [await driverAt(jarntorget), await driverAt(far)]
  const client = await watch(admin, null)
  expect(client.ofType('driversMoved')[0]).toEqual({ type: 'driversMoved', whole: 'first', counts: expect.anything() })
  for (const [view, whom] of [
    [here, one],
    [there, two],
    [here, one],
  ] as const) {
    client.send({ type: 'view', view })
    await expect.poll(() => idsSeen(client), { timeout: 3000 }).toEqual([whom.id])
  }
  expect(JSON.stringify(client.frames).split(one.id)).toHaveLength(2)
  // the 180th meridian may lie in a view
  client.send({ type: 'view', view: { south: -90, north: 90, west: 170, east: 100 } })
  await expect.poll(() => idsSeen(client), { timeout: 3000 }).toEqual([one.id, two.id].toSorted())
})

it('a fleet admin is told of the own drivers only, and whoever names no view gets whole lists', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const [own, other] = [await driverAt(jarntorget, { fleetAdminId: fleetAdmin.id }), await driverAt(jarntorget)]
  const [fleet, desk, old] = [await watch(fleetAdmin), await watch(admin), await connect(admin)]
  old.send({ type: 'subscribe', topic: 'drivers' })
  const whole: ServerFrame & { type: 'drivers' } = await old.next('drivers')
  expect(idsSeen(fleet)).toEqual([own.id])
  expect(fleet.ofType('driversMoved')[0]?.counts).toEqual({ free: 1, busy: 0, stale: 0, offline: 0 })
  expect(idsSeen(desk)).toEqual([own.id, other.id].toSorted())
  expect(whole.drivers.map(({ id }) => id).toSorted()).toEqual([own.id, other.id].toSorted())
  put(other, placeAway(jarntorget, 40))
  await expect.poll(() => old.ofType('drivers').length, { timeout: 3000 }).toBe(2)
  await expect.poll(() => desk.ofType('driversMoved').length, { timeout: 3000 }).toBe(2)
  expect([old.ofType('driversMoved'), desk.ofType('drivers'), fleet.ofType('driversMoved').length]).toEqual([[], [], 1])
  // a view for whoever follows none
  old.send({ type: 'view', view: here })
  expect(await old.next('refused')).toMatchObject({ topic: 'drivers', key: 'bad_request' })
})
