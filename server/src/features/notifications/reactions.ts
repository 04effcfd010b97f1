// Notices on what happens: a text key with its parameters, on the person's own topic and on their devices.
import { formatPersonName } from '@wayfare/core/accounts'
import type { DomainEvent, EventType } from '@wayfare/core/events'
import { claimPayable, claimShare } from '@wayfare/core/fare-claim'
import { asId } from '@wayfare/core/ids'
import { adminCreditReference } from '@wayfare/core/ledger'
import { newsOf, type MoveType, type NewsFor, type Side } from '@wayfare/core/lifecycle'
import type { Deps } from '../../deps.ts'
import { orderPushToMany, queueNotices } from './commands-push.ts'
import { moneyOf, put, tell, tellDesk, tellLive, type Told } from './commands-tell.ts'
import { findTold, findTrip, type Trip } from './queries-trip.ts'

type EventOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>
type Moved = EventOf<'BookingMoved'>

const payable = (trip: Trip) => moneyOf(trip.payableAmountMinor, trip)

type Words = readonly [key: string, params?: (trip: Trip) => Record<string, string>]

/** The text for each side of a move; core/lifecycle says who is notified at all. */
const words: { [Type in MoveType]: Record<NewsFor<Type>, Words> } = {
  prepay: {},
  accept: {
    customer: [
      'notice_driver_found',
      ({ driverName, vehicleNumber }) => ({ driver: driverName ?? '', plate: vehicleNumber ?? '' }),
    ],
  },
  reassign: { customer: ['notice_reassigned_rider'], driver: ['notice_reassigned_driver'] },
  arrive: { customer: ['notice_driver_near'] },
  start: { customer: ['notice_trip_started'] },
  reach: { customer: ['notice_trip_reached', payable] },
  awaitPayment: {},
  pay: {
    customer: ['notice_booking_paid_rider', payable],
    driver: ['notice_booking_paid_driver', (trip) => moneyOf(trip.driverShareMinor, trip)],
  },
  complete: {},
  cancel: { customer: ['notice_booking_cancelled'], driver: ['notice_booking_cancelled'] },
}

const screens = { customer: 'BookedCab', driver: 'BookingCab' } as const

const tellMoved = async (deps: Deps, { bookingId, audience, move, from }: Moved, cursor: string): Promise<void> => {
  const ofMove: Partial<Record<Side, Words>> = words[move]
  if (Object.keys(ofMove).length === 0) return
  const trip = await findTold(deps, bookingId, [audience.customer, ...(audience.driver === null ? [] : [audience.driver])])
  if (!trip) return
  const messages = newsOf({ move, from, by: trip.cancelledBy }).flatMap((side): Told[] => {
    const [[key, params] = [], to] = [ofMove[side], audience[side]]
    return key && to ? [{ to, key, params: params?.(trip), screen: screens[side], bookingId }] : []
  })
  const orders = tellLive(deps, cursor, messages).filter(({ userId }) => trip.reached.includes(userId))
  await queueNotices(deps.db, orders)
}

/** Notifies all admins, and the fleet's admin, that a driver or a rider needs help. */
const tellPanic = async (deps: Deps, event: EventOf<'PanicRaised'>, cursor: string): Promise<void> => {
  const { bookingId, panicId, audience } = event
  const row = await deps.db
    .selectFrom('panic')
    .innerJoin('booking', 'booking.id', 'panic.bookingId')
    .innerJoin('appUser as driver', 'driver.id', 'panic.driverId')
    .select(['raisedBy', 'customerName', 'driver.firstName', 'driver.lastName', 'driver.vehicleNumber', 'panic.address'])
    .where('panic.id', '=', panicId)
    .executeTakeFirst()
  const at = { plate: row?.vehicleNumber ?? '', place: row?.address ?? '–' }
  const told =
    row?.raisedBy === 'rider'
      ? { key: 'notice_panic_rider', params: { ...at, rider: row.customerName } }
      : { key: 'notice_panic', params: { ...at, driver: row ? formatPersonName(row) : '' } }
  await tellDesk(deps, cursor, { ...told, screen: 'BookedCab', bookingId }, audience.fleetAdmin)
}

/** Notifies all admins that the rider is waiting, so that the desk can help. */
const tellNoTaker = async (deps: Deps, event: EventOf<'NoTakerFound'>, cursor: string): Promise<void> => {
  const message = { key: 'notice_no_taker', screen: 'BookedCab' as const, bookingId: event.bookingId }
  await tell(deps, cursor, { ...message, to: event.audience.customer })
  await tellDesk(deps, cursor, message)
}

