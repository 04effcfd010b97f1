// What the past of a demo is made of: its people, its prices, and places of the city that is served, with the ways between them.
import type { Stop } from '@wayfare/core/booking'
import { makeDice } from '@wayfare/core/dice'
import { computeDestination, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { isOutage, type Maps } from '../adapters/ports.ts'
import type { Deps } from '../deps.ts'
import type { Ground, Way } from './demo-past.ts'

const placeCount = 90
/** With fewer there is no town to speak of. */
const fewestPlaces = 8
const mostReachM = 3800

type GroundDeps = Pick<Deps, 'db' | 'maps' | 'settings'>

/** How far from its middle the city is ridden in (m); null while its map does not say where it lies. */
const findMiddle = ({ basemap }: Maps): { centre: LatLng; reachM: number } | null => {
  const { center, bounds } = basemap.describe()
  if (!center || !bounds) return null
  const [west, south, east, north] = bounds
  const widthM = measureDistanceM({ lat: center.lat, lng: west }, { lat: center.lat, lng: east })
  const heightM = measureDistanceM({ lat: south, lng: center.lng }, { lat: north, lng: center.lng })
  return { centre: center, reachM: Math.min(mostReachM, widthM / 2, heightM / 2) }
}

/** An answer of the map, null where it has none; what fails for other reasons fails here, too. */
const orNull = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer
  } catch (error) {
    if (isOutage(error) && (error.outage === 'no_route' || error.outage === 'out_of_area')) return null
    throw error
  }
}

/** Addresses around the middle, each once. */
const findPlaces = async (maps: Maps, seed: number): Promise<Stop[]> => {
  const middle = findMiddle(maps)
  if (!middle) return []
  const dice = makeDice(seed)
  const places = new Map<string, Stop>()
  for (let i = 0; i < placeCount; i++) {
    const point = computeDestination(middle.centre, dice.between(0, 360), middle.reachM * Math.sqrt(dice.fraction()))
    const found = await orNull(maps.geocoder.reverse(point))
    if (found) places.set(found.address, { lat: found.lat, lng: found.lng, add: found.address })
  }
  return [...places.values()]
}

/** The way of a pair of places is asked for once. */
const makeWayFinder = (maps: Maps) => {
  const known = new Map<string, Way | null>()
  return async (from: Stop, to: Stop): Promise<Way | null> => {
    const key = `${from.add}|${to.add}`
    const found = known.get(key)
    if (found !== undefined) return found
    const route = await orNull(maps.router.route([from, to]))
    const way = route && {
      distanceM: Math.round(route.distanceM),
      durationS: Math.round(route.durationS),
      polyline: route.polyline,
    }
    known.set(key, way)
    return way
  }
}

/** Null where there is not enough of a town. */
export const readGround = async (
  { db, maps, settings }: GroundDeps,
  { seed, endsAt }: Pick<Ground, 'seed' | 'endsAt'>,
): Promise<Ground | null> => {
  const people = await db
    .selectFrom('appUser')
    .selectAll()
    .where('demo', '=', true)
    .where('removedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const carTypes = await db.selectFrom('carType').selectAll().where('removedAt', 'is', null).orderBy('position').execute()
  const promo = await db.selectFrom('promo').selectAll().where('removedAt', 'is', null).orderBy('id').executeTakeFirst()
  const reasons = await db.selectFrom('cancelReason').select('label').orderBy('value').execute()
  const places = await findPlaces(maps, seed)
  const of = (role: string) => people.filter(({ userType }) => userType === role)
  const [admin] = of('admin')
  if (!admin || carTypes.length === 0 || places.length < fewestPlaces) return null
  return {
    seed,
    endsAt,
    settings: settings(),
    carTypes,
    drivers: of('driver').filter(({ carTypeId }) => carTypeId !== null),
    riders: of('rider'),
    admin,
    promo: promo ?? null,
    reasons: reasons.map(({ label }) => label),
    places,
    findWay: makeWayFinder(maps),
  }
}

/** What is in the wallets before the past begins. */
export const readBalances = async ({ db, settings }: GroundDeps): Promise<Map<string, bigint>> => {
  const rows = await db
    .selectFrom('ledgerEntry as entry')
    .innerJoin('ledgerAccount as account', 'account.id', 'entry.accountId')
    .innerJoin('ledgerTransaction as posting', 'posting.id', 'entry.transactionId')
    .select(['account.ownerId', (e) => e.fn.sum<bigint>('entry.amountMinor').as('sum')])
    .where('account.kind', '=', 'wallet')
    .where('account.currency', '=', settings().code)
    .where('posting.once', 'like', 'seed:%')
    .groupBy('account.ownerId')
    .execute()
  return new Map(rows.map(({ ownerId, sum }) => [ownerId ?? '', BigInt(sum)]))
}
