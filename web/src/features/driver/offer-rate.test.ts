import { expect, test } from 'vitest'
import { computeOfferRate } from './offer-rate.ts'

const offer = { driverShare: '90.00', pickupDistanceM: 1000, pickupDurationS: 300, tripDistanceM: 5000, tripDurationS: 600 }

test('an offer is told by the hour and the km, the way to the pickup among them', () => {
  expect(computeOfferRate(offer, false)).toEqual({ perHour: '360', perDistance: '15.0' })
  expect(computeOfferRate(offer, true)).toEqual({ perHour: '360', perDistance: '24.1' })
})

test('nothing is told where the way to the pickup is not known, or next to nothing is driven', () => {
  expect(computeOfferRate({ ...offer, pickupDistanceM: null, pickupDurationS: null }, false)).toBeNull()
  expect(computeOfferRate({ ...offer, pickupDistanceM: 0, pickupDurationS: 0, tripDistanceM: 50 }, false)).toBeNull()
  expect(computeOfferRate({ ...offer, pickupDurationS: 0, tripDurationS: 30 }, false)).toBeNull()
})
