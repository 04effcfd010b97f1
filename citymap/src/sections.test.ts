import { describe, expect, it } from 'vitest'
import { decodeSections, encodeSections, readInt32 } from './sections.ts'

const sections = {
  a: Int32Array.of(1, -2, 3),
  b: Uint8Array.of(7),
  c: Float64Array.of(0.5, Math.PI),
  d: Uint32Array.of(),
  e: Uint32Array.of(9),
}

describe('a section file', () => {
  it('gives the same arrays back, wherever the bytes lie', () => {
    const file = encodeSections(sections)
    const shifted = new Uint8Array(file.length + 3)
    shifted.set(file, 3)
    expect(decodeSections(shifted.subarray(3))).toEqual(sections)
  })
  it('refuses a file that was cut or changed', () => {
    const file = encodeSections(sections)
    expect(() => decodeSections(file.subarray(0, file.length - 8))).toThrow(/checksum/)
    const changed = file.slice()
    changed[changed.length - 9] = (changed[changed.length - 9] ?? 0) ^ 1
    expect(() => decodeSections(changed)).toThrow(/checksum/)
    expect(() => decodeSections(new Uint8Array(3))).toThrow(/not a section file/)
  })
  it('says which section is missing or of another kind', () => {
    expect(() => readInt32(decodeSections(encodeSections(sections)), 'b')).toThrow(/section b/)
  })
})
