import { getTracking, goOnline, sendPositions, type Fix } from '@wayfare/contract/trips'
import type { DomainEvent } from '@wayfare/core/events'
import { interpolatePoint, type LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, placeAway } from '../../../test/make.ts'
import { makeConnect } from '../../../test/live.ts'
import { makeTrips } from '../../../test/trips.ts'
import { readDrivenFixes } from '../bookings/track.ts'
import { getIngest, startIngest } from './ingest.ts'

const app = await startApp()
const { make, call, refusal } = app
const trips = makeTrips(app)
const device = 'test-device'
let url = ''
beforeAll(async () => {
  url = (await app.listen()).replace('http', 'ws')
})

const { connect } = makeConnect(() => url)

/** Fixes one second apart, the last one now, along the straight street from Järntorget. */
const drive = (first: number, count: number, metres = 12): Fix[] =>
  Array.from({ length: count }, (_, i) => ({
    seq: first + i,
    at: Date.now() - (count - 1 - i) * 1000,
    ...placeAway(jarntorget, (first + i) * metres),
    heading: 90,
    speed: metres,
    accuracy: 8,
  }))

const batch = (fixes: Fix[], on = device) => ({ device: on, sentAt: Date.now(), fixes })

const pointsOf = (id: BookingId) =>
  app.db.selectFrom('trackPoint').selectAll().where('bookingId', '=', id).where('device', '=', device).orderBy('seq').execute()

