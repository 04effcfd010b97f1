import { describe, expect, it } from 'vitest'
import { foldText } from '@wayfare/core/fold'
import { decodePlaces, encodePlaces, type PlaceRow } from './places.ts'
import { makePlaceSearch } from './search.ts'

const row = (kind: PlaceRow['kind'], name: string, street: string | null = null, number: number | null = null): PlaceRow => ({
  id: `${kind}:${name}`,
  kind,
  name,
  secondary: 'Porto',
  folded: foldText(name),
  words: foldText(name),
  street: street && foldText(street),
  number,
  lat: 41.15 + (number ?? 0) / 1e5,
  lng: -8.61,
  weight: kind === 'street' ? 50 : 20,
})
const far = (place: PlaceRow, north: number): PlaceRow => ({ ...place, id: `${place.id}-${north}`, lat: place.lat + north })
const house = (street: string, number: string): PlaceRow =>
  row('address', `${street} ${number}`, street, Number.parseInt(number, 10))

const houses = (street: string, numbers: string[]): PlaceRow[] => [
  row('street', street),
  ...numbers.map((number) => house(street, number)),
]

const rows = [
  row('street', 'Praça da Batalha'),
  ...['60', '64', '64A', '70', '24'].map((number) => house('Praça da Batalha', number)),
  row('street', 'Rua 25 de Abril'),
  ...['12', '14'].map((number) => house('Rua 25 de Abril', number)),
  row('street', 'Rue de la Colle'),
  ...['4bis', '6 ter'].map((number) => house('Rue de la Colle', number)),
  row('street', 'شارع ٢٦ يوليو'),
]
const { search } = makePlaceSearch(rows, { name: 'Porto', dataset: 'porto', country: 'PT' })
const find = (text: string): string | undefined => search({ text, bias: null, limit: 5 })[0]?.name

describe('a house', () => {
  it('is found by an address that was copied with its postcode', () => {
    for (const typed of [
      'Praça da Batalha 64, 4050-123 Porto',
      'Praça da Batalha 64, 4000 Porto',
      '4050123 Porto, Praça da Batalha 64',
    ])
      expect([typed, find(typed)]).toEqual([typed, 'Praça da Batalha 64'])
    expect(find('Rua 25 de Abril 12, 4000 Porto')).toBe('Rua 25 de Abril 12')
  })
  it('is found by a number that is called one, as people write it', () => {
    for (const typed of [
      'Praça da Batalha nº 64',
      'Praça da Batalha, n.º 64, 4050-123 Porto',
      'Praça da Batalha n° 64',
      'Praça da Batalha № 64',
      'Praça da Batalha no. 64',
      'Praça da Batalha Nr 64',
      'nro 64 praça da batalha',
    ])
      expect([typed, find(typed)]).toEqual([typed, 'Praça da Batalha 64'])
    expect(find('Praça da Batalha nº 66')).toBe('Praça da Batalha 66')
    expect(find('Praça da Batalha núm. 99')).toBe('Praça da Batalha')
  })
  it('is not another one whose number is in the postcode, or that begins alike', () => {
    // interpolated between its neighbours
    expect(find('Praça da Batalha 66, 411 24 Porto')).toBe('Praça da Batalha 66')
    expect(find('Praça da Batalha 99, 411 24 Porto')).toBe('Praça da Batalha')
    expect(find('Rua 25 de Abril 1, 4000 Porto')).toBe('Rua 25 de Abril')
  })
  it('is found whether its affix is written apart or not, and the street where the map lacks it', () => {
    for (const typed of ['4 bis rue de la colle', 'rue de la colle 4bis', 'Rue de la Colle 4 BIS, 98000'])
      expect([typed, find(typed)]).toEqual([typed, 'Rue de la Colle 4bis'])
    expect([find('6ter rue de la colle'), find('6 ter rue de la colle')]).toEqual([
      'Rue de la Colle 6 ter',
      'Rue de la Colle 6 ter',
    ])
    expect([find('8 bis rue de la colle'), find('Praça da Batalha 64 a')]).toEqual(['Rue de la Colle', 'Praça da Batalha 64A'])
  })
  it('is found by digits of any script, also in a map from before', () => {
    expect(find('Praça da Batalha ٦٤')).toBe('Praça da Batalha 64')
    expect([find('شارع ٢٦'), find('شارع 26')]).toEqual(['شارع ٢٦ يوليو', 'شارع ٢٦ يوليو'])
    const before = { ...row('street', 'x'), folded: 'شارع ٢٦ يوليو', words: 'شارع ٢٦ يوليو', street: null }
    expect(decodePlaces(encodePlaces([before]))).toMatchObject([{ folded: 'شارع 26 يوليو', words: 'شارع 26 يوليو' }])
  })
  it('and its street are found by other letters of Greek and Arabic script, also in a map from before', () => {
    const before = { ...row('street', 'x'), folded: 'οδος μεταξας', words: 'οδος μεταξας', street: 'οδος مدرسة' }
    const [now] = decodePlaces(encodePlaces([before]))
    expect(now).toMatchObject({
      folded: foldText('ΟΔΟΣ ΜΕΤΑΞΑΣ'),
      words: foldText('ΟΔΟΣ ΜΕΤΑΞΑΣ'),
      street: foldText('Οδος مدرسه'),
    })
  })
  it('that the map lacks is found in whichever of two streets of one name has its neighbours', () => {
    const towns = makePlaceSearch(
      [
        { ...row('street', 'Storgatan'), weight: 60 },
        ...['1', '3'].map((number) => house('Storgatan', number)),
        far(row('street', 'Storgatan'), 0.2),
        ...['40', '44'].map((number) => far(house('Storgatan', number), 0.2)),
      ],
      { name: 'Lund', dataset: 'lund', country: 'SE' },
    )
    const [best, ...others] = towns.search({ text: 'Storgatan 42', bias: null, limit: 5 })
    expect(best).toMatchObject({ name: 'Storgatan 42', kind: 'address' })
    expect(best?.lat).toBeCloseTo(41.35 + 42e-5, 6)
    expect(others.slice(0, 2).map(({ kind }) => kind)).toEqual(['street', 'street'])
    // it may be asked for by its id again
    expect(towns.findPlace(best?.id ?? '')).toEqual(expect.objectContaining({ name: 'Storgatan 42', lat: best?.lat }))
  })
})

