import { asId } from '@wayfare/core/ids'
import { beforeEach, expect, test } from 'vitest'
import { changeTrip, findChosenStop, keepTripPoints, readBroughtTripPoints, readKeptTripPoints } from './trip-points.ts'

const here = { lat: 57.7, lng: 11.97, add: 'Järntorget' }
const there = { lat: 57.69, lng: 11.98, add: 'Korsvägen' }
const full = {
  pickup: here,
  drop: there,
  carType: asId<'carType'>('city'),
  selected: 'drop' as const,
  later: true,
  date: '2026-11-23T08:00',
}

const noTripPoints = { pickup: null, drop: null, carType: null, selected: 'pickup' as const, later: false, date: '' }

beforeEach(() => sessionStorage.clear())

test('choosing a place selects it', () => {
  const points = changeTrip(noTripPoints, { type: 'choose', point: 'drop', stop: there })
  expect(points).toMatchObject({ drop: there, selected: 'drop' })
})

test('clearing puts the drop at the pickup without an address, forgets car type and time, and selects the pickup', () => {
  expect(changeTrip(full, { type: 'clear' })).toEqual({
    pickup: here,
    drop: { lat: 57.7, lng: 11.97, add: '' },
    carType: null,
    selected: 'pickup',
    later: false,
    date: '',
  })
})

test('a time is kept while it is for now, and counts when it is for later', () => {
  const later = changeTrip(noTripPoints, { type: 'chooseTime', later: true, date: '2026-11-23T08:00' })
  expect(later).toMatchObject({ later: true, date: '2026-11-23T08:00' })
})

test('a stop without an address is not chosen', () => {
  expect(findChosenStop({ ...here, add: ' ' })).toBeNull()
  expect(findChosenStop(here)).toBe(here)
})

test('what was kept comes back with the pickup selected; nonsense comes back empty', () => {
  expect(readKeptTripPoints()).toEqual(noTripPoints)
  keepTripPoints(full)
  expect(readKeptTripPoints()).toEqual({ ...full, selected: 'pickup' })
  const [key = ''] = Object.keys(sessionStorage)
  for (const nonsense of ['{"pickup":{"lat":1}}', 'nonsense', 'null']) {
    sessionStorage.setItem(key, nonsense)
    expect(readKeptTripPoints()).toEqual(noTripPoints)
  }
})

test('a page that leads here may bring the way of an earlier booking', () => {
  expect(readBroughtTripPoints({ trip: { pickup: here, drop: there } })).toEqual({ ...noTripPoints, pickup: here, drop: there })
  expect(readBroughtTripPoints(null)).toBeNull()
  expect(readBroughtTripPoints({ other: 1 })).toBeNull()
})