describe('positions', () => {
  it('of a trip are acknowledged when they are in the database, and a batch sent twice counts once', async () => {
    const { driver, id } = await trips.trip('ACCEPTED')
    const client = await connect(driver)
    const fixes = drive(1, 15).map((fix) => ({ ...fix, at: Date.now() + fix.seq }))
    client.send({ type: 'positions', ...batch(fixes.slice(0, 10)) })
    client.send({ type: 'positions', ...batch(fixes) })
    await expect.poll(() => client.ofType('positionsTaken').length, { interval: 5 }).toBeGreaterThan(0)
    const [first] = client.ofType('positionsTaken')
    expect(first).toMatchObject({ seq: 10, taken: 10, refused: 0 })
    expect((await pointsOf(id)).length).toBeGreaterThanOrEqual(10)
    await expect.poll(() => client.ofType('positionsTaken').length).toBe(2)
    expect(client.ofType('positionsTaken')[1]).toMatchObject({ seq: 15, taken: 5, refused: 0 })
    const rows = await pointsOf(id)
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 15 }, (_, i) => i + 1))
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['ACCEPTED']))
  })

  it('that are quiet are answered with the next that are not, when all are in the database', async () => {
    const { driver, id } = await trips.trip('ACCEPTED')
    const client = await connect(driver)
    const fixes = drive(1, 4).map((fix) => ({ ...fix, at: Date.now() + fix.seq }))
    for (const fix of fixes.slice(0, 3)) client.send({ type: 'positions', ...batch([fix]), quiet: true })
    client.send({ type: 'positions', ...batch(fixes.slice(3)) })
    await expect.poll(() => client.ofType('positionsTaken').length).toBe(1)
    expect(client.ofType('positionsTaken')[0]).toMatchObject({ seq: 4 })
    expect((await pointsOf(id)).map(({ seq }) => Number(seq))).toEqual([1, 2, 3, 4])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(client.ofType('positionsTaken').length).toBe(1)
  })

  it('that are quiet are answered where they are refused', async () => {
    const { driver } = await trips.trip('ACCEPTED')
    const client = await connect(driver)
    const [fix] = drive(1, 1).map((one) => ({ ...one, at: Date.now() }))
    client.send({ type: 'positions', ...batch(fix ? [fix] : []), device: 'another-device', quiet: true })
    await expect.poll(() => client.ofType('positionsRefused').map(({ key }) => key)).toEqual(['other_device'])
  })

  it('keep the speed, and the heading of a car that moves, for the matching of its way', async () => {
    const { driver, id } = await trips.trip('STARTED')
    const [moving, standing, silent] = drive(1, 3).map((fix) => ({ ...fix, at: Date.now() + fix.seq })) as [Fix, Fix, Fix]
    const fixes = [moving, { ...standing, speed: 0 }, { ...silent, heading: null, speed: null }]
    await trips.tell(driver, batch(fixes))
    expect((await pointsOf(id)).map(({ heading }) => heading)).toEqual([90, null, null])
    expect((await readDrivenFixes(app.db, id)).fixes.map(({ heading }) => heading)).toEqual([90, null, null])
    expect((await readDrivenFixes(app.db, id)).fixes.map(({ speed }) => speed)).toEqual([moving?.speed, 0, null])
  })

  it('taken before are not counted again by a process that was started anew', async () => {
    const { driver, id } = await trips.trip('ARRIVED')
    const fixes = drive(1, 7).map((fix) => ({ ...fix, at: Date.now() + fix.seq }))
    await trips.tell(driver, batch(fixes.slice(0, 5)))
    const { bus, ...rest } = app.deps
    const fresh = { ...rest, bus, positions: (await import('../../realtime/positions.ts')).makePositions() }
    const restarted = await startIngest(fresh)
    expect(fresh.positions.last(driver.id)).toMatchObject({ device, seq: 5 })
    expect(await getIngest(fresh).take(driver.id, batch(fixes))).toEqual({ seq: 7, taken: 2, refused: 0 })
    await restarted.stop()
    expect(await pointsOf(id)).toHaveLength(7)
  })

  it('of an idle driver are taken before they are written, and the last one is kept', async () => {
    const driver = await make.driver({ carType: await make.carType(), at: jarntorget })
    expect(await trips.tell(driver, batch(drive(1, 3)))).toEqual({ seq: 3, taken: 3, refused: 0 })
    await getIngest(app.deps).flush.now()
    const kept = await app.db.selectFrom('driverPosition').selectAll().where('driverId', '=', driver.id).executeTakeFirst()
    expect(kept).toMatchObject({ device, seq: 3n })
  })

  it('stay where they are when news of the driver is read meanwhile', async () => {
    const driver = await make.driver({ carType: await make.carType(), at: jarntorget })
    const ingest = getIngest(app.deps)
    const news: DomainEvent = { type: 'UserChanged', userId: driver.id }
    await ingest.handle(news)
    const reading = ingest.handle(news)
    expect(await ingest.take(driver.id, batch(drive(1, 5)))).toEqual({ seq: 5, taken: 5, refused: 0 })
    await reading
    await ingest.flush.now()
    const kept = await app.db
      .selectFrom('driverPosition')
      .select(['lat', 'lng', 'seq'])
      .where('driverId', '=', driver.id)
      .execute()
    expect(kept).toEqual([{ ...placeAway(jarntorget, 60), seq: 5n }])
  })

  it('that are impossible, stale, vague or from the future are refused, the others taken', async () => {
    const driver = await make.driver({ carType: await make.carType(), at: jarntorget })
    const [one, two, three, four, five, six] = drive(1, 6)
    if (!one || !two || !three || !four || !five || !six) throw new Error('six fixes')
    const fixes = [
      one,
      { ...two, ...placeAway(jarntorget, 9000) },
      { ...three, at: Date.now() - 3_600_000 },
      { ...four, accuracy: 4000 },
      five,
      { ...six, seq: 9, at: Date.now() - 700_000 },
    ]
    expect(await trips.tell(driver, batch(fixes))).toEqual({ seq: 9, taken: 2, refused: 4 })
    await getIngest(app.deps).flush.now()
    const kept = await app.db.selectFrom('driverPosition').select('seq').where('driverId', '=', driver.id).executeTakeFirst()
    expect(kept).toEqual({ seq: 9n })
  })

  it('set right the clock of a device that is days off', async () => {
    const driver = await make.driver({ carType: await make.carType(), at: jarntorget })
    const off = 5 * 86_400_000
    const before = Date.now()
    const fixes = drive(1, 3).map((fix) => ({ ...fix, at: fix.at - off }))
    expect(await trips.tell(driver, { device, sentAt: Date.now() - off, fixes })).toMatchObject({
      taken: 3,
      refused: 0,
    })
    const at = app.deps.positions.last(driver.id)?.at
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })

  it('that keep fitting one another are believed in the end, unless a trip is being driven', async () => {
    const far = placeAway(jarntorget, 8000)
    const now = Date.now()
    const home: Fix = { seq: 1, at: now - 70_000, ...placeAway(jarntorget, 5) }
    const strayed = (first: number, count: number): Fix[] =>
      Array.from({ length: count }, (_, i) => ({
        seq: first + i,
        at: now - 65_000 + (first + i) * 2000,
        ...placeAway(far, (first + i) * 10),
      }))
    const idle = await make.driver({ carType: await make.carType(), at: jarntorget })
    // a separate batch, so that the lag of the device's clock is known before the others arrive
    expect(await trips.tell(idle, batch([home]))).toMatchObject({ taken: 1, refused: 0 })
    expect(await trips.tell(idle, batch(strayed(2, 5)))).toMatchObject({ taken: 0, refused: 5 })
    expect(await trips.tell(idle, batch(strayed(7, 20)))).toMatchObject({ taken: 17, refused: 3 })
    const { driver } = await trips.trip('STARTED')
    await app.readAll()
    expect(await trips.tell(driver, batch([home, ...strayed(2, 20)]))).toMatchObject({ taken: 1, refused: 20 })
  })

  it('come from one device: the one that went online last', async () => {
    const driver = await make.driver({ carType: await make.carType() })
    const place = { lat: jarntorget.lat, lng: jarntorget.lng }
    expect(await refusal(sendPositions, batch(drive(1, 1)), { as: driver })).toMatchObject({ key: 'other_device', status: 409 })
    await call(goOnline, { online: true, device: 'phone-1', location: place }, { as: driver })
    expect(await trips.tell(driver, batch(drive(1, 1), 'phone-1'))).toMatchObject({ taken: 1 })
    await call(goOnline, { online: true, device: 'phone-2', location: place }, { as: driver })
    // right after the switch: the new device is not refused although the event has not arrived yet
    expect(await trips.tell(driver, batch(drive(5, 1), 'phone-2'))).toMatchObject({ taken: 1 })
    expect(await refusal(sendPositions, batch(drive(6, 1), 'phone-1'), { as: driver })).toMatchObject({ key: 'other_device' })
    await call(goOnline, { online: false, device: 'phone-2' }, { as: driver })
    await expect.poll(() => app.deps.positions.last(driver.id)).toBeNull()
    expect(await refusal(sendPositions, batch(drive(7, 1), 'phone-2'), { as: driver })).toMatchObject({ key: 'other_device' })
  })

  it('on a trip are not moved by going online again somewhere else', async () => {
    const { driver } = await trips.trip('STARTED')
    await call(goOnline, { online: true, device, location: placeAway(jarntorget, 9000) }, { as: driver })
    expect(app.deps.positions.last(driver.id)).toMatchObject({ lat: jarntorget.lat, lng: jarntorget.lng })
  })

  it('are for drivers only', async () => {
    const client = await connect(await make.rider())
    client.send({ type: 'positions', ...batch(drive(1, 1)) })
    await expect.poll(() => client.ofType('positionsRefused')).toEqual([{ type: 'positionsRefused', key: 'forbidden' }])
  })

  it('taken while the trip is on count for it with the status of their own moment', async () => {
    const { driver, id, booking } = await trips.trip('ARRIVED')
    // by then the lag of the device's clock is known
    await trips.tell(driver, batch(drive(1, 1)))
    const waiting = drive(2, 2).map((fix, i) => ({ ...fix, at: Date.now() + i }))
    await new Promise((resolve) => setTimeout(resolve, 30))
    await trips.start(driver, id, booking.otp)
    const driving = drive(4, 2).map((fix, i) => ({ ...fix, at: Date.now() + i }))
    await trips.tell(driver, batch([...waiting, ...driving]))
    expect((await pointsOf(id)).map(({ status }) => status)).toEqual(['ARRIVED', 'ARRIVED', 'ARRIVED', 'STARTED', 'STARTED'])
  })
})

