import { expect, test } from 'vitest'
import { routeAhead } from './route-ahead.ts'

const at = (lat: number, lng: number) => ({ lat, lng })
const route = [at(57.7, 11.96), at(57.69, 11.96), at(57.69, 11.95), at(57.7, 11.95)]

test('what lies behind the car is left out, the bend ahead is not', () => {
  expect(routeAhead(route, at(57.6901, 11.9599))).toEqual(route.slice(1))
  expect(routeAhead(route, at(57.7001, 11.9601))).toEqual(route)
  expect(routeAhead(route, at(57.6999, 11.9501))).toEqual(route.slice(3))
})

test('without a route there is nothing ahead', () => {
  expect(routeAhead([], at(57.69, 11.96))).toEqual([])
})
