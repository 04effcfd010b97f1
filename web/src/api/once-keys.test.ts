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

  it('is another one once something else was done to the same thing: on, off and on again', () => {
    const lost = callError({ key: 'fetch_call_error', message: '', status: 0 })
    const [car, other] = [
      { thing: 'car', isAddition: false },
      { thing: 'other', isAddition: false },
    ]
    const [on, elsewhere] = [onceKeys.keyFor('car on', car), onceKeys.keyFor('other on', other)]
    onceKeys.settle('car on', lost)
    onceKeys.settle('other on', lost)
    onceKeys.keyFor('car off', car)
    onceKeys.settle('car off')
    expect(onceKeys.keyFor('car on', car)).not.toBe(on)
    expect(onceKeys.keyFor('other on', other)).toBe(elsewhere)
  })

  it('stays the same for what is added, whatever else is done: twice would be once too often', () => {
    const refund = onceKeys.keyFor('give 10 back', { thing: 'payment', isAddition: true })
    onceKeys.settle('give 10 back', callError({ key: 'fetch_call_error', message: '', status: 0 }))
    onceKeys.keyFor('give 5 back', { thing: 'payment', isAddition: true })
    onceKeys.settle('give 5 back')
    expect(onceKeys.keyFor('give 10 back', { thing: 'payment', isAddition: true })).toBe(refund)
  })

  it('is another one after success or a refusal', () => {
    const first = onceKeys.keyFor('start A')
    onceKeys.settle('start A', callError({ key: 'wrong_otp', message: '', status: 422 }))
    const second = onceKeys.keyFor('start A')
    onceKeys.settle('start A')
    expect(new Set([first, second, onceKeys.keyFor('start A')]).size).toBe(3)
  })
})
