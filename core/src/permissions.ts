// Who may do and see what, one short sentence per verb; the page asks the same questions as the server.
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

/** A driver sees a booking that is his or that he is asked for; a fleet admin those of his drivers. */
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

/** The two who meet: its rider and the driver it has now. */
const isOnTrip = (actor: Actor, booking: BookingFacts): boolean =>
  actor.kind === 'user' &&
  ((actor.role === 'rider' && booking.customer === actor.id) || (actor.role === 'driver' && booking.driver === actor.id))

const rules = {
  'bookings.see': canSee,
  'bookings.cancel': canCancel,
  /** a card payment: before the trip where it must be prepaid, after it otherwise; a granted claim once the trip itself is paid */
  'bookings.pay': (actor, booking) =>
    actor.kind === 'user' && booking.customer === actor.id && (isUnpaid(booking.status) || isClaimOwed(booking)),
  /** out of the rider's wallet; the desk for a rider who paid it in */
  'bookings.payClaim': (actor, booking) =>
    actor.kind === 'user' && (actor.role === 'admin' || booking.customer === actor.id) && isClaimOwed(booking),
  /** a fleet earns by what is granted to its drivers: its admin sees a claim and does not decide it */
  'bookings.decideClaim': (actor, booking) => actor.kind === 'user' && actor.role === 'admin' && booking.claim === 'open',
  /** the desk starts a trip whose code was wrong too often */
  'bookings.startTrip': (actor, booking) =>
    actor.kind === 'user' && actor.role === 'admin' && decideTransition(booking, actor, { type: 'start', otp: null }).ok,
  /** as long as no driver was asked; the server looks at the time, too */
  'bookings.changeDate': (actor, booking) =>
    actor.kind === 'user' &&
    (actor.role === 'admin' || booking.customer === actor.id) &&
    isUnassigned(booking.status) &&
    booking.requestedDrivers.length === 0,
  /** the desk takes it from its driver, as long as the trip has not begun */
  'bookings.reassign': (actor, booking) => decideTransition(booking, actor, { type: 'reassign' }).ok,
  'bookings.rate': (actor, booking) =>
    actor.kind === 'user' && booking.customer === actor.id && isRatable(booking.status) && !booking.rated,
  /** also after the money went back; a driver has his statement */
  'bookings.readReceipt': (actor, booking, locks) =>
    canSee(actor, booking, locks) && actor.kind === 'user' && actor.role !== 'driver' && isSettled(booking.status),
  /** the rider reads the code out; the driver never sees it */
  'bookings.seeOtp': (actor, booking) =>
    actor.kind === 'user' && (actor.role === 'admin' || (actor.role === 'rider' && booking.customer === actor.id)),
  /** the driver has the rider's contact only while the trip is on */
  'bookings.seeCustomerContact': (actor, booking) =>
    actor.kind === 'user' &&
    (actor.role === 'admin' ||
      booking.customer === actor.id ||
      (isDriverNow(actor, booking, { allowCriticalEditsAdmin: true }) && isBusy(booking.status))),
  /** the rider has the driver's contact while the trip is on; his fleet admin and an admin always */
  'bookings.seeDriverContact': (actor, booking) =>
    actor.kind === 'user' &&
    (actor.role === 'admin' ||
      booking.driver === actor.id ||
      booking.fleetAdmin === actor.id ||
      (booking.customer === actor.id && isBusy(booking.status))),
  /** also afterwards; the desk's reading is logged, and a fleet admin does not listen */
  'chat.read': (actor, booking) => isOnTrip(actor, booking) || (actor.kind === 'user' && actor.role === 'admin'),
  /** the desk does not speak in anybody's name */
  'chat.write': (actor, booking) => isOnTrip(actor, booking) && booking.driver !== null && isChatOpen(booking.status),
  /** what the desk writes down is the desk's: rider and driver never see it */
  'notes.read': (actor, booking, locks) => actor.kind === 'user' && isDeskRole(actor.role) && canSee(actor, booking, locks),
  'notes.write': (actor) => actor.kind === 'user' && actor.role === 'admin',
  'tracking.read': (actor, booking, locks) => canSee(actor, booking, locks) && !isWaitingForDriver(booking.status),
} satisfies Record<string, Rule>

export type Verb = keyof typeof rules

/** True when this person may do this to this booking under the operator's locks. */
export const can = (actor: Actor, verb: Verb, booking: BookingFacts, locks: Locks): boolean => rules[verb](actor, booking, locks)
