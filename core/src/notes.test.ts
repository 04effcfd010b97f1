import { expect, test } from 'vitest'
import { checkNote, cleanNote, longestNote } from './notes.ts'

test('a note has 1 to 1000 characters', () => {
  expect(checkNote(cleanNote(' \n '))).toBe('proper_note')
  expect(checkNote('a'.repeat(longestNote))).toBeNull()
  expect(checkNote('a'.repeat(longestNote + 1))).toBe('proper_note')
})
