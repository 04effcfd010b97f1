import { expect, test } from 'vitest'
import { checkMessage, cleanMessage, formatMessageTimes, longestMessage } from './chat.ts'

test('control characters and marks that turn the direction go, line breaks stay', () => {
  expect(cleanMessage('  a\u0000b\u0007\tc\r\nd\u202Ee\u2066f\u0085  ')).toBe('ab c\ndef')
  expect(cleanMessage('one\n\n\n\n\ntwo')).toBe('one\n\ntwo')
  expect(cleanMessage('\u0001 \n\t ')).toBe('')
})

test('half a character goes, whole ones of every script and joined signs stay', () => {
  expect(cleanMessage('a\uD800b')).toBe('ab')
  const family = '👨‍👩‍👧 أنا هنا — där är jag'
  expect(cleanMessage(family)).toBe(family)
})

test('a message has 1 to 2000 characters', () => {
  expect(checkMessage('')).toBe('proper_message')
  expect(checkMessage('a')).toBeNull()
  expect(checkMessage('a'.repeat(longestMessage))).toBeNull()
  expect(checkMessage('a'.repeat(longestMessage + 1))).toBe('proper_message')
})

test('dates and times have the forms of the specification', () => {
  expect(formatMessageTimes('2026-03-07T09:05')).toEqual({ msgDate: '03:07:2026', msgTime: '9:5' })
  expect(formatMessageTimes('2026-12-31T23:40')).toEqual({ msgDate: '12:31:2026', msgTime: '23:40' })
})
