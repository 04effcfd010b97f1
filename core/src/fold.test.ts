import { describe, expect, it } from 'vitest'
import { foldText } from './fold.ts'

describe('fold', () => {
  it('makes spellings equal that people do not tell apart when they type', () => {
    expect(foldText('Göteborg')).toBe('goteborg')
    expect(foldText('JÄRNTORGET')).toBe(foldText('Jarntorget'))
    expect(foldText('Vasagatan / Aschebergsgatan')).toBe('vasagatan aschebergsgatan')
    expect(foldText('  Skansen   Kronan ')).toBe('skansen kronan')
    expect(foldText('Åsö Ørsted Straße Łódź')).toBe('aso orsted strasse lodz')
  })
  it('keeps letters of other alphabets and digits', () => {
    expect(foldText('Площадь 1905 года')).toBe('площадь 1905 года')
    expect(foldText('東京駅')).toBe('東京駅')
  })
  it('does not change what it has folded', () => {
    for (const text of ['Dr Fries Torg', 'Första Långgatan', "Qu'Appelle-Straße 7b"])
      expect(foldText(foldText(text))).toBe(foldText(text))
  })
})
