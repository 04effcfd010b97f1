import { describe, expect, it } from 'vitest'
import { callError } from './call.ts'
import { makeOnceKeys } from './once-keys.ts'

const make = () => {
  let count = 0
  return makeOnceKeys(() => `key-${++count}`)
}

describe('the key of a deed', () => {
  it('stays the same while the answer is not known', () => {
    const keys = make()
    expect(keys.keyFor('cancel A')).toBe('key-1')
    keys.settle('cancel A', callError({ key: 'fetch_call_error', message: '', status: 0 }))
    expect(keys.keyFor('cancel A')).toBe('key-1')
    expect(keys.keyFor('cancel B')).toBe('key-2')
  })

  it('is another one after success or a refusal', () => {
    const keys = make()
    keys.keyFor('start A')
    keys.settle('start A', callError({ key: 'wrong_otp', message: '', status: 422 }))
    expect(keys.keyFor('start A')).toBe('key-2')
    keys.settle('start A')
    expect(keys.keyFor('start A')).toBe('key-3')
  })
})
