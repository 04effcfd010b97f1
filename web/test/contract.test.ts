import { expect, test } from 'vitest'
import { faultOfInput, faultOfReply } from './contract.ts'

test('what a page sends is held against the contract: path, query and body in one', () => {
  expect(faultOfInput('GET /api/promise', '', null)).toContain('no endpoint')
  expect(faultOfInput('GET /api/bookings', '?scope=active', null)).toBeNull()
  expect(faultOfInput('GET /api/bookings', '?scope=mine', null)).toContain('scope')
  expect(faultOfInput('POST /api/bookings/B1/cancel', '', { reason: 'late' })).toBeNull()
  expect(faultOfInput('POST /api/bookings/B1/cancel', '', { because: 'late' })).toContain('because')
})

test('an answer may leave out what a page does not look at, and says nothing that is not so', () => {
  const way = 'GET /api/bookings/B1'
  expect(faultOfReply(way, {})).toBeNull()
  expect(faultOfReply(way, { id: 'B1', status: 'NEW', pickup: { add: 'Valand' } })).toBeNull()
  expect(faultOfReply(way, { id: 'B1', status: 'WAITING' })).toContain('status')
  expect(faultOfReply(way, { pickup: { add: 7 } })).toContain('pickup.add')
  // one of several kinds: a driver's own statement, or none
  expect(faultOfReply('GET /api/accounts/session', { me: null, demoSignIns: [], social: [] })).toBeNull()
  expect(faultOfReply('GET /api/accounts/session', { me: { userType: 'boss' } })).toContain('userType')
})
