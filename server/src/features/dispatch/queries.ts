// Reads a driver's tasks, and the free cars around a pickup.
import type { getSupply as supplyEndpoint, listTasks as tasksEndpoint, Task } from '@wayfare/contract/dispatch'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import { computeAverageRating, type UserActor } from '@wayfare/core/accounts'
import { waitingStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { decodePolyline, encodePolyline, isInBounds, thinLine, type LatLng } from '@wayfare/core/geo'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { isOutage, type CarPlace } from '../../adapters/ports.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { findEligible } from '../../realtime/supply.ts'
import { makeMapRefusal, presentDrop, presentPickup } from '../bookings/queries.ts'

const mostTasks = 30

const selectTasks = (deps: Deps, driver: UserId) =>
  deps.db
    .selectFrom('bookingOffer as offer')
    .innerJoin('booking', 'booking.id', 'offer.bookingId')
    .innerJoin('appUser as customer', 'customer.id', 'booking.customerId')
    .selectAll('booking')
    .select(['offer.askedAt', 'customer.ratingSum', 'customer.ratingCount'])
    .where('offer.driverId', '=', driver)
    .where('offer.state', '=', 'asked')
    .where('booking.status', 'in', waitingStatuses)
    .orderBy('offer.askedAt', 'desc')
    .limit(mostTasks)

type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['execute']>>[number]

type Way = Pick<Task, 'pickupDistanceM' | 'pickupDurationS' | 'pickupWay'>

const unknown: Way = { pickupDistanceM: null, pickupDurationS: null, pickupWay: null }

/** The most points of a route on a small map. */
const mostDrawn = 60

const thinWay = (polyline: string): string => encodePolyline(thinLine(decodePolyline(polyline), mostDrawn))

const wayTo = async (deps: Deps, from: CarPlace | null, pickup: LatLng): Promise<Way> => {
  if (!from) return unknown
  try {
    const { distanceM, durationS, polyline } = await deps.maps.router.route([from, pickup])
    return { pickupDistanceM: Math.round(distanceM), pickupDurationS: Math.round(durationS), pickupWay: thinWay(polyline) }
  } catch (error) {
    if (isOutage(error)) return unknown
    throw error
  }
}

/** Presents the part of a task that is the same for all asked drivers only once. */
const makePresentTask = (deps: Deps, row: Omit<TaskRow, 'askedAt'>) => {
  const alike = {
    bookingId: row.id,
    version: row.version,
    driverShare: toDecimal(row.driverShareMinor, row.currency),
    cashPaymentAmount: toDecimal(row.cashPaymentAmountMinor, row.currency),
    cardPaymentAmount: toDecimal(row.cardPaymentAmountMinor, row.currency),
    usedWalletMoney: toDecimal(row.usedWalletMoneyMinor, row.currency),
    prepaid: row.prepaid,
    category: row.category,
    parcelType: row.parcelType,
    option: row.parcelOption,
    tripDate: row.bookLater ? row.tripDate.getTime() : null,
    tripDistanceM: row.estimateDistanceM,
    tripDurationS: row.estimateTimeS,
    tripWay: thinWay(row.coords),
    pickup: presentPickup(row),
    drop: presentDrop(row),
    carTypeName: row.carTypeName,
    customerFirstName: row.customerName.split(' ')[0] ?? '',
    customerRating: row.ratingCount === 0 ? null : computeAverageRating(row.ratingSum, row.ratingCount),
  }
  const offerMs = deps.settings().offerSeconds * 1000
  return (askedAt: number, way: Way): Task => ({ askedAt, offerEndsAt: askedAt + offerMs, ...way, ...alike })
}

/** Drivers farther from the pickup than this (s) get the task without a route. */
const longestWayS = 45 * 60

const waysTo = async (deps: Deps, from: readonly (CarPlace | null)[], pickup: LatLng): Promise<Way[]> => {
  const { router } = deps.maps
  const places = from.filter((place) => place !== null)
  if (!router.waysTo || places.length === 0) return Promise.all(from.map((place) => wayTo(deps, place, pickup)))
  try {
    const ways = await router.waysTo(places, pickup, { maxSeconds: longestWayS, points: mostDrawn })
    const byPlace = new Map(places.map((place, i) => [place, ways[i]]))
    return from.map((place) => {
      const way = place && byPlace.get(place)
      return way ? { pickupDistanceM: way.distanceM, pickupDurationS: way.durationS, pickupWay: way.polyline } : unknown
    })
  } catch (error) {
    if (isOutage(error)) return from.map(() => unknown)
    throw error
  }
}

const toTask = async (deps: Deps, driver: UserId, row: TaskRow): Promise<Task> =>
  makePresentTask(deps, row)(row.askedAt.getTime(), await wayTo(deps, deps.positions.last(driver), presentPickup(row)))

/** The NEW bookings for which this driver is asked, newest first. */
export const listTasks = async (deps: Deps, actor: UserActor): Promise<OutputOf<typeof tasksEndpoint>> => {
  const rows = await selectTasks(deps, actor.id).execute()
  const tasks = await Promise.all(rows.map((row) => toTask(deps, actor.id, row)))
  return { tasks, serverTime: deps.now().getTime() }
}

/** When each of these drivers was asked, if still asked; as one JSON object, so that the booking is read only once. */
const askedAmong = (drivers: readonly UserId[]) =>
  sql<Record<UserId, number>>`(select coalesce(json_object_agg(driver_id, floor(extract(epoch from asked_at) * 1000)), '{}')
    from booking_offer where booking_id = booking.id and state = 'asked' and driver_id = any(${drivers}))`

/** The task as each of these drivers sees it, for those who are still asked. One statement and one route search for all. */
export const findTasks = async (
  deps: Deps,
  bookingId: BookingId,
  drivers: readonly UserId[],
): Promise<ReadonlyMap<UserId, Task>> => {
  const row = await deps.db
    .selectFrom('booking')
    .innerJoin('appUser as customer', 'customer.id', 'booking.customerId')
    .selectAll('booking')
    .select(['customer.ratingSum', 'customer.ratingCount', askedAmong(drivers).as('asked')])
    .where('booking.id', '=', bookingId)
    .where('booking.status', 'in', waitingStatuses)
    .executeTakeFirst()
  if (!row) return new Map()
  const asked = drivers.filter((driver) => row.asked[driver] !== undefined)
  const ways = await waysTo(
    deps,
    asked.map((driver) => deps.positions.last(driver)),
    presentPickup(row),
  )
  const present = makePresentTask(deps, row)
  return new Map(asked.map((driver, i) => [driver, present(row.asked[driver] ?? 0, ways[i] ?? unknown)]))
}

const mostTimed = 8
const mostShown = 30

/** Three decimals are about a hundred metres: enough for a map, too coarse to track somebody. */
const blur = (degrees: number): number => Math.round(degrees * 1000) / 1000

const nearestSeconds = async (deps: Deps, cars: readonly LatLng[], pickup: LatLng): Promise<number | null> => {
  const seconds = await deps.maps.router.durationsTo(cars.slice(0, mostTimed), pickup).catch((error: unknown) => {
    throw makeMapRefusal(deps, error)
  })
  const known = seconds.filter((value) => value !== null)
  return known.length === 0 ? null : Math.round(Math.min(...known))
}

/** Refuses points outside the map as the router would, even if there is no car to route. */
const checkArea = (deps: Deps, point: LatLng): void => {
  const { state, bounds } = deps.maps.basemap.describe()
  if (state === 'preparing') throw new Refusal('not_ready')
  if (!bounds) return
  const [west, south, east, north] = bounds
  if (!isInBounds({ west, south, east, north }, point)) throw new Refusal('out_of_area')
}

/** The free cars of each car type around a pickup. The nearest ones are shown, with blurred positions. */
export const getSupply = async (deps: Deps, { lat, lng }: ParsedInputOf<typeof supplyEndpoint>) => {
  const pickup = { lat, lng }
  checkArea(deps, pickup)
  const rows = await deps.db
    .selectFrom('carType')
    .select('id')
    .where('removedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const drivers = await findEligible(deps, { pickup, carType: null })
  const carTypes = rows.map(async ({ id }) => {
    const free = drivers.filter(({ carType }) => carType === id)
    return { carType: id, free: free.length, nearestS: await nearestSeconds(deps, free, pickup) }
  })
  const cars = drivers
    .slice(0, mostShown)
    .map((car) => ({ carType: car.carType, lat: blur(car.lat), lng: blur(car.lng), heading: car.heading }))
  return { carTypes: await Promise.all(carTypes), cars }
}
