import { goOnline } from '@wayfare/contract/trips'
import type { DomainEvent } from '@wayfare/core/events'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeGate, makeHeld } from '../../../test/held.ts'
import { jarntorget, korsvagen, placeAway, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import type { Deps } from '../../deps.ts'
import { makePositions } from '../../realtime/positions.ts'
import { setOnline } from '../accounts/commands.ts'
import { makeIngest, startIngest } from './ingest.ts'

const app = await startApp()
const { make, call } = app
const trips = makeTrips(app)
const device = 'test-device'

const away = (metres: number, seq: number) => ({
  device,
  sentAt: Date.now(),
  fixes: [{ seq, at: Date.now(), ...placeAway(jarntorget, metres) }],
})

/** A process beside the app's whose database answers late. */
const makeLate = () => {
  const { db, hold } = makeHeld(app.db)
  const deps: Deps = { ...app.deps, db, positions: makePositions() }
  return { deps, hold, ingest: makeIngest(deps) }
}

const atJarntorget = async () => make.driver({ carType: await make.carType(), at: jarntorget })
const newsOf = ({ id }: TestUser): DomainEvent => ({ type: 'UserChanged', userId: id })

it('a driver who goes off while an older look at him is on its way is off the map', async () => {
  const driver = await atJarntorget()
  const { deps, hold, ingest } = makeLate()
  const look = hold('driverPosition')
  const taking = ingest.take(driver.id, away(10, 1))
  await look.read
  await call(goOnline, { online: false, device }, { as: driver })
  const reading = ingest.handle(newsOf(driver))
  look.release()
  await Promise.all([taking, reading])
  expect(deps.positions.last(driver.id)).toBeNull()
})

it('a driver who comes back while the news that he went is read stays on the map', async () => {
  const driver = await atJarntorget()
  const { deps, hold, ingest } = makeLate()
  await ingest.take(driver.id, away(10, 1))
  await call(goOnline, { online: false, device }, { as: driver })
  const look = hold('driverPosition')
  const reading = ingest.handle(newsOf(driver))
  await look.read
  await setOnline({ ...deps, db: app.db }, driver.actor, { online: true, device, location: korsvagen })
  look.release()
  await reading
  expect(deps.positions.last(driver.id)).toMatchObject({ lat: korsvagen.lat, lng: korsvagen.lng })
})

it('a device that has just become the active one is not refused by an older look', async () => {
  const driver = await atJarntorget()
  const { hold, ingest } = makeLate()
  const look = hold('driverPosition')
  const early = ingest.handle(newsOf(driver)).then(() => ingest.take(driver.id, away(10, 1)))
  const older = ingest.take(driver.id, away(20, 2))
  await look.read
  await call(goOnline, { online: true, device: 'second' }, { as: driver })
  const fresh = ingest.take(driver.id, { ...away(30, 3), device: 'second' })
  look.release()
  expect(await fresh).toMatchObject({ taken: 1 })
  await Promise.allSettled([early, older])
})

it('a driver who goes off while a process reads who is online is off its map as well', async () => {
  const driver = await atJarntorget()
  const { deps, hold } = makeLate()
  const look = hold('driverPosition')
  const starting = startIngest(deps)
  await look.read
  await call(goOnline, { online: false, device }, { as: driver })
  await app.readAll()
  look.release()
  const started = await starting
  await expect.poll(() => deps.positions.last(driver.id)).toBeNull()
  await started.stop()
})

it('the time of arrival, when it comes, is told where the driver is by then', async () => {
  const { driver, id } = await trips.trip('ACCEPTED')
  await make.position(driver, placeAway(jarntorget, 1500), device)
  const gate = makeGate()
  const { router } = app.deps.maps
  const route: typeof router.route = (points) => gate.opened.then(() => router.route(points))
  const deps: Deps = { ...app.deps, positions: makePositions(), maps: { ...app.deps.maps, router: { ...router, route } } }
  const told: unknown[] = []
  const end = deps.bus.subscribe(`booking.${id}`, (message) => told.push(message))
  const ingest = makeIngest(deps)
  const first = ingest.take(driver.id, away(1500, 1))
  await expect.poll(() => told).toHaveLength(1)
  const second = ingest.take(driver.id, away(1480, 2))
  await expect.poll(() => told).toHaveLength(2)
  gate.open()
  const place = placeAway(jarntorget, 1480)
  await expect
    .poll(() => told.at(-1))
    .toMatchObject({ etaS: expect.closeTo(148, -1), position: { lat: place.lat, lng: place.lng } })
  end()
  await ingest.flush.now()
  await Promise.all([first, second])
})
