// A robot's decisions, without clock, socket or car: when to leave an account to a person, and how to answer a task.
import { isBusy } from '@wayfare/core/booking'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Me } from '@wayfare/contract/accounts'

export const ROBOT_DEVICE = 'demo-robot'

/** After a person goes offline, the robot waits this long before it goes online again (ms). */
const REST_MS = 60_000

/** A trip that a person has abandoned is left to them this long (ms); then the robot brings the rider home. */
const ABANDONED_MS = 10 * 60_000

/** A person who is asked for the same task has this long to accept it (ms). */
const COURTESY_MS = 15_000

/** Robots decline a pickup further away than this (m). */
const TOO_FAR_M = 8000

/** From this distance on a robot takes longest to answer; nearer ones are quicker by a second per kilometre (m). */
const FAR_M = 6000

type Holder = 'robot' | 'person'

/** Who uses the account now (null while it is offline), who used it last, and since when it has been offline. */
export type AccountWatch = { holder: Holder | null; last: Holder; offlineSince: number | null }

type Seen = Pick<Me, 'driverActiveStatus' | 'activeDevice'>

const isRobots = (seen: Seen): boolean => seen.activeDevice === null || seen.activeDevice === ROBOT_DEVICE

/** The next view of an account. One first seen offline without a person's device is free at once. */
export const watchAccount = (before: AccountWatch | null, seen: Seen, now: number): AccountWatch => {
  if (seen.driverActiveStatus) {
    const holder = isRobots(seen) ? 'robot' : 'person'
    return { holder, last: holder, offlineSince: null }
  }
  const offlineSince = before ? (before.offlineSince ?? now) : isRobots(seen) ? Number.NEGATIVE_INFINITY : now
  return { holder: null, last: before?.last ?? (isRobots(seen) ? 'robot' : 'person'), offlineSince }
}

/** True if the robot may go online now. A person's break is respected, and a break during a trip for longer. */
export const mayTakeBack = (watch: AccountWatch, hasTrip: boolean, now: number): boolean => {
  if (watch.offlineSince === null) return false
  const rest = watch.last === 'person' && hasTrip ? ABANDONED_MS : REST_MS
  return now - watch.offlineSince >= rest
}

type Answer = 'wait' | 'accept' | 'decline'

type Asked = {
  /** metres to the pickup */
  pickupM: number
  /** ms since this robot first saw the task */
  waitedMs: number
  /** a person using a demo account is asked too */
  personAsked: boolean
}

/** A car that is too far away declines after this long (ms). */
const REFUSAL_MS = 5000

/** Accepts after two to eight seconds, the nearer the sooner, so the nearest car usually wins; later if a person is asked too. */
export const planAnswer = ({ pickupM, waitedMs, personAsked }: Asked): Answer => {
  const isTooFar = pickupM > TOO_FAR_M
  if (waitedMs < (isTooFar ? REFUSAL_MS : 2000 + Math.min(pickupM, FAR_M))) return 'wait'
  if (isTooFar) return 'decline'
  return personAsked && waitedMs < COURTESY_MS ? 'wait' : 'accept'
}

/** The booking that a driver is busy with, among those he can see. */
export const findTrip = (bookings: readonly BookingView[], driver: Me['id']): BookingView | null =>
  bookings.find((booking) => booking.driver === driver && isBusy(booking.status)) ?? null