it('finds a crossing by the words with which people join two streets', () => {
  const crossing = row('crossing', 'Rua de Santa Catarina / Rua Formosa')
  const streets = [row('street', 'Rua de Santa Catarina'), row('street', 'Rua Formosa'), crossing]
  const city = makePlaceSearch(streets, { name: 'Porto', dataset: 'porto', country: 'PT' })
  for (const typed of [
    'Santa Catarina & Formosa',
    'Rua de Santa Catarina esquina Rua Formosa',
    'Rua Formosa esq. Santa Catarina',
    'Rua de Santa Catarina con Rua Formosa',
    'corner of Rua Formosa and Rua de Santa Catarina',
    'intersection of Rua Formosa with Santa Catarina',
    'hörnet Rua Formosa / Santa Catarina',
    'تقاطع Rua Formosa مع Santa Catarina',
    'Ecke Formosa Santa Catarina',
  ]) {
    const [best] = city.search({ text: typed, bias: null, limit: 5 })
    expect([typed, best?.name, best?.isGuess]).toEqual([typed, crossing.name, false])
  }
})

it('finds a house whose number has a letter of its own script, or is told in words of its language', () => {
  const city = makePlaceSearch(
    [
      ...houses('улица Ленина', ['12', '14а', '16', '20']),
      ...houses('Οδός Ερμού', ['5', '7α']),
      ...houses('شارع الملك', ['12', '16']),
    ],
    { name: 'X', dataset: 'x', country: 'GR' },
  )
  for (const [typed, name] of [
    ['ул. Ленина, д. 12', 'улица Ленина 12'],
    ['улица Ленина дом 12', 'улица Ленина 12'],
    ['улица Ленина 14 а', 'улица Ленина 14а'],
    ['ЛЕНИНА 14А', 'улица Ленина 14а'],
    ['Ленина 18а', 'улица Ленина 18'],
    ['ΕΡΜΟΥ 7 Α', 'Οδός Ερμού 7α'],
    ['Ερμού αρ. 5', 'Οδός Ερμού 5'],
    ['شارع الملك رقم ١٢', 'شارع الملك 12'],
    ['شارع الملك رقم 14', 'شارع الملك 14'],
  ] as const)
    expect([typed, city.search({ text: typed, bias: null, limit: 5 })[0]?.name]).toEqual([typed, name])
})
