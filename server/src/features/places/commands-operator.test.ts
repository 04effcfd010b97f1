import { quoteBooking } from '@wayfare/contract/bookings'
import { resolvePlace, reversePlace, searchPlaces } from '@wayfare/contract/places'
import * as contract from '@wayfare/contract/places-operator'
import { asId } from '@wayfare/core/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp()
const { call, refusal, make } = app
const as = await make.admin()

const market = { name: 'Fish market', otherNames: ['Feskekörka', 'Fiskekyrkan'], lat: 57.7009, lng: 11.9579 }
const add = (fields: object) => call(contract.addOperatorPlace, { ...market, ...fields }, { as })
const namesFor = async (text: string, bias = {}) =>
  (await call(searchPlaces, { text, ...bias })).places.map(({ structuredFormatting }) => structuredFormatting.mainText)

beforeEach(async () => {
  await app.db.deleteFrom('operatorPlace').execute()
})

describe('a place of the operator', () => {
  it('is found by each of its names, by its kind and beside the city, and can be driven to', async () => {
    const { id } = await add({ kind: 'museum' })
    for (const text of ['fish', 'market fi', 'feskek', 'FISKEKYRKAN', 'museum', 'fish market Göteborg', 'متحف'])
      expect(await namesFor(text)).toContain('Fish market')
    const [found] = (await call(searchPlaces, { text: 'feskekorka' })).places
    expect(found).toMatchObject({ placeId: `o:${id}`, kind: 'landmark', isGuess: false })
    expect(await call(resolvePlace, { placeId: asId(`o:${id}`) })).toEqual({
      coords: { lat: market.lat, lng: market.lng },
      address: 'Fish market, Göteborg',
    })
  })

  it('is a guess where it is spelt alike, and nothing where a word does not fit', async () => {
    await add({})
    const [guess] = (await call(searchPlaces, { text: 'fsih market' })).places
    expect(guess).toMatchObject({ isGuess: true, structuredFormatting: { mainText: 'Fish market' } })
    expect(await namesFor('fish aquarium')).toEqual([])
  })

  it('stands before places of the map that match as well, and behind those that match better', async () => {
    await add({ name: 'Järntorgets vänner', otherNames: [] })
    const [first, second] = await namesFor('järntorget')
    expect([first, second]).toEqual(['Järntorget', 'Järntorgets vänner'])
    await add({ name: 'Järnbutiken', otherNames: [] })
    expect((await namesFor('järn'))[0]).toMatch(/^Järn(butiken|torgets vänner)$/)
  })

  it('stands for a place of the map, which is not offered beside it; hidden, neither is', async () => {
    const mapPlaceId = asId<'place'>('e:fake:jarntorget')
    const place = await add({ name: 'Järntorget', otherNames: ['Iron square'], mapPlaceId, lat: 57.69985, lng: 11.95278 })
    expect((await call(searchPlaces, { text: 'järntorget' })).places.map(({ placeId }) => placeId)).toEqual([`o:${place.id}`])
    expect(await namesFor('iron')).toEqual(['Järntorget'])
    expect(await refusal(contract.addOperatorPlace, { ...market, mapPlaceId }, { as })).toMatchObject({ key: 'map_place_taken' })
    const { outside: _outside, createdAt: _at, ...fields } = place
    const hidden = await call(contract.changeOperatorPlace, { ...fields, hidden: true }, { as })
    expect(await namesFor('järntorget')).toEqual([])
    expect(await refusal(resolvePlace, { placeId: asId(`o:${place.id}`) })).toMatchObject({ key: 'google_places_error' })
    await call(contract.removeOperatorPlace, { id: hidden.id }, { as })
    expect(await namesFor('järntorget')).toEqual(['Järntorget'])
    for (const wrong of ['e:fake:nowhere', `o:${place.id}`, 's:12345'])
      expect(await refusal(contract.addOperatorPlace, { ...market, mapPlaceId: asId(wrong) }, { as })).toMatchObject({
        key: 'google_places_error',
      })
  })

  it('stands for it also when the city was imported anew, beside the map that was served', async () => {
    const row = { name: 'Järntorget', otherNames: '[]', kind: 'landmark' as const, hidden: true }
    const before = { ...row, id: 'before', mapPlaceId: 'e:gothenburg-2:jarntorget', lat: 57.6999, lng: 11.9528 }
    await app.db.insertInto('operatorPlace').values(before).execute()
    expect(await namesFor('järntorget')).toEqual([])
    // another city has a place of that name, too
    await app.db.updateTable('operatorPlace').set({ mapPlaceId: 'e:stockholm:jarntorget', lat: 59.32, lng: 18.07 }).execute()
    expect(await namesFor('järntorget')).toEqual(['Järntorget'])
  })

  it('names where one is, as far as it reaches', async () => {
    const point = { lat: 57.69985, lng: 11.95278 }
    const plain = (await call(reversePlace, point)).address
    await add({ name: 'The corner', ...point })
    const { address } = await call(reversePlace, { ...point, lat: point.lat + 0.0004 })
    expect(address.split(', ')[0]).toBe('The corner')
    expect(address.split(', ').at(-1)).toBe(plain.split(', ').at(-1))
    expect((await call(reversePlace, { ...point, lat: point.lat + 0.0012 })).address).not.toContain('The corner')
  })

  it('outlives a change of the map: outside it the place is listed as such, and not offered', async () => {
    await add({ name: 'Porto office', lat: 41.15, lng: -8.61 })
    await add({ name: 'Gothenburg office' })
    const { places } = await call(contract.listOperatorPlaces, {}, { as })
    expect(places.map(({ name, outside }) => [name, outside])).toEqual([
      ['Gothenburg office', false],
      ['Porto office', true],
    ])
    expect(await namesFor('office')).toEqual(['Gothenburg office'])
  })

  it('is kept by admins, with what was done in the audit log, and comes back as it was', async () => {
    const place = await add({})
    const change = { ...market, id: place.id, version: place.version, name: 'Market hall' }
    const changed = await call(contract.changeOperatorPlace, change, { as })
    expect(changed.version).toBe(place.version + 1)
    expect(await refusal(contract.changeOperatorPlace, change, { as })).toMatchObject({ key: 'row_changed' })
    await call(contract.removeOperatorPlace, { id: place.id }, { as })
    expect(await namesFor('market')).toEqual([])
    expect(await refusal(contract.changeOperatorPlace, { ...market, id: place.id }, { as })).toMatchObject({ key: 'not_found' })
    await call(contract.restoreOperatorPlace, { id: place.id }, { as })
    expect(await namesFor('market')).toEqual(['Market hall'])
    expect(await refusal(contract.restoreOperatorPlace, { id: place.id }, { as })).toMatchObject({ key: 'not_found' })
    const log = app.db.selectFrom('auditEntry').select('action').where('objectId', '=', place.id).orderBy('id')
    expect((await log.execute()).map(({ action }) => action)).toEqual([
      'places.addOperatorPlace',
      'places.changeOperatorPlace',
      'places.removeOperatorPlace',
      'places.restoreOperatorPlace',
    ])
    const rider = await make.rider()
    expect(await refusal(contract.listOperatorPlaces, {}, { as: rider })).toMatchObject({ status: 403 })
    expect(await refusal(contract.addOperatorPlace, market, { as: rider })).toMatchObject({ status: 403 })
  })

  it('has a name and a place on the globe, and there are 500 at most', async () => {
    for (const wrong of [{ name: ' ' }, { lat: 91 }, { otherNames: ['x'.repeat(121)] }, { kind: 'moon' as 'park' }])
      expect((await refusal(contract.addOperatorPlace, { ...market, ...wrong }, { as })).key).toBe('bad_request')
    const { otherNames: _names, ...fields } = market
    const rows = Array.from({ length: 500 }, (_, i) => ({ ...fields, id: `o${i}`, kind: 'landmark' as const }))
    await app.db.insertInto('operatorPlace').values(rows).execute()
    expect((await refusal(contract.addOperatorPlace, market, { as })).key).toBe('quota_reached')
  })
})

