import { expect, it } from 'vitest'
import { makeAddressReader } from './address.ts'

const asked = (remoteAddress: string, ...forwarded: string[]) => ({
  headers: forwarded.length === 0 ? {} : { 'x-forwarded-for': forwarded.join(', ') },
  socket: { remoteAddress },
})

it('believes nobody unless told to', () => {
  expect(makeAddressReader(null)(asked('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
})

it('takes the last address before the trusted proxies, however much is written before it', () => {
  const addressOf = makeAddressReader('loopback,10.0.0.0/8,2001:db8::1')
  expect(addressOf(asked('127.0.0.1', '198.51.100.1'))).toBe('198.51.100.1')
  expect(addressOf(asked('::ffff:127.0.0.1', '1.2.3.4', '198.51.100.1', '10.1.2.3'))).toBe('198.51.100.1')
  expect(addressOf(asked('2001:db8::1', 'fe80::7'))).toBe('fe80::7')
  expect(addressOf(asked('2001:db8::2', 'fe80::7'))).toBe('2001:db8::2')
  expect(addressOf(asked('127.0.0.1', 'nonsense', '10.1.2.3'))).toBe('nonsense')
  expect(addressOf(asked('127.0.0.1'))).toBe('127.0.0.1')
})