/** Late positions changed the fare after the drop, before payment. */
const tellNewFare = async (
  deps: Deps,
  { bookingId, before, audience }: EventOf<'FareMeasuredAgain'>,
  cursor: string,
): Promise<void> => {
  const trip = await findTrip(deps, bookingId)
  if (!trip) return
  const ofRider = { ...payable(trip), before: before.payable }
  const ofDriver = { ...moneyOf(trip.driverShareMinor, trip), before: before.driverShare }
  const notes = { rider: 'notice_fare_measured_again_rider', driver: 'notice_fare_measured_again_driver' }
  await tell(deps, cursor, { to: audience.customer, key: notes.rider, params: ofRider, screen: screens.customer, bookingId })
  await tell(deps, cursor, { to: audience.driver, key: notes.driver, params: ofDriver, screen: screens.driver, bookingId })
}

/** Claims beyond the promised fare: notifies both sides of each step, and the desk of a new claim. */
const tellClaim = async (deps: Deps, { bookingId, to, audience }: EventOf<'FareClaimMoved'>, cursor: string): Promise<void> => {
  const row = await deps.db
    .selectFrom('booking')
    .select(['currency', 'claimAmountMinor', 'claimFeesMinor', 'claimDiscountMinor', 'claimReason'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (!row) return
  const money = { amount: row.claimAmountMinor, fees: row.claimFeesMinor, discount: row.claimDiscountMinor }
  const reason = row.claimReason ?? ''
  const ofRider = { ...moneyOf(claimPayable(money), row), reason }
  const ofDriver = { ...moneyOf(claimShare(money), row), reason }
  const [rider, driver] = [`notice_claim_${to}_rider`, `notice_claim_${to}_driver`]
  await tell(deps, cursor, { to: audience.customer, key: rider, params: ofRider, screen: screens.customer, bookingId })
  await tell(deps, cursor, { to: audience.driver, key: driver, params: ofDriver, screen: screens.driver, bookingId })
  if (to !== 'open') return
  const ofDesk = { key: 'notice_claim_desk', params: ofRider, screen: 'BookedCab' as const, bookingId }
  await tellDesk(deps, cursor, ofDesk, audience.fleetAdmin)
}

/** Only the desk can start the trip now; the rider, who is at the car, learns why nothing happens. */
const tellCodeLocked = async (deps: Deps, event: EventOf<'TripCodeLocked'>, cursor: string): Promise<void> => {
  const { bookingId, audience } = event
  const trip = await findTrip(deps, bookingId)
  const params = { driver: trip?.driverName ?? '–', plate: trip?.vehicleNumber ?? '' }
  await tell(deps, cursor, { to: audience.customer, key: 'notice_code_locked_rider', params, screen: 'BookedCab', bookingId })
  await tellDesk(deps, cursor, { key: 'notice_code_locked_desk', params, screen: 'BookedCab', bookingId }, audience.fleetAdmin)
}

const previewLength = 120

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > previewLength ? `${line.slice(0, previewLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}

/** Who wrote, and the beginning of the message; nothing if the writer has been removed. */
const tellMessage = async (deps: Deps, event: EventOf<'ChatMessageSent'>, cursor: string): Promise<void> => {
  const { bookingId, messageId, from, to } = event
  const row = await deps.db
    .selectFrom('chatMessage as chat')
    .innerJoin('appUser as writer', 'writer.id', 'chat.fromId')
    .select(['chat.message', 'writer.firstName'])
    .where('chat.id', '=', BigInt(messageId))
    .where('chat.fromId', '=', from)
    .executeTakeFirst()
  if (!row || row.message === null) return
  const params = { name: row.firstName, text: oneLine(row.message) }
  await tell(deps, cursor, { to, key: 'notice_chat_message', params, screen: 'onlineChat', bookingId })
}

/** Tells the payer that late money went into the wallet. */
const tellLateMoney = async (deps: Deps, event: EventOf<'PaymentToWallet'>, cursor: string): Promise<void> => {
  const { paymentId, bookingId, userId } = event
  const row = await deps.db
    .selectFrom('payment')
    .select(['amountMinor', 'currency'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!row) return
  const params = moneyOf(row.amountMinor, row)
  await tell(deps, cursor, { to: userId, key: 'notice_payment_to_wallet', params, screen: 'wallet', bookingId })
}

/** Tells the payer what the desk refunded and where it went, or that the bank rejected it. */
const tellRefund = async (
  deps: Deps,
  { type, refundId, userId }: EventOf<'PaymentRefunded'> | EventOf<'RefundBounced'>,
  cursor: string,
): Promise<void> => {
  const row = await deps.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['refund.amountMinor', 'refund.currency', 'refund.target', 'payment.bookingId', 'payment.settledAs'])
    .where('refund.id', '=', refundId)
    .executeTakeFirst()
  if (!row) return
  const given = row.target === 'wallet' ? 'notice_wallet_credited' : 'notice_refunded'
  const key = type === 'RefundBounced' ? 'notice_refund_bounced' : given
  // the receipt of the booking lists the refund
  const screen = row.target === 'provider' && row.settledAs === 'booking' ? screens.customer : 'wallet'
  await tell(deps, cursor, { to: userId, key, params: moneyOf(row.amountMinor, row), screen, bookingId: row.bookingId })
}

/** Tells the owner which credit the desk took back, and why. */
const tellTakenBack = async (deps: Deps, event: EventOf<'WalletPosted'>, cursor: string): Promise<void> => {
  const amountMinor = -BigInt(event.amountMinor)
  const row = await deps.db
    .selectFrom('walletCredit')
    .select('takenBackReason')
    .where('userId', '=', event.userId)
    .where('takenBackMinor', '=', amountMinor)
    .orderBy('takenBackAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const params = { ...moneyOf(amountMinor, event), reason: oneLine(row?.takenBackReason ?? '') }
  await tell(deps, cursor, { to: event.userId, key: 'notice_wallet_taken_back', params, screen: 'wallet', bookingId: null })
}

/** A returned withdrawal has a notice of its own. */
const isWithdraw = async ({ db }: Deps, id: string): Promise<boolean> =>
  (await db.selectFrom('withdraw').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Tells a person that money came into the wallet; a booking's own money is reported with the booking. */
const tellCredit = async (deps: Deps, event: EventOf<'WalletPosted'>, cursor: string): Promise<void> => {
  const { userId, txRef, amountMinor } = event
  const minor = BigInt(amountMinor)
  if (minor < 0n && txRef === adminCreditReference) return tellTakenBack(deps, event, cursor)
  if (minor <= 0n || (await findTrip(deps, asId(txRef))) || (await isWithdraw(deps, txRef))) return
  const params = moneyOf(minor, event)
  await tell(deps, cursor, { to: userId, key: 'notice_wallet_credited', params, screen: 'wallet', bookingId: null })
}

const withdrawNotices = {
  processed: 'notice_withdraw_paid',
  declined: 'notice_withdraw_declined',
  returned: 'notice_withdraw_returned',
} as const

/** Notifies the owner of the outcome; the request was their own action. */
const tellWithdraw = async (deps: Deps, event: EventOf<'WithdrawChanged'>, cursor: string): Promise<void> => {
  if (event.state === 'waiting') return
  const row = await deps.db
    .selectFrom('withdraw')
    .select(['amountMinor', 'currency', 'endReason'])
    .where('id', '=', event.withdrawId)
    .executeTakeFirst()
  if (!row) return
  const params = { ...moneyOf(row.amountMinor, row), ...(row.endReason ? { reason: row.endReason } : {}) }
  await tell(deps, cursor, { to: event.userId, key: withdrawNotices[event.state], params, screen: 'wallet', bookingId: null })
}

/** The tip is on top of the driver's earnings. */
const tellTip = (deps: Deps, { bookingId, driver, ...tip }: EventOf<'TipGiven'>, cursor: string): Promise<void> => {
  const params = moneyOf(BigInt(tip.amountMinor), tip)
  return tell(deps, cursor, { to: driver, key: 'notice_tip_driver', params, screen: screens.driver, bookingId })
}

export const reactions = {
  /** the audit log was tampered with */
  AuditBroken: (deps: Deps, _event: EventOf<'AuditBroken'>, cursor: string): Promise<void> =>
    tellDesk(deps, cursor, { key: 'notice_audit_broken', screen: 'audit', bookingId: null }),
  /** the ledger does not balance */
  BooksBroken: (deps: Deps, _event: EventOf<'BooksBroken'>, cursor: string): Promise<void> =>
    tellDesk(deps, cursor, { key: 'notice_books_broken', screen: 'books', bookingId: null }),
  WalletPosted: tellCredit,
  WithdrawChanged: tellWithdraw,
  ChatMessageSent: tellMessage,
  BookingMoved: tellMoved,
  FareClaimMoved: tellClaim,
  FareMeasuredAgain: tellNewFare,
  TipGiven: tellTip,
  TripCodeLocked: tellCodeLocked,
  NoTakerFound: tellNoTaker,
  PanicRaised: tellPanic,
  PaymentToWallet: tellLateMoney,
  PaymentRefunded: tellRefund,
  RefundBounced: tellRefund,
  DriversRequested: async (deps: Deps, { drivers, bookingId }: EventOf<'DriversRequested'>, cursor: string): Promise<void> => {
    // open pages learn of the task itself: another frame would cost one more write for each of hundreds of drivers
    const { push } = put(deps, cursor, { key: 'notice_new_task', screen: 'BookingCab', bookingId })
    await orderPushToMany(deps, drivers, push)
  },
  BookingRated: async (deps: Deps, { driver, stars, bookingId }: EventOf<'BookingRated'>, cursor: string): Promise<void> => {
    const params = { stars: String(stars) }
    await tell(deps, cursor, { to: driver, key: 'notice_rated', params, screen: 'BookingCab', bookingId })
  },
}
