import { describe, expect, it } from 'vitest'
import { countEdits, countSlips, countWordSlips, foldText, splitWords } from './fold.ts'

describe('fold', () => {
  it('makes spellings equal that people do not tell apart when they type', () => {
    expect(foldText('Göteborg')).toBe('goteborg')
    expect(foldText('JÄRNTORGET')).toBe(foldText('Jarntorget'))
    expect(foldText('Vasagatan / Aschebergsgatan')).toBe('vasagatan aschebergsgatan')
    expect(foldText('  Skansen   Kronan ')).toBe('skansen kronan')
    expect(foldText('Åsö Ørsted Straße Łódź')).toBe('aso orsted strasse lodz')
    expect(foldText('Æsop Cœur Þór Ðuro Đak Işık')).toBe('aesop coeur thor duro dak isik')
    expect(splitWords('  Skansen – Kronan! ')).toEqual(['skansen', 'kronan'])
    expect(splitWords(' … ')).toEqual([])
  })
  it('keeps letters of other alphabets and digits', () => {
    expect(foldText('Площадь 1905 года')).toBe('площадь 1905 года')
    expect(foldText('東京駅')).toBe('東京駅')
    expect(
      [foldText('شارع ٢٦ يوليو'), foldText('خیابان ۱۲'), foldText('मार्ग ४')].map((text) => text.replace(/[^0-9]/g, '')),
    ).toEqual(['26', '12', '4'])
  })
  it('makes equal what capitals, keyboards and habit do not tell apart in Greek and Arabic script', () => {
    expect(foldText('Οδός Ερμού')).toBe(foldText('ΟΔΟΣ ΕΡΜΟΥ'))
    // half a word: the sigma is not its last letter yet
    expect(foldText('Ιωάννης Μεταξάς').startsWith(foldText('Ιωάννησ'))).toBe(true)
    expect(foldText('مدرسة')).toBe(foldText('مدرسه'))
    expect(foldText('مستشفى')).toBe(foldText('مستشفي'))
    expect(foldText('شـــارع الملك')).toBe(foldText('شارع الملک'))
    expect(foldText('شَارِع أحمد')).toBe(foldText('شارع احمد'))
  })
  it('does not change what it has folded', () => {
    for (const text of ['Dr Fries Torg', 'Första Långgatan', "Qu'Appelle-Straße 7b", 'Οδός', 'مدرسة'])
      expect(foldText(foldText(text))).toBe(foldText(text))
  })
})

describe('the edits between what is typed and a word', () => {
  it('are letters too many, missing, wrong or swapped; what is not typed yet costs nothing', () => {
    const cases: [string, string, number][] = [
      ['vasa', 'vasagatan', 0],
      ['vassagatan', 'vasagatan', 1],
      ['vasgatan', 'vasagatan', 1],
      ['vasogatan', 'vasagatan', 1],
      ['jarntroget', 'jarntorget', 1],
      ['av', 'va', 1],
      ['', 'anything', 0],
      ['abc', '', 3],
      ['landvetter', 'landsvagen', 5],
    ]
    for (const [typed, word, edits] of cases) expect([typed, word, countEdits(typed, word)]).toEqual([typed, word, edits])
  })
})

const countBetween = (typed: string, known: string) => countSlips(typed.split(' '), known.split(' '))

it('counts slips by words, and where words were joined or parted; null where a word is too far from all', () => {
  expect(countBetween('rua santa catrina', 'rua de santa catarina')).toBe(1)
  expect(countBetween('vasagtan', 'vasagatan')).toBe(1)
  expect(countBetween('kungsports avenyn', 'kungsportsavenyen')).toBe(1)
  expect(countBetween('linneplatzen', 'linne platsen')).toBe(1)
  expect(countBetween('airport', 'amor portugues')).toBeNull()
  expect(countBetween('airport', 'importacoes')).toBeNull()
  expect(countBetween('vasagatan stockholm', 'vasagatan')).toBeNull()
})

it('allows one slip in a word of four letters, two in one of seven and three in one of ten, and none in three', () => {
  const cases: [string, string, number | null][] = [
    ['vas', 'vaz', null],
    ['vasa', 'vaza', 1],
    ['vaasa', 'vazza', null],
    ['kastell', 'kaztall', 2],
    ['kastell', 'xaztell', null],
    ['kastell', 'xastell', 1],
    ['kungsparken', 'kungzpxrkxn', 3],
    ['kungsparken', 'kungzpxrkxx', null],
    ['kungsparken', 'kungs', null],
    ['kungsparken', 'kungspar', 3],
  ]
  for (const [typed, known, slips] of cases) {
    const count = countWordSlips(typed, known)
    expect([typed, known, Number.isFinite(count) ? count : null]).toEqual([typed, known, slips])
  }
})

it('stops counting once there are too many', () => {
  expect(countEdits('landvetter', 'landsvagen', 5)).toBe(5)
  expect(countEdits('abcdefgh', 'zyxwvuts', 2)).toBe(Number.POSITIVE_INFINITY)
  expect(countEdits('ab', 'ba', 1)).toBe(1)
})
