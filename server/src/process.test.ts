import { expect, test } from 'vitest'
import { explainFileTrouble, isStartError, makeStartError } from './process.ts'

test('an error that the operator can mend is told from a bug, and keeps its cause', () => {
  const cause = new Error('EACCES')
  const error = makeStartError('The data folder cannot be written.', cause)
  expect(isStartError(error)).toBe(true)
  expect(error.cause).toBe(cause)
  expect(isStartError(cause)).toBe(false)
})

test('a file that the system refuses is told in a sentence, any other error is not', () => {
  const refused = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/srv/wayfare/data/secret' })
  expect(explainFileTrouble(refused)).toMatch(/^Wayfare cannot use \/srv\/wayfare\/data\/secret: permission denied\./)
  expect(explainFileTrouble(Object.assign(new Error('ENOENT'), { code: 'ENOENT', path: '/x' }))).toBeNull()
  expect(explainFileTrouble(new Error('a bug'))).toBeNull()
})
