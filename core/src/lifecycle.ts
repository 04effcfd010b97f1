// The state machine of bookings: which status may follow which, who may cause it, and what must happen with it.
import type { Actor, Role } from './accounts.ts'
import { isBusy, isOtpLocked, type BookingFacts, type Status } from './booking.ts'
import type { MessageKey } from './errors.ts'
import type { PaymentMode } from './settlement.ts'

export type Move =
  | { type: 'prepay' }
  | { type: 'accept' }
  | { type: 'reassign' }
  | { type: 'arrive' }
  | { type: 'start'; otp: string | null }
  | { type: 'reach' }
  | { type: 'awaitPayment' }
  | { type: 'pay'; mode: PaymentMode }
  | { type: 'complete' }
  | { type: 'cancel'; reason: string }

export type MoveType = Move['type']

/** Side effects of a move, which the writer of the status carries out in the same transaction. */
export type Effect =
  | 'copyDriver'
  | 'dropDriver'
  | 'startDispatch'
  | 'markDriverBusy'
  | 'freeDriver'
  | 'logTrackPoint'
  | 'saveDropAddress'
  | 'settleTrip'
  | 'undoPayment'
  | 'chargeCancelFee'
  | 'scheduleCompletion'

type Party = Role | 'system'

/** The two sides of a booking. */
export type Side = 'customer' | 'driver'
export type NewsFor<Type extends MoveType> = (typeof news)[Type][number]

/** `from` lists who may make the move from each status; a rider or driver must also be the one on the booking. */
type Rule = { from: Partial<Record<Status, readonly Party[]>>; to: Status; effects: readonly Effect[] }

const rules: Record<MoveType, Rule> = {
  prepay: { from: { PAYMENT_PENDING: ['system'] }, to: 'NEW', effects: ['startDispatch'] },
  accept: {
    from: { NEW: ['driver'] },
    to: 'ACCEPTED',
    effects: ['copyDriver', 'markDriverBusy', 'logTrackPoint'],
  },
  // not in the specification: the desk takes the booking from its driver before the trip has begun
  reassign: {
    from: { ACCEPTED: ['admin'], ARRIVED: ['admin'] },
    to: 'NEW',
    effects: ['dropDriver', 'freeDriver', 'startDispatch'],
  },
  arrive: { from: { ACCEPTED: ['driver'] }, to: 'ARRIVED', effects: [] },
  // the desk only once the code has been wrong too often
  start: { from: { ARRIVED: ['driver', 'admin'] }, to: 'STARTED', effects: ['logTrackPoint'] },
  reach: { from: { STARTED: ['driver'] }, to: 'REACHED', effects: ['logTrackPoint', 'saveDropAddress'] },
  awaitPayment: { from: { REACHED: ['system'] }, to: 'PENDING', effects: ['freeDriver'] },
  pay: {
    from: { REACHED: ['driver', 'admin', 'system'], PENDING: ['system'] },
    to: 'PAID',
    effects: ['freeDriver', 'settleTrip', 'scheduleCompletion'],
  },
  complete: { from: { PAID: ['rider', 'system'] }, to: 'COMPLETE', effects: [] },
  cancel: {
    from: {
      PAYMENT_PENDING: ['rider', 'admin', 'system'],
      NEW: ['rider', 'admin'],
      ACCEPTED: ['rider', 'admin'],
      ARRIVED: ['admin'],
    },
    to: 'CANCELLED',
    effects: ['undoPayment', 'chargeCancelFee', 'freeDriver'],
  },
}

/** Who is notified of a move. */
const news = {
  prepay: [],
  accept: ['customer'],
  reassign: ['customer', 'driver'],
  arrive: ['customer'],
  start: ['customer'],
  reach: ['customer'],
  awaitPayment: [],
  pay: ['customer', 'driver'],
  complete: [],
  cancel: ['customer', 'driver'],
} as const satisfies Record<MoveType, readonly Side[]>

/** The status after a move. */
export const statusAfter = (move: MoveType): Status => rules[move].to

const driverMoves = ['arrive', 'start', 'reach', 'pay'] as const
export type DriverMove = (typeof driverMoves)[number]

/** The driver's next move; null without one. */
export const driverMoveAt = (status: Status): DriverMove | null =>
  driverMoves.find((move) => rules[move].from[status]?.includes('driver')) ?? null

type Decision = { ok: true; next: Status; effects: readonly Effect[] } | { ok: false; key: MessageKey }

const refuse = (key: MessageKey): Decision => ({ ok: false, key })

const partyOf = (actor: Actor): Party | null => {
  if (actor.kind === 'system') return 'system'
  return actor.kind === 'user' ? actor.role : null
}

const isPartyTo = (booking: BookingFacts, actor: Actor, move: Move): boolean => {
  if (actor.kind !== 'user' || actor.role === 'admin') return true
  if (actor.role === 'rider') return booking.customer === actor.id
  if (actor.role !== 'driver') return false
  return move.type === 'accept' ? booking.requestedDrivers.includes(actor.id) : booking.driver === actor.id
}

/** True if the party can make the move from any status: tells "not now" from "not you". */
const isEverAllowedTo = (rule: Rule, party: Party): boolean => Object.values(rule.from).some((parties) => parties.includes(party))

/** Conditions of effects that a move does not always have. */
const isDue: Partial<Record<Effect, (from: Status, by: Party) => boolean>> = {
  // a booking paid later by card must not free a driver who is already on his next trip
  freeDriver: (from) => isBusy(from),
  // a cancellation by the desk costs nobody anything
  chargeCancelFee: (from, by) => isBusy(from) && by === 'rider',
}

/** Who is notified of a move; without a driver yet, a cancellation is news only to a rider who did not ask for it. */
export const newsOf = ({ move, from, by }: { move: MoveType; from: Status; by: Party | null }): readonly Side[] => {
  if (move !== 'cancel' || isBusy(from)) return news[move]
  return by === 'rider' ? [] : ['customer']
}

/** A driver needs the code while tries are left; the desk may start without it once they are used up. */
const checkStart = (booking: BookingFacts, party: Party, otp: string | null): MessageKey | null => {
  if (party === 'admin') return isOtpLocked(booking) ? null : 'wrong_step'
  if (isOtpLocked(booking)) return 'otp_tries_used'
  return booking.otp !== null && otp !== booking.otp ? 'wrong_otp' : null
}

/**
 * Returns the next status and its effects, or the key of the refusal: `not_found` for someone else's booking, `forbidden` for a
 * role that can never make this move, `already_taken` for a late accept, `wrong_otp`, `otp_tries_used`, and otherwise
 * `wrong_step`.
 */
export const decideTransition = (booking: BookingFacts, actor: Actor, move: Move): Decision => {
  const party = partyOf(actor)
  const rule = rules[move.type]
  if (!party || !isEverAllowedTo(rule, party)) return refuse('forbidden')
  const isAcceptOfTaken = move.type === 'accept' && booking.status !== 'NEW'
  if (isAcceptOfTaken) return refuse('already_taken')
  if (!isPartyTo(booking, actor, move)) return refuse('not_found')
  if (!rule.from[booking.status]?.includes(party)) return refuse('wrong_step')
  const problem = move.type === 'start' ? checkStart(booking, party, move.otp) : null
  if (problem) return refuse(problem)
  const effects = rule.effects.filter((effect) => isDue[effect]?.(booking.status, party) ?? true)
  return { ok: true, next: rule.to, effects }
}
