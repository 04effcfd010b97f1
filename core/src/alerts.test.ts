import { expect, test } from 'vitest'
import { LATE_MS, listBookingAlerts, SILENT_MS } from './alerts.ts'

type AlertFacts = Parameters<typeof listBookingAlerts>[0]

const now = 1_800_000_000_000

const facts = (part: Partial<AlertFacts>): AlertFacts => ({
  status: 'NEW',
  bookLater: false,
  tripDate: now - 1000,
  releaseAt: now - 1000,
  acceptedAt: null,
  noTaker: false,
  asked: true,
  seenAt: null,
  codeLockedAt: null,
  claimedAt: null,
  ...part,
})

const kinds = (part: Partial<AlertFacts>) => listBookingAlerts(facts(part), now).map(({ kind }) => kind)

test('a new booking needs somebody once nobody takes it, and no more when it is taken', () => {
  expect(kinds({})).toEqual([])
  expect(listBookingAlerts(facts({ noTaker: true }), now)).toEqual([{ kind: 'noTaker', since: now - 1000 }])
  expect(kinds({ status: 'ACCEPTED', noTaker: true, acceptedAt: now })).toEqual([])
})

test('one that nobody was asked for needs somebody at once, and not before drivers are to be asked', () => {
  expect(listBookingAlerts(facts({ asked: false }), now)).toEqual([{ kind: 'noTaker', since: now - 1000 }])
  expect(kinds({ asked: false, releaseAt: now + 1 })).toEqual([])
  expect(kinds({ asked: false, releaseAt: now - LATE_MS.now, tripDate: now - LATE_MS.now })).toEqual(['noTaker'])
})

test('a driver is not heard of two minutes after the last position, while his device should send', () => {
  const silent = { acceptedAt: now - 600_000, seenAt: now - SILENT_MS }
  for (const status of ['ACCEPTED', 'ARRIVED', 'STARTED'] as const) expect(kinds({ status, ...silent })).toEqual(['lostSignal'])
  for (const status of ['NEW', 'REACHED', 'PAID', 'CANCELLED'] as const) expect(kinds({ status, ...silent })).toEqual([])
  expect(kinds({ status: 'STARTED', ...silent, seenAt: now - SILENT_MS + 1 })).toEqual([])
})

test('a driver who was heard of long ago has his two minutes from accepting on', () => {
  expect(kinds({ status: 'ACCEPTED', acceptedAt: now - 1000, seenAt: now - 3_600_000 })).toEqual([])
  expect(kinds({ status: 'ACCEPTED', acceptedAt: now - SILENT_MS, seenAt: null })).toEqual(['lostSignal'])
})

test('a pickup is late by the agreed time: sooner where it was booked for later, and only until the driver is there', () => {
  const seen = { acceptedAt: now - 60_000, seenAt: now }
  const at = (ms: number) => ({ tripDate: now - ms, releaseAt: now - ms })
  expect(kinds({ status: 'ACCEPTED', bookLater: true, ...at(LATE_MS.later), ...seen })).toEqual(['latePickup'])
  expect(kinds({ status: 'ACCEPTED', bookLater: true, ...at(LATE_MS.later - 1), ...seen })).toEqual([])
  expect(kinds({ status: 'ACCEPTED', ...at(LATE_MS.later), ...seen })).toEqual([])
  expect(kinds({ status: 'ACCEPTED', ...at(LATE_MS.now), ...seen })).toEqual(['latePickup'])
  expect(kinds({ ...at(LATE_MS.now) })).toEqual(['latePickup'])
  expect(kinds({ status: 'ARRIVED', ...at(LATE_MS.now), ...seen })).toEqual([])
  expect(kinds({ noTaker: true, ...at(LATE_MS.now) })).toEqual(['noTaker'])
})

test('a code that was wrong too often holds until the trip begins, a claim as long as it is open, in whatever status', () => {
  expect(kinds({ status: 'ARRIVED', acceptedAt: now, codeLockedAt: now - 1 })).toEqual(['codeLocked'])
  expect(kinds({ status: 'STARTED', acceptedAt: now, codeLockedAt: now - 1 })).toEqual([])
  expect(kinds({ status: 'PENDING', claimedAt: now - 1 })).toEqual(['claim'])
  expect(kinds({ status: 'COMPLETE', claimedAt: now - 1 })).toEqual(['claim'])
})
