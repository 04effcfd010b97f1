import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import { quoteCars } from '@wayfare/contract/bookings-cars'
import { listCarTypes } from '@wayfare/contract/catalog'
import { parseCityTime, toCityTime } from '@wayfare/core/city-time'
import type { LatLng } from '@wayfare/core/geo'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, placeAway } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
const carType = await make.carType()
const ends = { pickup: jarntorget, drop: korsvagen, carType }

const countBookings = async () => (await app.db.selectFrom('booking').select('id').execute()).length

test('a visitor gets an estimate with its lines, the route and how long it holds', async () => {
  const quote = await call(quoteBooking, ends)
  expect(quote).toMatchObject({ pickup: jarntorget, drop: korsvagen, carType })
  expect(quote.distanceM).toBeGreaterThan(2000)
  const { lines } = quote
  expect(Number(lines.fare) + Number(lines.convenienceFees)).toBe(Number(lines.grandTotal))
  expect(quote.estimateFare).toBe(lines.grandTotal)
  expect(quote.expiresAt).toBeGreaterThan(Date.now() + 9 * 60_000)
})

test('one question prices every car as it is priced by itself, and any of them books', async () => {
  const { rider, carType: own } = await trips.cast()
  const { quotes } = await call(quoteCars, { pickup: jarntorget, drop: korsvagen })
  const { carTypes } = await call(listCarTypes, {})
  expect(quotes.map((quote) => quote.carType)).toEqual(carTypes.map(({ id }) => id))
  for (const { quote: _token, expiresAt: _until, ...facts } of quotes)
    expect(await call(quoteBooking, { ...ends, carType: facts.carType })).toMatchObject(facts)
  const { quote = '', estimateFare = '' } = quotes.find((one) => one.carType === own) ?? {}
  expect(await call(createBooking, { quote, estimateFare }, { as: rider })).toMatchObject({
    carType: own,
    estimate: estimateFare,
  })
})

test.each([
  ['the same place', { drop: jarntorget }, 'same_place'],
  ['a time that is gone', { tripDate: 1 }, 'past_booking_error'],
  ['a drop outside the map', { drop: { lat: 59.3, lng: 18, add: 'Stockholm' } }, 'out_of_area'],
])('%s is priced in no car', async (_what, change, key) => {
  expect(await refusal(quoteCars, { pickup: jarntorget, drop: korsvagen, ...change })).toMatchObject({ key, status: 422 })
})

test.each([
  ['the same place', { drop: jarntorget }, 'same_place', 422],
  ['an unknown car type', { carType: 'nowhere' as typeof carType }, 'select_proper', 422],
  ['a drop outside the map', { drop: { lat: 59.3, lng: 18, add: 'Stockholm' } }, 'out_of_area', 422],
])('%s is refused', async (_what, change, key, status) => {
  expect(await refusal(quoteBooking, { ...ends, ...change })).toMatchObject({ key, status })
})

test.each([
  ['a latitude beyond the pole', { pickup: { lat: 91, lng: 11, add: 'x' } }],
  ['a latitude that is a text', { pickup: { lat: '57', lng: 11, add: 'x' } }],
  ['a latitude that is missing', { pickup: { lng: 11, add: 'x' } }],
  ['a blank address', { pickup: { ...jarntorget, add: ' ' } }],
  ['a field that nobody knows', { fare: '1.00' }],
])('%s is a bad request', async (_what, change) => {
  expect(await refusal(quoteBooking, { ...ends, ...change } as unknown as typeof ends)).toMatchObject({
    key: 'bad_request',
    status: 400,
  })
})

const post = (payload: string) =>
  app.inject({ method: 'POST', url: '/api/bookings/quotes', headers: { 'content-type': 'application/json' }, payload })

const at = (add: string, point: LatLng) => ({ pickup: { ...point, add }, drop: jarntorget, carType })

test('a pickup that is named after another place is refused; people’s own words are not, nor a door on the other side', async () => {
  const far = placeAway(korsvagen, 2500)
  expect((await refusal(quoteBooking, at('Korsvägen, Göteborg', far))).key).toBe('place_mismatch')
  expect((await refusal(quoteBooking, at('KORSVAGEN', far))).key).toBe('place_mismatch')
  for (const [add, point] of [
    ['Korsvägen, the side of the fair', placeAway(korsvagen, 1500)],
    ['Korsvägens kiosk', far],
    ['The red door, second yard', far],
    ['Vasagatan 7', far],
    ['…', far],
  ] as const)
    expect((await call(quoteBooking, at(add, point))).pickup.add).toBe(add)
})

test('a taxi takes no parcel types, and nobody books for 2127', async () => {
  const trip = { pickup: jarntorget, drop: korsvagen, carType }
  for (const choice of [{ parcelType: 'Box' }, { option: 'Stairs' }])
    expect((await refusal(quoteBooking, { ...trip, ...choice })).key).toBe('taxi_has_no_parcels')
  const far = (await refusal(quoteBooking, { ...trip, tripDate: Date.UTC(2127, 0, 1) })).key
  expect(far).toBe('far_booking_error')
  const inAYear = Date.now() + 365 * 86_400_000
  expect((await call(quoteBooking, { ...trip, tripDate: inAYear })).tripDate).toBe(inAYear)
})

