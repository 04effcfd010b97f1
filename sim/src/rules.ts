// What a robot decides, without a clock, a socket or a car: when it leaves an account to a person and how it answers a task.
import { isBusy } from '@wayfare/core/booking'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Me } from '@wayfare/contract/accounts'

export const ROBOT_DEVICE = 'demo-robot'

/** A person's switch-off is respected this long before the robot goes online again (ms). */
const REST_MS = 60_000

/** A trip a person drove and walked away from is left to them this long (ms); then the robot brings the rider home. */
const ABANDONED_MS = 10 * 60_000

/** A person who is asked for the same task has this long to take it (ms). */
const COURTESY_MS = 15_000

/** Robots turn down a pickup farther away than this (m). */
const TOO_FAR_M = 8000

/** From here on a robot thinks its longest; nearer ones are quicker by a second a kilometre (m). */
const FAR_M = 6000

type Holder = 'robot' | 'person'

/** Who holds the account now (null while it is offline), who held it last, and since when it has been offline. */
export type AccountWatch = { holder: Holder | null; last: Holder; offlineSince: number | null }

type Seen = Pick<Me, 'driverActiveStatus' | 'activeDevice'>

const isRobots = (seen: Seen): boolean => seen.activeDevice === null || seen.activeDevice === ROBOT_DEVICE

/** The next view of an account. At first sight an account that is offline without a person's device is free at once. */
export const watchAccount = (before: AccountWatch | null, seen: Seen, now: number): AccountWatch => {
  if (seen.driverActiveStatus) {
    const holder = isRobots(seen) ? 'robot' : 'person'
    return { holder, last: holder, offlineSince: null }
  }
  const offlineSince = before ? (before.offlineSince ?? now) : isRobots(seen) ? Number.NEGATIVE_INFINITY : now
  return { holder: null, last: before?.last ?? (isRobots(seen) ? 'robot' : 'person'), offlineSince }
}

/** May the robot go online now? A person's break is respected, and their trip longer than that. */
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
  /** a person at a demo account is asked too */
  personAsked: boolean
}

/** A car that is too far says so after this long (ms). */
const REFUSAL_MS = 5000

/** After two to eight seconds, the nearer the sooner, so that the nearest car usually wins; later when a person is asked too. */
export const planAnswer = ({ pickupM, waitedMs, personAsked }: Asked): Answer => {
  const isTooFar = pickupM > TOO_FAR_M
  if (waitedMs < (isTooFar ? REFUSAL_MS : 2000 + Math.min(pickupM, FAR_M))) return 'wait'
  if (isTooFar) return 'decline'
  return personAsked && waitedMs < COURTESY_MS ? 'wait' : 'accept'
}

/** The booking a driver is busy with, out of those he can see. */
export const findTrip = (bookings: readonly BookingView[], driver: Me['id']): BookingView | null =>
  bookings.find((booking) => booking.driver === driver && isBusy(booking.status)) ?? null
