import { fareParts } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeFareChange, formatSigned, listFareChanges } from './fare-changes.ts'

type FareFacts = Parameters<typeof listFareChanges>[0]

const lines = {
  base: '45.00',
  distance: '60.00',
  time: '50.00',
  extras: '0.00',
  minimumApplied: false,
  fare: '155.00',
  convenienceFees: '16.00',
  grandTotal: '171.00',
}
const drop = { lat: 57.69, lng: 11.98, add: 'Korsvägen' }
const asPromised: FareFacts = {
  promised: { drop, lines },
  lines,
  drop,
  estimate: '171.00',
  estimateDistance: 4600,
  estimateTime: 560,
  distance: 4600,
  totalTripTime: 560,
  tripEndTime: 1,
  tripCost: '171.00',
  claim: null,
}

test('a fare that is what was promised has nothing to explain', () => {
  expect(computeFareChange(asPromised, 'SEK')).toBeNull()
  expect(listFareChanges(asPromised, 'SEK')).toEqual([])
})

test('a longer way, a shorter time and a higher fee are each named with what they cost', () => {
  const longer = { ...lines, distance: '72.00', time: '45.00', fare: '162.00', convenienceFees: '16.50', grandTotal: '178.50' }
  const facts = { ...asPromised, lines: longer, distance: 5500, totalTripTime: 500, tripCost: '178.50' }
  expect(computeFareChange(facts, 'SEK')).toBe('7.50')
  expect(listFareChanges(facts, 'SEK')).toEqual([
    { cause: 'distance', before: 4600, after: 5500, amount: '12.00' },
    { cause: 'time', before: 560, after: 500, amount: '-5.00' },
    { cause: 'fees', amount: '0.50' },
  ])
})

test('a trip that ended elsewhere says where, and that the minimum fare applies', () => {
  const there = { lat: 57.7, lng: 11.97, add: 'Järntorget' }
  const short = { ...lines, distance: '2.00', time: '3.00', minimumApplied: true, fare: '95.00', convenienceFees: '9.50' }
  const facts = { ...asPromised, lines: short, drop: there, distance: 150, totalTripTime: 40, tripCost: '104.50' }
  expect(listFareChanges(facts, 'SEK').map(({ cause }) => cause)).toEqual(['drop', 'distance', 'time', 'minimum', 'fees'])
})

test('a stop around the corner is the same destination', () => {
  const near = { ...drop, lat: drop.lat + 0.001 }
  const facts = { ...asPromised, drop: near, lines: { ...lines, time: '51.00' }, tripCost: '172.00' }
  expect(listFareChanges(facts, 'SEK').map(({ cause }) => cause)).toEqual(['time'])
})

test('nothing is explained before the trip is over, nor without what was promised', () => {
  expect(computeFareChange({ ...asPromised, tripEndTime: null, tripCost: '200.00' }, 'SEK')).toBeNull()
  expect(listFareChanges({ ...asPromised, promised: null, tripCost: '200.00' }, 'SEK')).toEqual([])
})

test('an amount is shown behind its sign', () => {
  expect([formatSigned('-5.00'), formatSigned('7.50')]).toEqual([
    { sign: '−', amount: '5.00' },
    { sign: '+', amount: '7.50' },
  ])
})

test('what is not due at once is taken off again, so that the causes still come to what is due', () => {
  const measured = { ...lines, distance: '300.00', fare: '202.00', convenienceFees: '20.00', grandTotal: '222.00' }
  const claim = { driverShare: '193.00' } as FareFacts['claim']
  const facts = { ...asPromised, lines: measured, distance: 23_000, tripCost: '222.00', claim }
  const changes = listFareChanges(facts, 'SEK')
  expect(changes.at(-1)).toEqual({ cause: 'heldBack', amount: '-193.00' })
  const sum = changes.reduce((all, change) => all + ('amount' in change ? Number(change.amount) : 0), 0)
  expect(sum).toBe(Number(computeFareChange(facts, 'SEK')))
})

test('whichever part of a fare differs is named, and the causes add up to the change', () => {
  const anyParts = fc.record(makeRecord(fareParts, () => fc.integer({ min: 0, max: 900 })))
  const property = fc.property(anyParts, anyParts, fc.nat(50), (before, after, fee) => {
    const linesOf = (parts: typeof before, convenienceFees: number) => {
      const fare = fareParts.reduce((sum, part) => sum + parts[part], 0)
      const sums = { fare, convenienceFees, grandTotal: fare + convenienceFees }
      const decimals = makeRecord(fareParts, (part) => parts[part].toFixed(2))
      return {
        ...decimals,
        minimumApplied: false,
        ...makeRecord(['fare', 'convenienceFees', 'grandTotal'], (sum) => sums[sum].toFixed(2)),
      }
    }
    const [promised, measured] = [linesOf(before, 10), linesOf(after, fee)]
    const facts = { ...asPromised, promised: { drop, lines: promised }, lines: measured }
    const there = { ...facts, estimate: promised.grandTotal, tripCost: measured.grandTotal }
    const changes = listFareChanges(there, 'SEK')
    const sum = changes.reduce((all, change) => all + ('amount' in change ? Number(change.amount) : 0), 0)
    expect(sum).toBe(Number(computeFareChange(there, 'SEK') ?? 0))
    const differing = computeFareChange(there, 'SEK') === null ? [] : fareParts.filter((part) => before[part] !== after[part])
    expect(changes.map(({ cause }) => cause)).toEqual(expect.arrayContaining(differing))
  })
  fc.assert(property)
})
