// The desk's map lays what it is told of its view over the list that was read.
import type { DriverOnMap } from '@wayfare/contract/accounts'
import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { makeLiveDrivers } from './live-drivers.ts'

const read = (id: string, lng: number | null): DriverOnMap => ({
  id: asId(id),
  name: id,
  vehicleNumber: null,
  carType: null,
  queue: false,
  driverActiveStatus: true,
  location: lng === null ? null : { lat: 57.7, lng },
  heading: null,
  seenAt: 1,
})
const name = (number: number, id: string) => ({ number, id: asId<'user'>(id), name: id, vehicleNumber: 'ABC', carType: null })
const view = { south: 57, north: 58, west: 11, east: 12 }
const type = 'driversMoved' as const
const list = [read('ada', 11.5), read('bo', 11.6), read('far', 20)]

const start = () => {
  const live = makeLiveDrivers()
  live.ask(view)
  live.apply({ type, whole: 'first', names: [name(7, 'ada')], came: [7, 5_770_000, 1_150_000, -1, 0] })
  const find = (id: string) => live.layOver(list, 99).find((one) => one.id === id)
  return { live, find }
}

test('who is told is where and what was told, and goes on by steps', () => {
  const { live, find } = start()
  expect(find('ada')).toMatchObject({ location: { lat: 57.7, lng: 11.5 }, heading: null, seenAt: 99 })
  live.apply({ type, moved: [7, 12, -5, 90], states: [7, 1], counts: { free: 1, busy: 2, stale: 0, offline: 3 } })
  expect(find('ada')).toMatchObject({ location: { lat: 57.700_12, lng: 11.499_95 }, heading: 90, queue: true })
  expect(live.counts()).toEqual({ free: 1, busy: 2, stale: 0, offline: 3 })
  live.apply({ type, states: [7, 2] })
  expect(find('ada')).toMatchObject({ driverActiveStatus: true, queue: false, seenAt: null })
  expect(live.counts()).toEqual({ free: 1, busy: 2, stale: 0, offline: 3 })
})

test('of the list, who should be in the view and is not told has gone elsewhere; who was off duty stays grey; who is outside stays as read', () => {
  const { live, find } = start()
  expect(find('bo')).toMatchObject({ location: null })
  const off = { ...read('off', 11.7), driverActiveStatus: false }
  expect(live.layOver([off], 99)).toContainEqual(off)
  expect(find('far')).toEqual(list[2])
  const unasked = makeLiveDrivers()
  expect(unasked.layOver(list, 99)).toEqual(list)
})

test('a list that was read again tells new names and plates, and who has left the fleet is gone once off duty', () => {
  const { live } = start()
  const renamed = { ...read('ada', 11.5), name: 'Ada Lund', vehicleNumber: 'XYZ 1' }
  expect(live.layOver([renamed], 99)).toEqual([expect.objectContaining({ id: 'ada', name: 'Ada Lund', vehicleNumber: 'XYZ 1' })])
  expect(live.layOver([], 99).map(({ id }) => id)).toEqual(['ada'])
  live.apply({ type, offline: [7] })
  expect(live.layOver([], 99)).toEqual([])
})

test('nothing is left of what somebody else was told', () => {
  const { live } = start()
  live.apply({ type, counts: { free: 1, busy: 2, stale: 0, offline: 3 } })
  live.reset()
  expect(live.layOver([], 99)).toEqual([])
  expect(live.counts()).toBeNull()
  expect(live.layOver(list, 99)).toEqual(list)
})

test('who leaves the view is nowhere, who goes off duty stays grey, and a number of before means nobody new', () => {
  const { live, find } = start()
  live.apply({ type, names: [name(8, 'new')], came: [8, 5_771_000, 1_151_000, 10, 0] })
  expect(find('new')).toMatchObject({ name: 'new', location: { lat: 57.71 } })
  live.apply({ type, gone: [8], offline: [7] })
  expect(find('new')).toBeUndefined()
  expect(find('ada')).toMatchObject({ driverActiveStatus: false, location: { lat: 57.7 } })
  live.apply({ type, came: [8, 5_772_000, 1_151_000, 10, 0] })
  expect(find('new')).toMatchObject({ name: 'new', location: { lat: 57.72 } })
  // the view is told again, without one of them
  live.apply({ type, whole: 'again', came: [8, 5_772_000, 1_151_000, 10, 0] })
  expect(find('ada')).toMatchObject({ driverActiveStatus: false, location: { lat: 57.7 } })
  // another subscription: who was 8 is 7 now
  live.apply({ type, whole: 'first', names: [name(7, 'new')], came: [7, 5_770_000, 1_155_000, 10, 0] })
  expect(find('new')?.location).toEqual({ lat: 57.7, lng: 11.55 })
})

test('a view across the 180th meridian, and one that was left behind while looking elsewhere', () => {
  const { live, find } = start()
  live.ask({ ...view, west: 15, east: -170 })
  live.apply({ type, whole: 'again' })
  expect(find('far')).toMatchObject({ location: null })
  // outside this view: as it was last told
  expect(find('ada')).toMatchObject({ driverActiveStatus: true, location: { lng: 11.5 } })
})
