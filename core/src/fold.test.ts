import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'

describe('fold', () => {
  it('makes spellings equal that people do not tell apart when they type', () => {
    expect(fold('Göteborg')).toBe('goteborg')
    expect(fold('JÄRNTORGET')).toBe(fold('Jarntorget'))
    expect(fold('Vasagatan / Aschebergsgatan')).toBe('vasagatan aschebergsgatan')
    expect(fold('  Skansen   Kronan ')).toBe('skansen kronan')
    expect(fold('Åsö Ørsted Straße Łódź')).toBe('aso orsted strasse lodz')
  })
  it('keeps letters of other alphabets and digits', () => {
    expect(fold('Площадь 1905 года')).toBe('площадь 1905 года')
    expect(fold('東京駅')).toBe('東京駅')
  })
  it('does not change what it has folded', () => {
    for (const text of ['Dr Fries Torg', 'Första Långgatan', "Qu'Appelle-Straße 7b"]) expect(fold(fold(text))).toBe(fold(text))
  })
})
