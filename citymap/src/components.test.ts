import { describe, expect, it } from 'vitest'
import { findComponents, findLargestComponent } from './components.ts'

describe('strongly connected components', () => {
  it('separate a ring from the one-way street that leads out of it', () => {
    // 0 -> 1 -> 2 -> 0, 2 -> 3, 3 -> 4 -> 3
    const component = findComponents(Uint32Array.of(0, 1, 2, 4, 5, 6), Int32Array.of(1, 2, 0, 3, 4, 3))
    expect(new Set([component[0], component[1], component[2]]).size).toBe(1)
    expect(component[3]).toBe(component[4])
    expect(component[0]).not.toBe(component[3])
    expect(findLargestComponent(component)).toBe(component[0])
  })
  it('survive a path that is deeper than the call stack', () => {
    const count = 200_000
    const start = Uint32Array.from({ length: count + 1 }, (_, i) => i)
    const to = Int32Array.from({ length: count }, (_, i) => (i + 1) % count)
    expect(new Set(findComponents(start, to)).size).toBe(1)
  })
})
