import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { changeTrip, findChosenStop, noTripPoints, readBroughtTripPoints, readTripPoints } from './trip-points.ts'

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
  expect(readTripPoints(JSON.stringify(full))).toEqual({ ...full, selected: 'pickup' })
  expect(readTripPoints('{"pickup":{"lat":1}}')).toEqual(noTripPoints)
  expect(readTripPoints('nonsense')).toEqual(noTripPoints)
  expect(readTripPoints(null)).toEqual(noTripPoints)
})

test('a page that leads here may bring the way of an earlier booking', () => {
  expect(readBroughtTripPoints({ trip: { pickup: here, drop: there } })).toEqual({ ...noTripPoints, pickup: here, drop: there })
  expect(readBroughtTripPoints(null)).toBeNull()
  expect(readBroughtTripPoints({ other: 1 })).toBeNull()
})
