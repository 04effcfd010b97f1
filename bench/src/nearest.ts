// Finds the twelve nearest of 100,000 drivers in memory: the grid against a scan of all drivers, and the cost of updating it.
import { asId } from '@wayfare/core/ids'
import type { LatLng } from '@wayfare/core/geo'
import { makePositions, type DriverPosition, type Positions } from '@wayfare/server/realtime/positions'
import {
  compareRuns,
  compareTails,
  interleaveQuestions,
  interleaveRuns,
  makeDice,
  measureRate,
  type Measurement,
} from './measure.ts'

const driverCount = 100_000
export const limit = 12
const questions = 300
export const radiusM = 10_000
export const noon = 1_700_000_000_000
const rad = Math.PI / 180

/** Makes random places in a metropolis of 45 by 45 km around the middle of Gothenburg. */
export const makePlaces = (seed: number): (() => LatLng) => {
  const dice = makeDice(seed)
  return () => ({ lat: 57.5 + dice() * 0.4, lng: 11.55 + dice() * 0.75 })
}

export const listDrivers = (): DriverPosition[] => {
  const place = makePlaces(7)
  return Array.from({ length: driverCount }, (_, i) => ({
    ...place(),
    driverId: asId<'user'>(`driver-${i}`),
    heading: null,
    at: noon,
    device: 'bench-device',
    seq: i,
  }))
}

/** Scans every driver and keeps the nearest few in order. */
const bruteForce = (drivers: readonly DriverPosition[]) => {
  const lats = Float64Array.from(drivers, ({ lat }) => lat * rad)
  const lngs = Float64Array.from(drivers, ({ lng }) => lng * rad)
  return (point: LatLng): number[] => {
    const [lat, lng, cos] = [point.lat * rad, point.lng * rad, Math.cos(point.lat * rad)]
    const nearest: { slot: number; measure: number }[] = []
    for (let slot = 0; slot < lats.length; slot++) {
      const driverLat = lats[slot] ?? 0
      const measure =
        Math.sin((driverLat - lat) / 2) ** 2 + cos * Math.cos(driverLat) * Math.sin(((lngs[slot] ?? 0) - lng) / 2) ** 2
      if (nearest.length === limit && measure >= (nearest[limit - 1]?.measure ?? 0)) continue
      const at = nearest.findIndex((other) => other.measure > measure)
      nearest.splice(at < 0 ? nearest.length : at, 0, { slot, measure })
      if (nearest.length > limit) nearest.pop()
    }
    return nearest.map(({ slot }) => slot)
  }
}

const checkSame = (
  drivers: readonly DriverPosition[],
  near: (point: LatLng) => DriverPosition[],
  all: (point: LatLng) => number[],
) => {
  const place = makePlaces(99)
  for (let i = 0; i < 30; i++) {
    const point = place()
    const ours = near(point).map(({ seq }) => seq)
    const theirs = all(point).map((slot) => drivers[slot]?.seq)
    if (ours.join() !== theirs.join()) throw new Error(`the grid finds ${ours.join()} and a look at all ${theirs.join()}`)
  }
}

/** Moves each driver some twenty metres, occasionally into another cell. */
export const listMoves = (drivers: readonly DriverPosition[]): DriverPosition[] => {
  const dice = makeDice(3)
  return drivers.map((driver) => ({
    ...driver,
    lat: driver.lat + (dice() - 0.5) * 0.0004,
    lng: driver.lng + (dice() - 0.5) * 0.0008,
  }))
}

const timeUpdates = (isQuick: boolean, drivers: readonly DriverPosition[], positions: Positions) => {
  const steps = [listMoves(drivers), drivers]
  const plain = new Map(drivers.map((driver) => [driver.driverId, driver]))
  const setPlain = (driver: DriverPosition): unknown => plain.set(driver.driverId, driver)
  // A stride that shares no factor with the count: neighbours in time are not neighbours in memory.
  const at = (i: number): DriverPosition => steps[Math.floor(i / driverCount) % 2]?.[(i * 7919) % driverCount] as DriverPosition
  return interleaveRuns(isQuick ? 3 : 7, [
    { name: 'grid', round: () => ({ rate: measureRate((i) => positions.put(at(i))) }) },
    { name: 'bare Map', round: () => ({ rate: measureRate((i) => setPlain(at(i))) }) },
  ])
}

export const measureNearest = async (isQuick: boolean): Promise<Measurement> => {
  const drivers = listDrivers()
  const positions = makePositions()
  for (const driver of drivers) positions.put(driver)
  const near = (point: LatLng) => positions.near(point, { radiusM, limit, oldest: noon - 120_000 })
  const all = bruteForce(drivers)
  checkSame(drivers, near, all)

  const place = makePlaces(41)
  const points = Array.from({ length: questions }, place)
  const pointAt = (i: number): LatLng => points[i] as LatLng
  const tails = await interleaveQuestions(isQuick ? 3 : 7, questions, [
    { name: 'grid', ask: (i) => void near(pointAt(i)) },
    { name: 'all looked at', ask: (i) => void all(pointAt(i)) },
  ])
  const updates = await timeUpdates(isQuick, drivers, positions)
  return {
    rows: [
      ...compareTails(tails, {
        figure: 'nearest',
        title: '12 of 100,000',
        unit: 'us',
        ours: 'grid',
        peer: 'all looked at',
        isOfCaches: true,
      }),
      compareRuns(updates, {
        figure: 'nearest',
        measure: 'rate',
        title: 'updates',
        unit: '/s',
        kind: 'speed',
        ours: 'grid',
        peer: 'bare Map',
        isOfCaches: true,
      }),
    ],
  }
}
