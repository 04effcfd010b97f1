// Which drivers may be asked for a booking, and why others may not.
import type { MessageKey } from './errors.ts'
import { KM_PER_MILE, measureDistanceM, type LatLng } from './geo.ts'
import type { CarTypeId, UserId } from './ids.ts'

export type DriverFacts = {
  id: UserId
  approved: boolean
  /** busy with a booking */
  queue: boolean
  driverActiveStatus: boolean
  carType: CarTypeId | null
  location: LatLng | null
  /** the wallet is below zero, and the operator requires that to be settled first */
  owes: boolean
}

/** A position older than this (ms) no longer counts as the driver's location: a standing car sends every 15 s. */
export const FRESH_MS = 120_000

/** True if the driver was heard from recently (epoch ms, null: never); only then can he be asked. */
export const isFresh = (seenAt: number | null, now: number): boolean => seenAt !== null && now - seenAt <= FRESH_MS

/** Duty states as the desk counts them, drivers who can be asked first. `stale`: on duty, but the position is too old. */
export const dutyStates = ['free', 'busy', 'stale', 'offline'] as const
export type DutyState = (typeof dutyStates)[number]

/** A driver is free only if heard from recently: one who is on duty but silent cannot be asked. */
export const getDutyState = (
  driver: Pick<DriverFacts, 'queue' | 'driverActiveStatus'> & { seenAt: number | null },
  now: number,
): DutyState => {
  if (driver.queue) return 'busy'
  if (!driver.driverActiveStatus) return 'offline'
  return isFresh(driver.seenAt, now) ? 'free' : 'stale'
}

/** The search radius in metres: `radius` is in km, or in miles when the operator uses them. */
export const computeRadiusM = (radius: number, convertToMile: boolean): number =>
  radius * (convertToMile ? KM_PER_MILE : 1) * 1000

type Blocker = 'not_approved' | 'no_car_type' | 'wallet_negative' | 'no_location' | 'offline' | 'busy'

/** Why a driver gets no tasks now, in the order in which he can fix it; empty if he is eligible anywhere nearby. */
export const listBlockers = (driver: DriverFacts): Blocker[] => {
  const found: [boolean, Blocker][] = [
    [!driver.approved, 'not_approved'],
    [driver.carType === null, 'no_car_type'],
    [driver.owes, 'wallet_negative'],
    [!driver.driverActiveStatus, 'offline'],
    [driver.location === null, 'no_location'],
    [driver.queue, 'busy'],
  ]
  return found.filter(([holds]) => holds).map(([, blocker]) => blocker)
}

/** A search for drivers around a pickup, of one car type or of any (null). */
export type DriverSearch = { pickup: LatLng; carType: CarTypeId | null; radiusM: number }

export const isWithin = (location: LatLng, search: Pick<DriverSearch, 'pickup' | 'radiusM'>): boolean =>
  measureDistanceM(location, search.pickup) <= search.radiusM

/** True if a driver may be asked: no blockers, within the radius of the pickup, and driving the booked car type. */
export const isEligible = (driver: DriverFacts, search: DriverSearch): boolean =>
  listBlockers(driver).length === 0 &&
  (search.carType === null || driver.carType === search.carType) &&
  driver.location !== null &&
  isWithin(driver.location, search)

/** What keeps a driver from accepting, most important first. Location matters only when asking. */
const acceptRefusals: readonly (readonly [Blocker, MessageKey])[] = [
  ['busy', 'driver_busy'],
  ['not_approved', 'driver_not_ready'],
  ['offline', 'driver_not_ready'],
  ['wallet_negative', 'wallet_negative'],
]

/**
 * The key of why a driver cannot take a booking he was asked for, or null. If he has changed to another car type since, the offer
 * no longer applies: not_found.
 */
export const checkAccept = (driver: Omit<DriverFacts, 'location'>, carType: DriverFacts['carType']): MessageKey | null => {
  const blockers = listBlockers({ ...driver, location: null })
  const refusal = acceptRefusals.find(([blocker]) => blockers.includes(blocker))?.[1] ?? null
  return refusal ?? (driver.carType === carType ? null : 'not_found')
}

/** True if a driver with this balance must settle it before the next task; the setting negativeBalance allows a debt. */
export const owesTooMuch = (balance: bigint, settings: { negativeBalance: boolean }): boolean =>
  !settings.negativeBalance && balance < 0n

/** How long without an answer (ms) before a rider who wants to go now is told so. */
const silenceMs = 5 * 60_000

/**
 * When (epoch ms) the rider and the desk are told that nobody has taken a booking: for a booking for later, half way from its
 * release to a pickup still to come; otherwise after `silenceMs`.
 */
export const computeUntakenAt = (booking: { bookLater: boolean; releaseAt: Date; tripDate: Date }): number => {
  const releaseAt = booking.releaseAt.getTime()
  const left = booking.bookLater ? booking.tripDate.getTime() - releaseAt : 0
  return releaseAt + (left > 0 ? left / 2 : silenceMs)
}
