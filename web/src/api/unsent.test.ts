import { afterEach, expect, test, vi } from 'vitest'
import { clearUnsent, onForgotten, parseKept, readKept, writeKept } from './unsent.ts'

const never = () => {
  throw new Error('not allowed')
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('what is kept for a person is theirs alone, and goes when they sign out', () => {
  writeKept('u1', 'steps', '[1]')
  writeKept('u2', 'steps', '[2]')
  localStorage.setItem('wayfare.locale', 'sv')
  const told: string[] = []
  const stop = onForgotten((userId) => told.push(userId))
  clearUnsent('u1')
  stop()
  clearUnsent('u3')
  expect([readKept('u1', 'steps'), readKept('u2', 'steps'), localStorage.getItem('wayfare.locale')]).toEqual([null, '[2]', 'sv'])
  expect(told).toEqual(['u1'])
})

test('what is too much is not kept, and what was kept before stays', () => {
  writeKept('u1', 'steps', 'before')
  writeKept('u1', 'steps', 'x'.repeat(3_000_001))
  expect(readKept('u1', 'steps')).toBe('before')
  writeKept('u1', 'steps', null)
  expect(readKept('u1', 'steps')).toBeNull()
})

test('a browser that keeps nothing does not stop anybody', () => {
  vi.stubGlobal('localStorage', { getItem: never, setItem: never, removeItem: never })
  writeKept('u1', 'steps', '[]')
  clearUnsent('u1')
  expect(readKept('u1', 'steps')).toBeNull()
})

test('of a list only what is whole comes back', () => {
  expect([
    parseKept('[1,"2",3]', isNumber),
    parseKept('{"a":1}', isNumber),
    parseKept('[1', isNumber),
    parseKept(null, isNumber),
  ]).toEqual([[1, 3], [], [], []])
})
