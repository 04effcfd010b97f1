import { expect, it } from 'vitest'
import { drivesOnLeft, findRegion } from './region.ts'

it.each([
  ['Hanoi, whose clock is that of Bangkok', { lat: 21.03, lng: 105.85 }, 'VN', 'Asia/Bangkok'],
  ['Ho Chi Minh City', { lat: 10.8, lng: 106.7 }, 'VN', 'Asia/Ho_Chi_Minh'],
  ['Bangkok', { lat: 13.75, lng: 100.5 }, 'TH', 'Asia/Bangkok'],
  ['Zürich', { lat: 47.37, lng: 8.54 }, 'CH', 'Europe/Zurich'],
  ['Abidjan', { lat: 5.35, lng: -4.02 }, 'CI', 'Africa/Abidjan'],
  ['a place far out at sea', { lat: 9, lng: 102 }, 'TH', 'Asia/Bangkok'],
])('tells the country of %s', (_what, point, country, timeZone) => {
  expect(findRegion([point])).toEqual({ country, timeZone })
})

it('tells the country of a town at a border by where most of it lies', () => {
  // the atlas calls the first by another name
  const [ivorian, ghanaian] = [
    { lat: 5.47, lng: -3.2 },
    { lat: 5.1, lng: -2.8 },
  ]
  expect(findRegion([ivorian, ivorian, ivorian, ghanaian])).toEqual({ country: 'CI', timeZone: 'Africa/Abidjan' })
})

it('drives on the side of the road that a country does', () => {
  expect(['VN', 'TH', 'GB', 'SE'].map(drivesOnLeft)).toEqual([false, true, true, false])
})
