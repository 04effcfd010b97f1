// An estimate is a signed promise: its route, tariff and fare are valid for ten minutes, whoever presents it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { quoteBooking as quoteEndpoint } from '@wayfare/contract/bookings'
import type { quoteCars as carsEndpoint } from '@wayfare/contract/bookings-cars'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { bookingsFor, type Actor } from '@wayfare/core/accounts'
import { getCategory, type Stop } from '@wayfare/core/booking'
import { checkStops, checkTrip, checkTripDate } from '@wayfare/core/checks'
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import type { CarTypeId, UserId } from '@wayfare/core/ids'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { checkPromo, normalizePromoCode } from '@wayfare/core/promo'
import { isOutage, type OutageCode } from '../../adapters/ports.ts'
import { computeFareByTariff, computeStoredDiscount, readStoredFare, storeTariff } from '../../db/booking-money.ts'
import type { StoredFare, StoredTariff } from '../../db/tables-bookings.ts'
import type { StoredCancelSlab, StoredExtra } from '../../db/tables-catalog.ts'
import type { StoredPromo } from '../../db/tables-promos.ts'
import type { Deps } from '../../deps.ts'
import { findCarType, readCarTypes, type CarTypeRow } from '../catalog/queries.ts'
import { getMapEdition, isFarFromItsName } from '../places/queries.ts'
import { findPromo, readPromoUse, readStoredPromo, toPromo } from '../promos/queries.ts'
import { presentLines, presentSlabs } from './present.ts'

type Trip = ParsedInputOf<typeof carsEndpoint>

const validMs = 10 * 60_000

/** The contents of a quote: everything that is needed to create a booking from it. */
export type Quote = {
  /** can be booked once */
  id: string
  pickup: Stop
  drop: Stop
  carType: CarTypeId
  carTypeName: string
  carImage: string
  category: 'taxi' | 'delivery'
  parcelType: string | null
  option: string | null
  /** epoch ms; null means now */
  tripDate: number | null
  currency: string
  tariff: StoredTariff
  /** the price of parcel type and option, part of the fare; minor units */
  extras: string
  cancelSlabs: StoredCancelSlab[]
  fare: StoredFare
  promo: { id: string; code: string; details: StoredPromo; discount: string } | null
  distanceM: number
  durationS: number
  polyline: string
  /** the edition of the map it was made on */
  map: string
  expiresAt: number
}

const keyOf = (deps: Deps): string => {
  if (deps.config.secret === null) throw new Error('the secret is not set')
  return deps.config.secret
}

const signatureOf = (deps: Deps, body: string): Buffer => createHmac('sha256', keyOf(deps)).update(`quote\n${body}`).digest()

export const signQuote = (deps: Deps, quote: Quote): string => {
  const body = Buffer.from(JSON.stringify(quote)).toString('base64url')
  return `${body}.${signatureOf(deps, body).toString('base64url')}`
}