test('malformed JSON, NaN and huge bodies are refused without a trace', async () => {
  expect((await post('{"pickup":')).json()).toMatchObject({ error: { key: 'bad_request' } })
  expect((await post('{"pickup":{"lat":NaN,"lng":1}}')).statusCode).toBe(400)
  expect((await post(`{"x":"${'y'.repeat(70_000)}"}`)).json()).toMatchObject({ error: { key: 'too_large' } })
})

test('a router that is away is named, and one that gets ready too', async () => {
  app.maps.isDown = true
  expect(await refusal(quoteBooking, ends)).toMatchObject({ key: 'place_to_coords_error', status: 422 })
  const { describe } = app.maps.basemap
  app.maps.basemap.describe = () => ({ ...describe(), state: 'preparing' })
  expect(await refusal(quoteBooking, ends)).toMatchObject({ key: 'not_ready', status: 503 })
  app.maps.basemap.describe = describe
  app.maps.isDown = false
})

test('a fare that was altered is refused, in the request and in the quote', async () => {
  const rider = await make.rider()
  await make.driver({ carType, at: jarntorget })
  const { quote, estimateFare } = await call(quoteBooking, ends)
  const before = await countBookings()
  const book = (input: { quote: string; estimateFare: string }) => refusal(createBooking, input, { as: rider })
  expect(await book({ quote, estimateFare: '1.00' })).toMatchObject({ key: 'fare_changed', status: 422 })
  const [body = '', signature = ''] = quote.split('.')
  const cheap = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), fare: { grandTotal: '100' } }
  const forged = `${Buffer.from(JSON.stringify(cheap)).toString('base64url')}.${signature}`
  expect(await book({ quote: forged, estimateFare: '1.00' })).toMatchObject({ key: 'fare_changed' })
  expect(await book({ quote: 'nonsense', estimateFare })).toMatchObject({ key: 'fare_changed' })
  expect(await book({ quote: '', estimateFare })).toMatchObject({ key: 'fare_changed' })
  expect(await book({ quote, estimateFare: '-5' })).toMatchObject({ key: 'fare_changed' })
  expect(await countBookings()).toBe(before)
})

test('an estimate holds ten minutes, even when the tariff changes', async () => {
  const { rider, carType: own } = await trips.cast()
  const { quote, estimateFare } = await trips.quote(own)
  await app.db.updateTable('carType').set({ baseFareMinor: 100_000n }).where('id', '=', own).execute()
  expect((await call(createBooking, { quote, estimateFare }, { as: rider })).estimate).toBe(estimateFare)
  app.advance(10 * 60_000 + 1000)
  expect(await refusal(createBooking, { quote, estimateFare }, { as: rider })).toMatchObject({
    key: 'quote_expired',
    status: 422,
  })
})

test('miles and decimals are the operator’s', async () => {
  const inKm = await call(quoteBooking, ends)
  await app.settings({ convertToMile: true, decimal: 2 })
  const inMiles = await call(quoteBooking, ends)
  expect(Number(inMiles.lines.distance)).toBeCloseTo((Number(inKm.distanceM) / 1609.344) * 13, 1)
  await app.settings({ convertToMile: false, decimal: 0 })
})

test('an estimate for a rush hour takes longer and costs that, and the booking keeps it when the hours change', async () => {
  const dayMs = 24 * 60 * 60_000
  const today = toCityTime(app.deps.now().getTime(), 'Europe/Stockholm').slice(0, 10)
  // the next Wednesday after today: a working day, and far enough ahead
  const ahead = ((3 - new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
  const wednesday = new Date(Date.parse(`${today}T00:00:00Z`) + ahead * dayMs).toISOString().slice(0, 10)
  const tripDateAt = (time: string) => parseCityTime(`${wednesday}T${time}`, 'Europe/Stockholm') ?? 0
  const quoteAt = (time: string) => trips.quote(carType, { tripDate: tripDateAt(time) })
  const usual = await quoteAt('12:00')
  expect((await quoteAt('08:00')).durationS).toBe(usual.durationS)
  await app.settings({ rushPercent: 50 })
  const rush = await quoteAt('08:00')
  expect(rush.durationS).toBe(Math.round(usual.durationS * 1.5))
  expect([rush.distanceM, Number(rush.estimateFare) > Number(usual.estimateFare)]).toEqual([usual.distanceM, true])
  expect(await quoteAt('12:00')).toMatchObject({ durationS: usual.durationS, estimateFare: usual.estimateFare })
  await app.settings({ rushHours: '11:00-13:00' })
  expect((await quoteAt('12:00')).durationS).toBe(rush.durationS)
  const input = { quote: rush.quote, estimateFare: rush.estimateFare }
  const booking = await call(createBooking, input, { as: await make.rider() })
  expect(booking).toMatchObject({ estimate: rush.estimateFare, estimateTime: rush.durationS })
  await app.settings({ rushPercent: 0 })
})
