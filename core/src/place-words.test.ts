import { expect, test } from 'vitest'
import { foldText, splitWords } from './fold.ts'
import {
  kindWords,
  markWords,
  operatorPlaceKinds,
  placeMarks,
  reachM,
  crossingWords,
  smallWords,
  spellOut,
} from './place-words.ts'

test.each([
  ['st', ['st', 'saint', 'sankt', 'street']],
  ['sta', ['sta', 'santa', 'sankta']],
  ['ste', ['ste', 'sainte']],
  ['sto', ['sto', 'santo']],
  ['dr', ['dr', 'doktor', 'doctor', 'doutor']],
  ['bd', ['bd', 'boulevard']],
  ['bvd', ['bvd', 'boulevard']],
  ['blvd', ['blvd', 'boulevard']],
  ['sq', ['sq', 'square']],
  ['rte', ['rte', 'route']],
  ['lg', ['lg', 'largo']],
  ['pc', ['pc', 'praca']],
  ['pca', ['pca', 'praca']],
  ['tv', ['tv', 'travessa']],
  ['rd', ['rd', 'road']],
  ['avda', ['avda', 'avenida']],
  ['pza', ['pza', 'plaza', 'piazza']],
  ['vasagatan', ['vasagatan']],
])('"%s" is looked up as %j', (word, all) => {
  expect(spellOut(word)).toEqual(all)
})

test('what is compared with folded words is folded', () => {
  const words = ['st', 'dr', 'pca'].flatMap((word) => [...spellOut(word)])
  expect([...words, ...smallWords, ...crossingWords].filter((word) => foldText(word) !== word)).toEqual([])
  expect(smallWords).toEqual(expect.arrayContaining(['de', 'of', 'och', 'the', 'y']))
})

// in English, Swedish, Spanish and Arabic, the product's languages
test.each([
  ['station', ['station', 'tågstation', 'estación', 'محطة']],
  ['stop', ['station', 'estación', 'محطة']],
  ['busStation', ['bus', 'busstation', 'autobuses', 'حافلات']],
  ['ferry', ['ferry', 'färja', 'transbordador', 'عبارة']],
  ['airport', ['airport', 'flygplats', 'aeropuerto', 'مطار']],
  ['hospital', ['hospital', 'sjukhus', 'مستشفى']],
  ['clinic', ['clinic', 'vårdcentral', 'clínica', 'عيادة']],
  ['pharmacy', ['pharmacy', 'apotek', 'farmacia', 'صيدلية']],
  ['university', ['university', 'universitet', 'universidad', 'جامعة']],
  ['school', ['school', 'skola', 'escuela', 'مدرسة']],
  ['townHall', ['hall', 'rådhus', 'ayuntamiento', 'بلدية']],
  ['police', ['police', 'polis', 'policía', 'شرطة']],
  ['cinema', ['cinema', 'bio', 'cine', 'سينما']],
  ['bank', ['bank', 'banco', 'بنك']],
  ['restaurant', ['restaurant', 'restaurang', 'restaurante', 'مطعم']],
  ['cafe', ['cafe', 'kafé', 'café', 'مقهى']],
  ['hotel', ['hotel', 'hotell', 'فندق']],
  ['museum', ['museum', 'museo', 'متحف']],
  ['park', ['park', 'parque', 'حديقة']],
  ['stadium', ['stadium', 'arena', 'estadio', 'ملعب']],
  ['mall', ['mall', 'köpcentrum', 'comercial', 'تسوق']],
  ['supermarket', ['supermarket', 'mataffär', 'supermercado', 'سوبرماركت']],
] as const)('a %s is found by what it is called', (kind, words) => {
  expect(splitWords(kindWords[kind])).toEqual(expect.arrayContaining(words.map(foldText)))
})

test('home and work are found in the same languages', () => {
  expect(placeMarks).toEqual(['home', 'work'])
  expect(splitWords(markWords.home)).toEqual(expect.arrayContaining(['home', 'hem', 'casa', 'المنزل']))
  expect(splitWords(markWords.work)).toEqual(expect.arrayContaining(['work', 'arbete', 'trabajo', 'العمل']))
})

test('a place of the operator has a kind that search knows, and is reached farther off the larger it is', () => {
  expect(operatorPlaceKinds.filter((kind) => kind !== 'landmark' && !(kind in kindWords))).toEqual([])
  expect(Object.values(reachM).every((metres) => metres >= 50 && metres <= 300)).toBe(true)
  expect(reachM.airport).toBeGreaterThan(reachM.station)
  expect(reachM.station).toBeGreaterThan(reachM.hotel)
})
