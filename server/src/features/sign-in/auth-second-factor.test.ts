import { expect, it } from 'vitest'
import { findFactorStep, makeFactorAddress, makeFactorSecret } from './auth-second-factor.ts'

// RFC 6238, appendix B: the secret "12345678901234567890"; our codes are the last six of its eight digits
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082', 1n],
  [1_111_111_109, '081804', 37_037_036n],
  [1_234_567_890, '005924', 41_152_263n],
  [20_000_000_000, '353130', 666_666_666n],
])('knows the code of the standard at %i s', (seconds, code, step) => {
  expect(findFactorStep(secret, code, new Date(seconds * 1000))).toBe(step)
})

it('takes the code before and the one after, and names their own step', () => {
  expect(findFactorStep(secret, '287082', new Date(29_000))).toBe(1n)
  expect(findFactorStep(secret, '287082', new Date(89_000))).toBe(1n)
  expect(findFactorStep(secret, '287082', new Date(90_000))).toBeNull()
})

it.each(['', '287083', '28708', '2870822', '94287082', '28708２', 'abcdef'])('does not take %j', (code) => {
  expect(findFactorStep(secret, code, new Date(59_000))).toBeNull()
})

it('makes a fresh secret of 160 bits, and an address that an app understands', () => {
  const fresh = makeFactorSecret()
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/)
  expect(makeFactorSecret()).not.toBe(fresh)
  const address = new URL(makeFactorAddress(fresh, 'Wayfare: Göteborg', 'ada@test.example'))
  expect(address.href).toMatch(/^otpauth:\/\/totp\//)
  expect(address.searchParams.get('secret')).toBe(fresh)
  expect(address.searchParams.get('issuer')).toBe('Wayfare: Göteborg')
  expect(decodeURIComponent(address.pathname)).toContain('ada@test.example')
})
