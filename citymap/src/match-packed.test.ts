import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { packQuestion, packTrip, unpackQuestion, unpackTrip } from './match-packed.ts'

const number = fc.double({ noNaN: true, min: -1e15, max: 1e15 })
const place = { lat: number, lng: number }
const said = fc.option(number, { nil: null })
const line = fc.array(fc.record(place))
const fixes = fc.array(fc.record({ ...place, at: number, accuracyM: said, heading: said, speed: said }))
const marks = fc.array(fc.record({ at: number, metres: number, onRoad: fc.boolean() }))
const gap = fc.option(fc.record({ metres: number, seconds: number, line }), { nil: null })

test('what is asked and answered comes out as it went in', () => {
  fc.assert(
    fc.property(fc.record({ trip: fc.option(fc.string(), { nil: null }), stretches: fc.array(fixes) }), (question) => {
      expect(unpackQuestion(packQuestion(question))).toEqual(question)
    }),
  )
  fc.assert(
    fc.property(fc.record({ stretches: fc.array(fc.record({ marks, line })), gaps: fc.array(gap) }), (trip) => {
      expect(unpackTrip(packTrip(trip))).toEqual(trip)
    }),
  )
})
