import { expect, it } from 'vitest'
import { isSame, makeSecrets } from './secrets.ts'

const secrets = makeSecrets('a secret of thirty-two characters or more')
const others = makeSecrets('another secret of thirty-two characters or more')

it('opens what it sealed, under the same context and secret only', () => {
  const sealed = secrets.seal('päron 🍐', 'second_factor')
  expect(sealed).not.toContain('päron')
  expect(secrets.open(sealed, 'second_factor')).toBe('päron 🍐')
  expect(secrets.open(sealed, 'message')).toBeNull()
  expect(others.open(sealed, 'second_factor')).toBeNull()
})

it('never seals the same text the same way', () => {
  expect(secrets.seal('one', 'x')).not.toBe(secrets.seal('one', 'x'))
})

it('refuses whatever was changed or cut', () => {
  const sealed = secrets.seal('one', 'x')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(secrets.open(`v1.${changed.toString('base64url')}`, 'x')).toBeNull()
  }
  for (const wrong of ['', 'v1.', 'v2.abc', sealed.slice(0, -3)]) expect(secrets.open(wrong, 'x')).toBeNull()
})

it('hashes by secret and context', () => {
  expect(secrets.hash('123456', 'a')).toBe(secrets.hash('123456', 'a'))
  expect(secrets.hash('123456', 'a')).not.toBe(secrets.hash('123456', 'b'))
  expect(secrets.hash('123456', 'a')).not.toBe(others.hash('123456', 'a'))
  expect([isSame('abc', 'abc'), isSame('abc', 'abd'), isSame('abc', 'ab')]).toEqual([true, false, false])
})
