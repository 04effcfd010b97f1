import { expect, test } from 'vitest'
import { listDifferentFields, rebaseDraft } from './row-changed.ts'

const read = { name: 'Van', fare: '40', seats: '7' }

test('what was not touched follows what another saved, what was touched stays', () => {
  const mine = { ...read, fare: '50' }
  const theirs = { ...read, name: 'Minibus', fare: '45' }
  expect(rebaseDraft(read, mine, theirs)).toEqual({ name: 'Minibus', fare: '50', seats: '7' })
  expect(listDifferentFields(rebaseDraft(read, mine, theirs), theirs)).toEqual(['fare'])
})

test('who typed the same as another saved differs in nothing', () => {
  const both = { ...read, fare: '45' }
  expect(listDifferentFields(rebaseDraft(read, both, both), both)).toEqual([])
})