/** Verifies a quote. Refuses an altered one or a different fare with fare_changed, and an old one with quote_expired. */
export const verifyQuote = (deps: Deps, token: string, estimateFare: string): Quote => {
  const [body = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(deps, body)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('fare_changed')
  const quote = JSON.parse(Buffer.from(body, 'base64url').toString()) as Quote
  if (!quote.id || quote.expiresAt < deps.now().getTime()) throw new Refusal('quote_expired')
  if (parseDecimal(estimateFare, quote.currency) !== BigInt(quote.fare.grandTotal)) throw new Refusal('fare_changed')
  if (quote.currency !== deps.settings().code) throw new Refusal('fare_changed')
  return quote
}

const refusalOf: Record<OutageCode, MessageKey> = {
  no_route: 'no_route_found',
  out_of_area: 'out_of_area',
  no_match: 'no_route_found',
  unavailable: 'place_to_coords_error',
  quota: 'place_to_coords_error',
  refused: 'place_to_coords_error',
  forbidden: 'place_to_coords_error',
}

/** The refusal for a failed map request: not_ready while the map is being prepared. */
export const makeMapRefusal = (deps: Deps, error: unknown): unknown => {
  if (!isOutage(error)) return error
  const isPreparing = error.outage === 'unavailable' && deps.maps.basemap.describe().state === 'preparing'
  return new Refusal(isPreparing ? 'not_ready' : refusalOf[error.outage])
}

const routeBetween = async (deps: Deps, pickup: Stop, drop: Stop, departAt: number) => {
  try {
    return await deps.maps.router.route([pickup, drop], { departAt })
  } catch (error) {
    throw makeMapRefusal(deps, error)
  }
}

type Asked = { code: string; promo: Quote['promo']; problem: MessageKey | null }

/** The rider whose promo code uses count: the actor, or the rider an admin asks for. */
const userOf = (actor: Actor, named: UserId | undefined): UserId | null => {
  if (actor.kind !== 'user') return null
  return (bookingsFor[actor.role] === 'riders' && named) || actor.id
}

/** Applies a promo code. One that does not apply leaves the estimate unchanged and returns the reason. */
const applyPromo = async (deps: Deps, user: UserId | null, code: string, trip: { cost: bigint; at: number }): Promise<Asked> => {
  const row = await findPromo(deps.db, code)
  if (!row) return { code, promo: null, problem: 'promo_unknown' }
  const use = await readPromoUse(deps.db, row, user)
  const problem = checkPromo(toPromo(row), use, trip)
  if (problem) return { code, promo: null, problem }
  const details = readStoredPromo(row)
  const { code: currency, decimal } = deps.settings()
  return {
    code,
    promo: {
      id: row.id,
      code: row.name,
      details,
      discount: String(computeStoredDiscount(details, trip.cost, currency, decimal)),
    },
    problem,
  }
}

/** The named choice of the car type, or its first; null if there are none. */
const choose = (choices: readonly StoredExtra[], named: string | undefined): StoredExtra | null => {
  const found = named === undefined ? choices[0] : choices.find(({ description }) => description === named)
  if (!found && named !== undefined) throw new Refusal('select_proper')
  return found ?? null
}

const checkQuestion = ({ tripDate }: Pick<Trip, 'tripDate'>, wrong: MessageKey | null, now: number): void => {
  const problem = wrong ?? (tripDate === undefined ? null : checkTripDate(tripDate, now))
  if (problem) throw new Refusal(problem)
}

/** Refuses stops whose name is far from their coordinates: the rider reads the name, but the driver goes to the point. */
const checkNames = async (deps: Deps, stops: readonly Stop[]): Promise<void> => {
  const far = await Promise.all(stops.map((stop) => isFarFromItsName(deps, stop)))
  if (far.includes(true)) throw new Refusal('place_mismatch')
}

/** The chosen parcel type and option; only parcel categories have any. */
const chooseExtras = (deps: Deps, row: CarTypeRow, input: { parcelType?: string | undefined; option?: string | undefined }) => {
  const category = getCategory(deps.settings().category, row.category)
  if (category === 'taxi') {
    if (input.parcelType !== undefined || input.option !== undefined) throw new Refusal('taxi_has_no_parcels')
    return { category, parcelType: null, option: null, extras: 0n }
  }
  const parcel = choose(row.parcelTypes, input.parcelType)
  const option = choose(row.options, input.option)
  const extras = BigInt(parcel?.amount ?? 0) + BigInt(option?.amount ?? 0)
  return { category, parcelType: parcel?.description ?? null, option: option?.description ?? null, extras }
}

/** The route and start of a trip, the same for every car type. */
const findWay = async (deps: Deps, { pickup, drop, tripDate }: Trip, now: number) => {
  // read before the route is requested, so that it is never newer than the route's map
  const mapBefore = getMapEdition(deps)
  const [route] = await Promise.all([routeBetween(deps, pickup, drop, tripDate ?? now), checkNames(deps, [pickup, drop])])
  return {
    // right after a start no map was open yet, and the first one to open computed the route
    map: mapBefore || getMapEdition(deps),
    facts: {
      pickup,
      drop,
      tripDate: tripDate ?? null,
      distanceM: Math.round(route.distanceM),
      durationS: Math.round(route.durationS),
      polyline: route.polyline,
      expiresAt: now + validMs,
    },
  }
}

type Car = { row: CarTypeRow; tariff: StoredTariff; choices: ReturnType<typeof chooseExtras> }
type Way = Awaited<ReturnType<typeof findWay>>
type Applied = (cost: bigint) => Promise<Asked | null>

/** The price of one car type on a route, with the signed quote. */
const priceCar = async (deps: Deps, { row, tariff, choices }: Car, { map, facts: way }: Way, apply: Applied) => {
  const { code: currency } = deps.settings()
  const { extras, ...chosen } = choices
  const fare = computeFareByTariff(tariff, currency, { ...way, extras: [extras] })
  const asked = await apply(fare.grandTotal)
  const promo = asked?.promo ?? null
  const facts = { carType: row.id, ...chosen, ...way }
  const stored = readStoredFare(fare)
  const ofCar = { carTypeName: row.name, carImage: row.image, tariff, extras: String(extras), cancelSlabs: row.cancelSlabs }
  const discount = BigInt(promo?.discount ?? 0)
  return {
    quote: signQuote(deps, { id: deps.newId(), map, ...facts, ...ofCar, currency, fare: stored, promo }),
    estimateFare: toDecimal(fare.grandTotal, currency),
    lines: presentLines(stored, currency),
    ...facts,
    promo: asked && { code: normalizePromoCode(asked.code), problem: asked.problem },
    discountAmount: toDecimal(discount, currency),
    payableAmount: toDecimal(fare.grandTotal - discount, currency),
    cancelSlabs: presentSlabs(row.cancelSlabs, currency),
  }
}

/** A signed estimate; visitors may ask, too. */
export const quoteBooking = async (deps: Deps, actor: Actor, input: ParsedInputOf<typeof quoteEndpoint>) => {
  const now = deps.now().getTime()
  checkQuestion(input, checkTrip(input), now)
  const row = await findCarType(deps.db, input.carType)
  if (!row) throw new Refusal('select_proper')
  const car = { row, tariff: storeTariff(row, deps.settings()), choices: chooseExtras(deps, row, input) }
  const way = await findWay(deps, input, now)
  const code = input.promo?.trim() ?? ''
  return priceCar(deps, car, way, async (cost) =>
    code === '' ? null : applyPromo(deps, userOf(actor, input.customer), code, { cost, at: input.tripDate ?? now }),
  )
}

/** Estimates for all car types, with a single route request. */
export const quoteCars = async (deps: Deps, input: ParsedInputOf<typeof carsEndpoint>) => {
  const now = deps.now().getTime()
  checkQuestion(input, checkStops(input.pickup, input.drop), now)
  const rows = await readCarTypes(deps.db)
  const cars = rows.map((row) => ({ row, tariff: storeTariff(row, deps.settings()), choices: chooseExtras(deps, row, {}) }))
  const way = await findWay(deps, input, now)
  return { quotes: await Promise.all(cars.map((car) => priceCar(deps, car, way, async () => null))) }
}
