// An estimate is a signed promise: the route, the tariff and the fare it names hold for ten minutes, whoever brings it back.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { quoteBooking as quoteEndpoint } from '@wayfare/contract/bookings'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { Stop } from '@wayfare/core/booking'
import { checkTrip } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import type { MessageKey } from '@wayfare/core/errors'
import { computeFare } from '@wayfare/core/fare'
import type { Fare, Journey, Tariff } from '@wayfare/core/fare'
import type { CarTypeId } from '@wayfare/core/ids'
import { fromDecimal, toDecimal } from '@wayfare/core/money'
import { isOutage } from '../../adapters/ports.ts'
import type { OutageCode, Route } from '../../adapters/ports.ts'
import type { StoredFare, StoredTariff } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { presentLines } from './present.ts'

const validMs = 10 * 60_000

/** What a quote says: all that a booking made from it needs. */
export type Quote = {
  pickup: Stop
  drop: Stop
  carType: CarTypeId
  carTypeName: string
  carImage: string
  currency: string
  tariff: StoredTariff
  fare: StoredFare
  distanceM: number
  durationS: number
  polyline: string
  expiresAt: number
}

const keyOf = (deps: Deps): string => {
  if (deps.config.secret === null) throw new Error('the secret is not set')
  return deps.config.secret
}

const signatureOf = (deps: Deps, body: string): Buffer => createHmac('sha256', keyOf(deps)).update(`quote\n${body}`).digest()

const sign = (deps: Deps, quote: Quote): string => {
  const body = Buffer.from(JSON.stringify(quote)).toString('base64url')
  return `${body}.${signatureOf(deps, body).toString('base64url')}`
}

/** The quote as it was signed. An altered one, or another fare than it names, is fare_changed; an old one quote_expired. */
export const verifyQuote = (deps: Deps, token: string, estimateFare: string): Quote => {
  const [body = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(deps, body)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('fare_changed')
  const quote = JSON.parse(Buffer.from(body, 'base64url').toString()) as Quote
  if (quote.expiresAt < deps.now().getTime()) throw new Refusal('quote_expired')
  if (fromDecimal(estimateFare, quote.currency) !== BigInt(quote.fare.grandTotal)) throw new Refusal('fare_changed')
  if (quote.currency !== deps.settings().code) throw new Refusal('fare_changed')
  return quote
}

export const storedFare = (fare: Fare): StoredFare => ({
  base: String(fare.base),
  distance: String(fare.distance),
  time: String(fare.time),
  extras: String(fare.extras),
  minimumApplied: fare.minimumApplied,
  fare: String(fare.fare),
  convenienceFees: String(fare.convenienceFees),
  grandTotal: String(fare.grandTotal),
})

/** The fare of a journey by a tariff as it was promised, whatever the settings say now. */
export const fareByTariff = (stored: StoredTariff, currency: string, journey: Journey): Fare => {
  const tariff: Tariff = {
    baseFare: BigInt(stored.baseFare),
    ratePerUnitDistance: BigInt(stored.ratePerUnitDistance),
    ratePerHour: BigInt(stored.ratePerHour),
    minFare: BigInt(stored.minFare),
    feeType: stored.feeType,
    feeFlat: BigInt(stored.feeFlat),
    feeHundredths: stored.feeHundredths,
  }
  return computeFare(tariff, journey, { code: currency, decimal: stored.decimal, convertToMile: stored.convertToMile })
}

const findCarType = async (deps: Deps, id: CarTypeId) => {
  const row = await deps.db.selectFrom('carType').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('select_proper')
  const { decimal, convertToMile } = deps.settings()
  const tariff: StoredTariff = {
    baseFare: String(row.baseFareMinor),
    ratePerUnitDistance: String(row.ratePerUnitDistanceMinor),
    ratePerHour: String(row.ratePerHourMinor),
    minFare: String(row.minFareMinor),
    feeType: row.feeType,
    feeFlat: String(row.feeFlatMinor),
    feeHundredths: row.feeHundredths,
    decimal,
    convertToMile,
  }
  return { name: row.name, image: row.image, tariff }
}

const refusalOf: Record<OutageCode, MessageKey> = {
  no_route: 'no_route_found',
  out_of_area: 'out_of_area',
  no_match: 'no_route_found',
  unavailable: 'place_to_coords_error',
  quota: 'place_to_coords_error',
}

/** What people read when the map has no answer: not_ready as long as it is being prepared. */
export const mapRefusal = (deps: Deps, error: unknown): unknown => {
  if (!isOutage(error)) return error
  const isPreparing = error.outage === 'unavailable' && deps.maps.basemap.describe().state === 'preparing'
  return new Refusal(isPreparing ? 'not_ready' : refusalOf[error.outage])
}

const routeBetween = async (deps: Deps, pickup: Stop, drop: Stop): Promise<Route> => {
  try {
    return await deps.maps.router.route([pickup, drop])
  } catch (error) {
    throw mapRefusal(deps, error)
  }
}

/** A signed estimate for anyone who asks. */
export const quoteBooking = async (
  deps: Deps,
  { pickup, drop, carType }: ParsedInputOf<typeof quoteEndpoint>,
): Promise<OutputOf<typeof quoteEndpoint>> => {
  const problem = checkTrip({ pickup, drop, carType })
  if (problem) throw new Refusal(problem)
  const { name, image, tariff } = await findCarType(deps, carType)
  const route = await routeBetween(deps, pickup, drop)
  const { code: currency } = deps.settings()
  const distanceM = Math.round(route.distanceM)
  const durationS = Math.round(route.durationS)
  const fare = fareByTariff(tariff, currency, { distanceM, durationS })
  const expiresAt = deps.now().getTime() + validMs
  const facts = { pickup, drop, carType, distanceM, durationS, polyline: route.polyline, expiresAt }
  const stored = storedFare(fare)
  const quote = sign(deps, { ...facts, carTypeName: name, carImage: image, currency, tariff, fare: stored })
  return { quote, estimateFare: toDecimal(fare.grandTotal, currency), lines: presentLines(stored, currency), ...facts }
}