it('can be booked where it lies, also where the map has a namesake far away or the place it stands for elsewhere', async () => {
  const there = { lat: 57.67, lng: 11.9 }
  const mapPlaceId = asId<'place'>('e:fake:korsvagen')
  const { id } = await add({ name: 'Korsvägen', otherNames: ['Centralstationen'], mapPlaceId, ...there })
  const carType = await make.carType()
  const drop = { lat: 57.70887, lng: 11.97345, add: 'The old harbour' }
  const { coords, address } = await call(resolvePlace, { placeId: asId(`o:${id}`) })
  for (const name of [address, 'Centralstationen'])
    expect((await call(quoteBooking, { pickup: { ...coords, add: name }, drop, carType })).pickup.add).toBe(name)
  // but not somewhere else
  const elsewhere = { pickup: { lat: 57.66, lng: 11.95, add: address }, drop, carType }
  expect(await refusal(quoteBooking, elsewhere)).toMatchObject({ key: 'place_mismatch' })
  await call(contract.changeOperatorPlace, { id, ...market, ...there, name: 'Korsvägen', mapPlaceId, hidden: true }, { as })
  expect(await refusal(quoteBooking, { pickup: { ...coords, add: address }, drop, carType })).toMatchObject({
    key: 'place_mismatch',
  })
})
