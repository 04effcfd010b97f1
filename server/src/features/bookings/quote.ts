// An estimate is a signed promise: the route, the tariff and the fare it names hold for ten minutes, whoever brings it back.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { quoteBooking as quoteEndpoint } from '@wayfare/contract/bookings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { Actor } from '@wayfare/core/accounts'
import { getCategory, type Stop } from '@wayfare/core/booking'
import { checkTrip, checkTripDate } from '@wayfare/core/checks'
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import type { CarTypeId } from '@wayfare/core/ids'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { checkPromo, normalizePromoCode } from '@wayfare/core/promo'
import { isOutage, type OutageCode } from '../../adapters/ports.ts'
import { computeFareByTariff, computeStoredDiscount, readStoredFare, storeTariff } from '../../db/booking-money.ts'
import type { StoredFare, StoredTariff } from '../../db/tables-bookings.ts'
import type { StoredCancelSlab, StoredExtra } from '../../db/tables-catalog.ts'
import type { StoredPromo } from '../../db/tables-promos.ts'
import type { Deps } from '../../deps.ts'
import { findCarType } from '../catalog/queries.ts'
import { getMapEdition, isFarFromItsName } from '../places/queries.ts'
import { findPromo, readPromoUse, readStoredPromo, toPromo } from '../promos/queries.ts'
import { presentLines, presentSlabs } from './present.ts'

const validMs = 10 * 60_000

/** What a quote says: all that a booking made from it needs. */
export type Quote = {
  /** it books once */
  id: string
  pickup: Stop
  drop: Stop
  carType: CarTypeId
  carTypeName: string
  carImage: string
  category: 'taxi' | 'delivery'
  parcelType: string | null
  option: string | null
  /** epoch ms; null is now */
  tripDate: number | null
  currency: string
  tariff: StoredTariff
  /** what parcel type and option cost, part of the fare; minor units */
  extras: string
  cancelSlabs: StoredCancelSlab[]
  fare: StoredFare
  promo: { id: string; code: string; details: StoredPromo; discount: string } | null
  distanceM: number
  durationS: number
  polyline: string
  /** the map that it was made on */
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

/** The quote as it was signed. An altered one, or another fare than it names, is fare_changed; an old one quote_expired. */
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

const findTariff = async (deps: Deps, id: CarTypeId) => {
  const row = await findCarType(deps.db, id)
  if (!row) throw new Refusal('select_proper')
  return { row, tariff: storeTariff(row, deps.settings()) }
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

/** What people read when the map has no answer: not_ready as long as it is being prepared. */
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

type Asked = { promo: Quote['promo']; problem: MessageKey | null }

/** A code that does not apply leaves the estimate as it is and says why. */
const applyPromo = async (deps: Deps, actor: Actor, code: string, trip: { cost: bigint; at: number }): Promise<Asked> => {
  const row = await findPromo(deps.db, code)
  if (!row) return { promo: null, problem: 'promo_unknown' }
  const use = await readPromoUse(deps.db, row, actor.kind === 'user' ? actor.id : null)
  const problem = checkPromo(toPromo(row), use, trip)
  if (problem) return { promo: null, problem }
  const details = readStoredPromo(row)
  const { code: currency, decimal } = deps.settings()
  return {
    promo: {
      id: row.id,
      code: row.name,
      details,
      discount: String(computeStoredDiscount(details, trip.cost, currency, decimal)),
    },
    problem,
  }
}

/** One of the car type's choices: the one that was named, or the first; null when there are none. */
const choose = (choices: readonly StoredExtra[], named: string | undefined): StoredExtra | null => {
  const found = named === undefined ? choices[0] : choices.find(({ description }) => description === named)
  if (!found && named !== undefined) throw new Refusal('select_proper')
  return found ?? null
}

const checkQuestion = (input: ParsedInputOf<typeof quoteEndpoint>, now: number): void => {
  const problem = checkTrip(input) ?? (input.tripDate === undefined ? null : checkTripDate(input.tripDate, now))
  if (problem) throw new Refusal(problem)
}

/** A driver goes to the point and a rider reads the name: both must be the same place. */
const checkNames = async (deps: Deps, stops: readonly Stop[]): Promise<void> => {
  const far = await Promise.all(stops.map((stop) => isFarFromItsName(deps, stop)))
  if (far.includes(true)) throw new Refusal('place_mismatch')
}

/** Choices cost only where parcels are carried. */
const chooseExtras = (
  row: Awaited<ReturnType<typeof findTariff>>['row'],
  category: Quote['category'],
  input: { parcelType?: string | undefined; option?: string | undefined },
) => {
  if (category === 'taxi') {
    if (input.parcelType !== undefined || input.option !== undefined) throw new Refusal('taxi_has_no_parcels')
    return { parcelType: null, option: null, extras: 0n }
  }
  const parcel = choose(row.parcelTypes, input.parcelType)
  const option = choose(row.options, input.option)
  const extras = BigInt(parcel?.amount ?? 0) + BigInt(option?.amount ?? 0)
  return { parcelType: parcel?.description ?? null, option: option?.description ?? null, extras }
}

/** The route and its map: the one that is served when the route is asked for, or an older one. */
const routeOnMap = async (deps: Deps, { pickup, drop, tripDate }: ParsedInputOf<typeof quoteEndpoint>, now: number) => {
  const mapBefore = getMapEdition(deps)
  const route = await routeBetween(deps, pickup, drop, tripDate ?? now)
  // just after a start none was open yet, and the first to open gave the route
  return { route, map: mapBefore || getMapEdition(deps) }
}

/** A signed estimate for anyone who asks. */
export const quoteBooking = async (deps: Deps, actor: Actor, input: ParsedInputOf<typeof quoteEndpoint>) => {
  const now = deps.now().getTime()
  checkQuestion(input, now)
  const { pickup, drop, carType } = input
  const { row, tariff } = await findTariff(deps, carType)
  const { code: currency, category: setting } = deps.settings()
  const category = getCategory(setting, row.category)
  const { extras, ...choices } = chooseExtras(row, category, input)
  const [{ route, map }] = await Promise.all([routeOnMap(deps, input, now), checkNames(deps, [pickup, drop])])
  const way = { distanceM: Math.round(route.distanceM), durationS: Math.round(route.durationS) }
  const fare = computeFareByTariff(tariff, currency, { ...way, extras: [extras] })
  const tripDate = input.tripDate ?? null
  const trip = { cost: fare.grandTotal, at: tripDate ?? now }
  const asked = input.promo?.trim() ? await applyPromo(deps, actor, input.promo, trip) : null
  const promo = asked?.promo ?? null
  const facts = {
    pickup,
    drop,
    carType,
    category,
    ...choices,
    tripDate,
    ...way,
    polyline: route.polyline,
    expiresAt: now + validMs,
  }
  const stored = readStoredFare(fare)
  const ofCar = { carTypeName: row.name, carImage: row.image, tariff, extras: String(extras), cancelSlabs: row.cancelSlabs }
  const discount = BigInt(promo?.discount ?? 0)
  return {
    quote: signQuote(deps, { id: deps.newId(), map, ...facts, ...ofCar, currency, fare: stored, promo }),
    estimateFare: toDecimal(fare.grandTotal, currency),
    lines: presentLines(stored, currency),
    ...facts,
    promo: asked ? { code: normalizePromoCode(input.promo ?? ''), problem: asked.problem } : null,
    discountAmount: toDecimal(discount, currency),
    payableAmount: toDecimal(fare.grandTotal - discount, currency),
    cancelSlabs: presentSlabs(row.cancelSlabs, currency),
  }
}
