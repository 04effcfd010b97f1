import { computeDestination } from '@wayfare/core/geo'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import { describe, expect, it } from 'vitest'
import type { LegRoute } from './leg-route.ts'
import { readWayLeft } from './way-left.ts'

const start = { lat: 57.7, lng: 11.97 }
const at = (metres: number) => computeDestination(start, 0, metres)
const step = (part: Partial<RouteStep>): RouteStep => ({
  manoeuvre: 'depart',
  street: '',
  exit: null,
  distanceM: 0,
  durationS: 0,
  at: start,
  ...part,
})
const route: LegRoute = {
  key: 'leg',
  points: [0, 250, 500, 750, 1000].map(at),
  distanceM: 1000,
  durationS: 100,
  steps: [
    step({ distanceM: 600 }),
    step({ manoeuvre: 'left', street: 'Vasagatan', distanceM: 400 }),
    step({ manoeuvre: 'arrive' }),
  ],
}

describe('what is left of the way', () => {
  it('is what the server follows, whatever this page reckons', () => {
    const ahead = { etaS: 300, metres: 2000, isThere: false, next: null }
    expect(readWayLeft({ ahead, route, place: at(500) })).toEqual({ seconds: 300, metres: 2000, isThere: false, next: null })
  })

  it('is told by the way that was asked for first while there is no network', () => {
    const left = readWayLeft({ ahead: null, route, place: at(500) })
    expect(left).toMatchObject({ isThere: false, next: { manoeuvre: 'left', street: 'Vasagatan' } })
    expect([left?.metres, left?.seconds, left?.next?.metres].map((value) => Math.round(value ?? 0))).toEqual([500, 50, 100])
  })

  it('is nothing at the kerb, and unknown without a way or a place', () => {
    expect(readWayLeft({ ahead: null, route, place: at(990) })?.isThere).toBe(true)
    expect(readWayLeft({ ahead: null, route: null, place: start })).toBeNull()
    expect(readWayLeft({ ahead: null, route, place: null })).toBeNull()
  })
})
