import { expect, test } from 'vitest'
import { pbkdf2 } from './pbkdf2.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (derived: Uint8Array) => [...derived].map((byte) => byte.toString(16).padStart(2, '0')).join('')

// RFC 7914, section 11
test.each([
  {
    password: 'passwd',
    salt: 'salt',
    rounds: 1,
    key: '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
  },
  {
    password: 'Password',
    salt: 'NaCl',
    rounds: 80_000,
    key: '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
  },
])('gives the published key for $password and $rounds rounds', ({ password, salt, rounds, key }) => {
  expect(hex(pbkdf2(bytes(password), bytes(salt), rounds, 64))).toBe(key)
})

test.each([1, 20, 55, 56, 63, 64, 65, 200])('agrees with the platform for passwords and salts of %i bytes', async (size) => {
  const password = Uint8Array.from({ length: size }, (_, i) => (i * 37 + size) % 256)
  const salt = password.toReversed()
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const expected = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 3 }, key, 40 * 8)
  expect(hex(pbkdf2(password, salt, 3, 40))).toBe(hex(new Uint8Array(expected)))
})
