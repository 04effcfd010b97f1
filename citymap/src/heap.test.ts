import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeHeap } from './heap.ts'

describe('the heap', () => {
  it('gives ids back in the order of their keys', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 200 }), (keys) => {
        const heap = makeHeap(keys.length)
        keys.forEach((key, id) => heap.push(id, key))
        const out: number[] = []
        while (heap.size() > 0) out.push(keys[heap.pop()] ?? Number.NaN)
        expect(out).toEqual(keys.toSorted((a, b) => a - b))
      }),
    )
  })
  it('lowers the key of an id it holds and ignores a higher one', () => {
    const heap = makeHeap(3)
    heap.push(0, 5)
    heap.push(1, 6)
    heap.push(1, 1)
    heap.push(0, 9)
    expect(heap.minKey()).toBe(1)
    expect([heap.pop(), heap.pop(), heap.pop()]).toEqual([1, 0, -1])
  })
  it('can be emptied and used again', () => {
    const heap = makeHeap(2)
    heap.push(0, 1)
    heap.clear()
    expect(heap.minKey()).toBe(Number.POSITIVE_INFINITY)
    heap.push(0, 7)
    expect(heap.minKey()).toBe(7)
  })
})
