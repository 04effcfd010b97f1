// What riders and the desk do with bookings.
import type {
  BookingView,
  cancelBooking as cancelEndpoint,
  createBooking as createEndpoint,
  rateBooking as rateEndpoint,
} from '@wayfare/contract/bookings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { Actor, UserActor } from '@wayfare/core/accounts'
import { system } from '@wayfare/core/accounts'
import { otpFrom, statusAtCreation } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import type { BookingId } from '@wayfare/core/ids'
import { settleInCash } from '@wayfare/core/settlement'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'
import { enqueue } from '../../jobs/queue.ts'
import { findEligible } from '../../realtime/supply.ts'
import { addRating } from '../accounts/commands.ts'
import type { BookingRow } from './present.ts'
import { getBooking } from './queries.ts'
import { fareByTariff, storedFare, verifyQuote } from './quote.ts'
import type { Quote } from './quote.ts'
import { audienceOf, lockBooking, transition } from './transition.ts'

const getCustomer = async (tx: Tx, actor: Actor) => {
  if (actor.kind !== 'user') throw new Refusal('must_login')
  if (actor.role !== 'rider') throw new Refusal('user_issue_contact_admin')
  const row = await tx
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName', 'email', 'mobile', 'profileImage'])
    .where('id', '=', actor.id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('user_issue_contact_admin')
  return {
    customerId: row.id,
    customerName: `${row.firstName} ${row.lastName}`.trim(),
    customerEmail: row.email,
    customerContact: row.mobile,
    customerImage: row.profileImage,
  }
}

const journeyOf = ({ pickup, drop, ...quote }: Quote) => ({
  carTypeId: quote.carType,
  carTypeName: quote.carTypeName,
  carImage: quote.carImage,
  tariff: JSON.stringify(quote.tariff),
  currency: quote.currency,
  pickupLat: pickup.lat,
  pickupLng: pickup.lng,
  pickupAddress: pickup.add,
  dropLat: drop.lat,
  dropLng: drop.lng,
  dropAddress: drop.add,
  estimateMinor: BigInt(quote.fare.grandTotal),
  estimateDistanceM: quote.distanceM,
  estimateTimeS: quote.durationS,
  distanceM: quote.distanceM,
  coords: quote.polyline,
  fare: JSON.stringify(quote.fare),
})

/** The money columns of a trip that is paid in cash. */
const cashColumns = (tripCost: bigint, convenienceFees: bigint) => {
  const settlement = settleInCash(tripCost, convenienceFees)
  return {
    tripCostMinor: settlement.tripCost,
    convenienceFeesMinor: convenienceFees,
    driverShareMinor: settlement.driverShare,
    discountAmountMinor: settlement.discountAmount,
    payableAmountMinor: settlement.payableAmount,
    usedWalletMoneyMinor: settlement.usedWalletMoney,
    cardPaymentAmountMinor: settlement.cardPaymentAmount,
    cashPaymentAmountMinor: settlement.cashPaymentAmount,
    customerPaidMinor: settlement.customerPaid,
  }
}

/** What a taxi trip costs once it is known how far and how long was driven, by the tariff that was promised. */
export const drivenColumns = (row: BookingRow, journey: { distanceM: number; durationS: number }) => {
  const fare = fareByTariff(row.tariff, row.currency, journey)
  const money = row.paymentMode === 'cash' ? cashColumns(fare.grandTotal, fare.convenienceFees) : {}
  return { distanceM: journey.distanceM, fare: JSON.stringify(storedFare(fare)), ...money }
}

const insertBooking = (
  deps: Deps,
  tx: Tx,
  customer: Awaited<ReturnType<typeof getCustomer>>,
  quote: Quote,
): Promise<BookingRow> =>
  tx
    .insertInto('booking')
    .values({
      id: deps.newId(),
      status: statusAtCreation('taxi', false),
      category: 'taxi',
      tripDate: sql<Date>`now()`,
      paymentMode: 'cash',
      otp: deps.settings().otpSecure ? otpFrom(deps.random()) : null,
      ...customer,
      ...journeyOf(quote),
      ...cashColumns(BigInt(quote.fare.grandTotal), BigInt(quote.fare.convenienceFees)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Books now at a signed quote; a repeat under the same idempotency key gets the first answer, so all checks lie inside. */
export const createBooking = (deps: Deps, actor: Actor, input: ParsedInputOf<typeof createEndpoint>): Promise<BookingView> =>
  inTx(deps, async (tx) => {
    const customer = await getCustomer(tx, actor)
    const quote = verifyQuote(deps, input.quote, input.estimateFare)
    const drivers = await findEligible({ ...deps, db: tx }, { pickup: quote.pickup, carType: quote.carType })
    if (drivers.length === 0) throw new Refusal('no_driver_found_alert_messege')
    const row = await insertBooking(deps, tx, customer, quote)
    const bookingId = asId<'booking'>(row.id)
    const first = { bookingId, version: row.version, fromStatus: null, toStatus: row.status }
    await tx
      .insertInto('bookingStep')
      .values({ ...first, actorId: row.customerId, actorRole: 'rider' })
      .execute()
    await emit(tx, { type: 'BookingCreated', bookingId, audience: audienceOf(row, []) })
    if (deps.settings().autoDispatch) await enqueue(tx, 'dispatch.offer', { bookingId }, { jobKey: `offer:${bookingId}` })
    return getBooking(deps, actor, bookingId, tx)
  })

const checkReason = async (tx: Tx, reason: string): Promise<void> => {
  const known = await tx.selectFrom('cancelReason').select('value').where('label', '=', reason).executeTakeFirst()
  if (!known) throw new Refusal('reason_unknown')
}

/** Cancels for a rider or an admin with one of the operator's reasons; the driver, if any, is free again. */
export const cancelBooking = (
  deps: Deps,
  actor: UserActor,
  { id, reason }: ParsedInputOf<typeof cancelEndpoint>,
): Promise<BookingView> =>
  inTx(deps, async (tx) => {
    await getBooking(deps, actor, id, tx)
    if (!deps.settings().allowCriticalEditsAdmin) throw new Refusal('demo_mode')
    await checkReason(tx, reason)
    await transition(tx, deps, { actor, id, move: { type: 'cancel', reason } })
    return getBooking(deps, actor, id, tx)
  })

/** Rates the driver of a paid trip, which completes it. */
export const rateBooking = (
  deps: Deps,
  actor: UserActor,
  { id, stars, review }: ParsedInputOf<typeof rateEndpoint>,
): Promise<BookingView> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    if (row.customerId === actor.id && row.rating !== null) throw new Refusal('already_rated')
    const given = { rating: stars, review: review === '' ? null : review }
    await transition(tx, deps, { actor, id, move: { type: 'complete' }, locked: row, patch: () => given })
    if (row.driverId !== null) {
      const driver = asId<'user'>(row.driverId)
      await addRating(tx, driver, stars)
      await emit(tx, { type: 'BookingRated', bookingId: id, driver, stars, audience: audienceOf(row, []) })
    }
    return getBooking(deps, actor, id, tx)
  })

/** Completes a paid trip that nobody rated; one that is past PAID stays as it is. */
export const completeBooking = (deps: Deps, id: BookingId): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    if (row.status === 'PAID') await transition(tx, deps, { actor: system, id, move: { type: 'complete' }, locked: row })
  })
