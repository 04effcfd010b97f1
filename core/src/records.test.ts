import { expect, test } from 'vitest'
import { listNames, makeRecord } from './records.ts'

test('a record has each name once, in the order of the list', () => {
  const record = makeRecord(['b', 'a'], (name) => `${name}!`)
  expect(record).toEqual({ b: 'b!', a: 'a!' })
  expect(listNames(record)).toEqual(['b', 'a'])
})
