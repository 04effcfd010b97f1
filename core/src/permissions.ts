// Permissions, one rule per verb; used by both the pages and the server.
import { isDeskRole, type Actor } from './accounts.ts'
import {
  isBusy,
  isChatOpen,
  isClaimOwed,
  isRatable,
  isSettled,
  isUnassigned,
  isUnpaid,
  isWaitingForDriver,
  type BookingFacts,
} from './booking.ts'
import { decideTransition } from './lifecycle.ts'

type Locks = { allowCriticalEditsAdmin: boolean }
type Rule = (actor: Actor, booking: BookingFacts, locks: Locks) => boolean

/** A driver sees bookings that are his or that he is being asked for; a fleet admin sees those of his drivers. */
const canSee: Rule = (actor, booking) => {
  if (actor.kind !== 'user') return actor.kind === 'system'
  if (actor.role === 'admin') return true
  if (actor.role === 'rider') return booking.customer === actor.id
  if (actor.role === 'fleetadmin') return booking.fleetAdmin === actor.id
  return booking.driver === actor.id || (isWaitingForDriver(booking.status) && booking.requestedDrivers.includes(actor.id))
}

const canCancel: Rule = (actor, booking, locks) =>
  locks.allowCriticalEditsAdmin &&
  actor.kind === 'user' &&
  (actor.role === 'rider' || actor.role === 'admin') &&
  decideTransition(booking, actor, { type: 'cancel', reason: '' }).ok

const isDriverNow: Rule = (actor, booking) => actor.kind === 'user' && booking.driver === actor.id

/** The booking's rider or its current driver. */
const isOnTrip = (actor: Actor, booking: BookingFacts): boolean =>
  actor.kind === 'user' &&
  ((actor.role === 'rider' && booking.customer === actor.id) || (actor.role === 'driver' && booking.driver === actor.id))

const rules = {
  'bookings.see': canSee,
  'bookings.cancel': canCancel,
  /** by card: before the trip if it must be prepaid, otherwise after it; a granted claim once the trip itself is paid */
  'bookings.pay': (actor, booking) =>
    actor.kind === 'user' && booking.customer === actor.id && (isUnpaid(booking.status) || isClaimOwed(booking)),
  /** from the rider's wallet; an admin may do it for a rider who paid the money in */
  'bookings.payClaim': (actor, booking) =>
    actor.kind === 'user' && (actor.role === 'admin' || booking.customer === actor.id) && isClaimOwed(booking),
  /** a fleet profits from its drivers' claims: its admin sees them but does not decide them */
  'bookings.decideClaim': (actor, booking) => actor.kind === 'user' && actor.role === 'admin' && booking.claim === 'open',
  /** an admin starts a trip whose code was wrong too often */
  'bookings.startTrip': (actor, booking) =>
    actor.kind === 'user' && actor.role === 'admin' && decideTransition(booking, actor, { type: 'start', otp: null }).ok,
  /** as long as no driver was asked; the server also checks the time */
  'bookings.changeDate': (actor, booking) =>
    actor.kind === 'user' &&
    (actor.role === 'admin' || booking.customer === actor.id) &&
    isUnassigned(booking.status) &&
    booking.requestedDrivers.length === 0,
  /** the desk takes the booking from its driver, as long as the trip has not begun */
  'bookings.reassign': (actor, booking) => decideTransition(booking, actor, { type: 'reassign' }).ok,
  'bookings.rate': (actor, booking) =>
    actor.kind === 'user' && booking.customer === actor.id && isRatable(booking.status) && !booking.rated,
  /** also for a cancelled booking; drivers have their statement instead */
  'bookings.readReceipt': (actor, booking, locks) =>
    canSee(actor, booking, locks) && actor.kind === 'user' && actor.role !== 'driver' && isSettled(booking.status),
  /** the rider reads the code out to the driver, who never sees it */
  'bookings.seeOtp': (actor, booking) =>
    actor.kind === 'user' && (actor.role === 'admin' || (actor.role === 'rider' && booking.customer === actor.id)),
  /** the driver sees the rider's contact only while busy with the booking */
  'bookings.seeCustomerContact': (actor, booking) =>
    actor.kind === 'user' &&
    (actor.role === 'admin' ||
      booking.customer === actor.id ||
      (isDriverNow(actor, booking, { allowCriticalEditsAdmin: true }) && isBusy(booking.status))),
  /** the rider sees the driver's contact while the driver is busy with the booking; the fleet admin and an admin always do */
  'bookings.seeDriverContact': (actor, booking) =>
    actor.kind === 'user' &&
    (actor.role === 'admin' ||
      booking.driver === actor.id ||
      booking.fleetAdmin === actor.id ||
      (booking.customer === actor.id && isBusy(booking.status))),
  /** also afterwards; reading by the desk is logged, and a fleet admin may not read */
  'chat.read': (actor, booking) => isOnTrip(actor, booking) || (actor.kind === 'user' && actor.role === 'admin'),
  /** the desk does not write in anybody's name */
  'chat.write': (actor, booking) => isOnTrip(actor, booking) && booking.driver !== null && isChatOpen(booking.status),
  /** notes are for the desk only: rider and driver never see them */
  'notes.read': (actor, booking, locks) => actor.kind === 'user' && isDeskRole(actor.role) && canSee(actor, booking, locks),
  'notes.write': (actor) => actor.kind === 'user' && actor.role === 'admin',
  'tracking.read': (actor, booking, locks) => canSee(actor, booking, locks) && !isWaitingForDriver(booking.status),
} satisfies Record<string, Rule>

export type Verb = keyof typeof rules

/** True if this actor may do this to this booking under the operator's locks. */
export const can = (actor: Actor, verb: Verb, booking: BookingFacts, locks: Locks): boolean => rules[verb](actor, booking, locks)
