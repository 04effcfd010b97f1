import { describe, expect, it } from 'vitest'
import { callError } from './call.ts'
import { onceKeys } from './once-keys.ts'

describe('the key of a deed', () => {
  it('stays the same while the answer is not known', () => {
    const key = onceKeys.keyFor('cancel A')
    onceKeys.settle('cancel A', callError({ key: 'fetch_call_error', message: '', status: 0 }))
    expect(onceKeys.keyFor('cancel A')).toBe(key)
    expect(onceKeys.keyFor('cancel B')).not.toBe(key)
  })

  it('is another one after success or a refusal', () => {
    const first = onceKeys.keyFor('start A')
    onceKeys.settle('start A', callError({ key: 'wrong_otp', message: '', status: 422 }))
    const second = onceKeys.keyFor('start A')
    onceKeys.settle('start A')
    expect(new Set([first, second, onceKeys.keyFor('start A')]).size).toBe(3)
  })
})