describe('watchers of a trip', () => {
  it('see the car move with its time of arrival, at most once a second, and nobody else does', async () => {
    const { rider, driver, id } = await trips.trip('ACCEPTED')
    const [watcher, stranger] = [await connect(rider), await connect(await make.rider())]
    watcher.send({ type: 'subscribe', topic: `booking:${id}` })
    stranger.send({ type: 'subscribe', topic: `booking:${id}` })
    await expect.poll(() => watcher.ofType('subscribed').length).toBe(1)
    const from = placeAway(jarntorget, 1500)
    await make.position(driver, from, device)
    const sender = await connect(driver)
    const started = Date.now()
    for (let i = 1; i <= 25; i++) {
      const fix = { seq: i, at: Date.now(), ...interpolatePoint(from, jarntorget, i / 100), heading: 270 }
      sender.send({ type: 'positions', ...batch([fix]) })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await expect.poll(() => watcher.ofType('position').at(-1)?.etaS).toBeGreaterThan(60)
    const seconds = (Date.now() - started) / 1000
    expect(watcher.ofType('position').length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    expect(watcher.ofType('position').length).toBeGreaterThanOrEqual(2)
    expect(stranger.ofType('position')).toEqual([])
    expect(stranger.ofType('refused')).toHaveLength(1)
  })

  it('can read the trip so far, each for as long as it concerns them', async () => {
    const { rider, driver, id } = await trips.trip('NEW')
    expect(await refusal(getTracking, { id }, { as: rider })).toMatchObject({ key: 'location_fetch_error' })
    await app.settle()
    await trips.accept(driver, id)
    await trips.tell(driver, batch(drive(1, 4).map((fix) => ({ ...fix, at: Date.now() + fix.seq }))))
    const tracking = await call(getTracking, { id }, { as: rider })
    expect(tracking.last).toMatchObject({ heading: 90 })
    expect(tracking.points.length).toBeGreaterThanOrEqual(4)
    expect(tracking.etaS).not.toBeNull()
    expect(await refusal(getTracking, { id }, { as: await make.rider() })).toMatchObject({ key: 'not_found', status: 404 })
    expect(await refusal(getTracking, { id }, { as: await make.fleetAdmin() })).toMatchObject({ key: 'not_found' })
  })

  it('at the desk get all drivers, a fleet admin the own ones', async () => {
    const fleetAdmin = await make.fleetAdmin()
    const carType = await make.carType()
    const own = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
    const other = await make.driver({ carType, at: korsvagen })
    const [fleet, desk] = [await connect(fleetAdmin), await connect(await make.admin())]
    for (const client of [fleet, desk]) client.send({ type: 'subscribe', topic: 'drivers' })
    const idsAt = (client: typeof fleet): string[] =>
      client
        .ofType('drivers')
        .at(-1)
        ?.drivers.map(({ id }) => id) ?? []
    await expect.poll(() => idsAt(desk)).toEqual(expect.arrayContaining([own.id, other.id]))
    await expect.poll(() => idsAt(fleet)).toEqual([own.id])
    const north: LatLng = placeAway(jarntorget, 300, 0)
    await trips.tell(own, batch([{ seq: 1, at: Date.now(), ...placeAway(jarntorget, 40, 0) }]))
    await expect.poll(() => fleet.ofType('drivers').at(-1)?.drivers[0]?.location?.lat).toBeGreaterThan(jarntorget.lat)
    expect(fleet.ofType('drivers').at(-1)?.drivers[0]?.location?.lat).toBeLessThan(north.lat)
  })
})
