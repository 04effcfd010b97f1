// Creates bookings from signed estimates: now or for later, rides or parcels, by the rider or by the desk.
import { presentActor } from './commands-changes.ts'
import type { createBooking as createEndpoint } from '@wayfare/contract/bookings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { bookingsFor, isInternalEmail, formatPersonName, type Actor } from '@wayfare/core/accounts'
import { chooseInitialStatus, isPrepaying, isWaitingForDriver, makeOtp } from '@wayfare/core/booking'
import { checkTripDate } from '@wayfare/core/checks'
import { findDialCode } from '@wayfare/core/dial-codes'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { parcelNoteNames } from '@wayfare/core/parcel'
import { checkDelivery, parsePhone } from '@wayfare/core/phones'
import { checkPayment } from '@wayfare/core/settlement'
import { makeRecord } from '@wayfare/core/records'
import { recordAudit } from '../../audit.ts'
import { bookingColumnNames } from '../../db/booking-columns.ts'
import { computeMoneyColumns } from '../../db/booking-money.ts'
import type { StoredPromise } from '../../db/tables-bookings.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { findEligible } from '../../realtime/supply.ts'
import { holdCarType } from '../catalog/queries.ts'
import { holdCity } from '../places/commands-city.ts'
import { getMapEdition } from '../places/queries.ts'
import { usePromo } from '../promos/commands.ts'
import { findBalance } from '../accounts/queries.ts'
import { holdMoney } from './payment.ts'
import type { BookingRow } from './present.ts'
import { startDispatch } from './commands-waiting.ts'
import { viewBooking } from './queries.ts'
import { verifyQuote, type Quote } from './quote.ts'
import { listAudience } from './transition.ts'

type Input = ParsedInputOf<typeof createEndpoint>

/** How long an unpaid booking waits for its payment. */
const payWithinMs = 15 * 60_000

/** The customer: the actor, or the rider an admin books for. */
const customerIdOf = (actor: Actor, named: UserId | undefined): UserId => {
  if (actor.kind !== 'user') throw new Refusal('must_login')
  const whom = bookingsFor[actor.role]
  if (whom === 'riders' && named !== undefined) return named
  if (whom !== 'oneself' || (named !== undefined && named !== actor.id)) throw new Refusal('user_issue_contact_admin')
  return actor.id
}

/** Locks the customer against a concurrent removal or blocking; refuses customers who have just been removed or blocked. */
const getCustomer = async (tx: Tx, actor: Actor, id: UserId) => {
  const row = await tx
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName', 'email', 'mobile', 'profileImage'])
    .where('id', '=', id)
    .where('userType', '=', 'rider')
    .where('removedAt', 'is', null)
    .$if(actor.kind === 'user' && actor.id === id, (one) => one.where('approved', '=', true))
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Refusal('user_issue_contact_admin')
  return {
    customerId: row.id,
    customerName: formatPersonName(row),
    customerEmail: isInternalEmail(row.email) ? null : row.email,
    customerContact: row.mobile,
    customerImage: row.profileImage,
  }
}

const journeyOf = ({ pickup, drop, ...quote }: Quote) => ({
  category: quote.category,
  carTypeId: quote.carType,
  carTypeName: quote.carTypeName,
  carImage: quote.carImage,
  tariff: JSON.stringify(quote.tariff),
  cancelSlabs: JSON.stringify(quote.cancelSlabs),
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
  promised: JSON.stringify({ drop, fare: quote.fare } satisfies StoredPromise),
  extrasMinor: BigInt(quote.extras),
  parcelType: quote.parcelType,
  parcelOption: quote.option,
  promoId: quote.promo?.id ?? null,
  promoCode: quote.promo?.code ?? null,
  promoDetails: quote.promo ? JSON.stringify(quote.promo.details) : null,
})

const orNull = (text: string): string | null => (text === '' ? null : text)

/** The parcel's recipient; nothing for a ride. */
const deliveryOf = (input: Input, quote: Quote, by: { admin: boolean; dialCode: string }) => {
  if (quote.category === 'taxi') return {}
  const problem = checkDelivery({ name: input.deliveryPerson, phone: input.deliveryPersonPhone }, by)
  if (problem) throw new Refusal(problem)
  return {
    deliveryPerson: orNull(input.deliveryPerson),
    deliveryPersonPhone: parsePhone(input.deliveryPersonPhone, by.dialCode),
    ...makeRecord(parcelNoteNames, (note) => orNull(input[note])),
  }
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** How the cost is split, and how much of it the wallet holds. In wallet mode the balance must cover everything. */
const payBy = async (tx: Tx, quote: Quote, input: Input, customerId: UserId) => {
  const { paymentMode: mode } = input
  const tripCost = BigInt(quote.fare.grandTotal)
  const discount = BigInt(quote.promo?.discount ?? 0)
  const cost = { tripCost, convenienceFees: BigInt(quote.fare.convenienceFees), discount }
  const usesWallet = mode === 'wallet' || input.useWallet
  const balance = usesWallet ? await findBalance(tx, customerId, quote.currency) : 0n
  const payable = tripCost - discount
  const wallet = usesWallet && balance > 0n ? lesser(balance, payable) : 0n
  const problem = checkPayment(payable, { mode, wallet }, balance)
  if (problem) throw new Refusal(problem)
  return { paymentMode: mode, walletHoldMinor: wallet, ...computeMoneyColumns(cost, { mode, wallet }) }
}

const timesOf = (deps: Deps, quote: Quote) => {
  const now = deps.now()
  if (quote.tripDate === null) return { bookLater: false, tripDate: now, releaseAt: now }
  const leadMs = deps.settings().bookLaterLeadMinutes * 60_000
  const releaseAt = new Date(Math.max(now.getTime(), quote.tripDate - leadMs))
  return { bookLater: true, tripDate: new Date(quote.tripDate), releaseAt }
}

const insertBooking = async (deps: Deps, tx: Tx, actor: Actor, { quote, input }: { quote: Quote; input: Input }) => {
  const byAdmin = actor.kind === 'user' && actor.role === 'admin'
  const customer = await getCustomer(tx, actor, customerIdOf(actor, input.customer))
  const delivery = deliveryOf(input, quote, { admin: byAdmin, dialCode: findDialCode(deps.settings().country) ?? '' })
  const money = await payBy(tx, quote, input, customer.customerId)
  const needsPayment = money.cardPaymentAmountMinor > 0n || money.cashPaymentAmountMinor > 0n
  const status = chooseInitialStatus({ category: quote.category, bookedByAdmin: byAdmin, needsPayment })
  const fields = {
    id: deps.newId(),
    quoteId: quote.id,
    status,
    bookingTypeAdmin: byAdmin,
    otp: deps.settings().otpSecure ? makeOtp(deps.random()) : null,
    payBy: isPrepaying(status) ? new Date(deps.now().getTime() + payWithinMs) : null,
    ...timesOf(deps, quote),
    ...customer,
    ...journeyOf(quote),
    ...delivery,
    ...money,
  }
  // inserts the first step in the same statement
  return tx
    .with('made', (db) =>
      db
        .insertInto('booking')
        .values(fields)
        .onConflict((conflict) => conflict.column('quoteId').where('quoteId', 'is not', null).doNothing())
        .returning(bookingColumnNames),
    )
    .with('step', (db) =>
      db
        .insertInto('bookingStep')
        .columns(['bookingId', 'version', 'toStatus', 'actorId', 'actorRole'])
        .expression((e) => {
          const by = presentActor(actor)
          return e
            .selectFrom('made')
            .select(['id', 'version', 'status', e.val(by.actorId).as('actorId'), e.val(by.actorRole).as('actorRole')])
        }),
    )
    .selectFrom('made')
    .select(bookingColumnNames)
    .executeTakeFirst()
}

const checkDriverNear = async (deps: Deps, tx: Tx, quote: Quote): Promise<void> => {
  if (quote.tripDate !== null) return
  const drivers = await findEligible({ ...deps, db: tx }, { pickup: quote.pickup, carType: quote.carType })
  if (drivers.length === 0) throw new Refusal('no_driver_found_alert_messege')
}

/** Refuses an estimate that was already booked. Its own customer is told which booking it became, before any other refusal. */
const refuseUsed = async (tx: Tx, actor: Actor, quote: Quote): Promise<void> => {
  const used = await tx.selectFrom('booking').select(['id', 'customerId']).where('quoteId', '=', quote.id).executeTakeFirst()
  if (!used) return
  const isTold = actor.kind === 'user' && (actor.role === 'admin' || actor.id === used.customerId)
  throw new Refusal('quote_used', isTold ? { bookingId: used.id } : {})
}

/** A unique index refuses used estimates. They are looked up only if another check fails: "used" is the better explanation. */
const insertUnused = async (deps: Deps, tx: Tx, actor: Actor, { quote, input }: { quote: Quote; input: Input }) => {
  try {
    // a car type removed since the estimate has no drivers
    if (!(await holdCarType(tx, quote.carType))) throw new Refusal('quote_expired')
    await checkDriverNear(deps, tx, quote)
    const row = await insertBooking(deps, tx, actor, { quote, input })
    if (!row) throw new Refusal('quote_used')
    return row
  } catch (error) {
    if (error instanceof Refusal) await refuseUsed(tx, actor, quote)
    throw error
  }
}

const count = async (tx: Tx, deps: Deps, row: BookingRow): Promise<void> => {
  if (row.promoId === null) return
  const use = { promoId: row.promoId, bookingId: row.id, userId: row.customerId }
  await usePromo(tx, { ...use, cost: row.tripCostMinor, at: Math.max(row.tripDate.getTime(), deps.now().getTime()) })
}

/**
 * Refuses estimates made on another map: their ends may lie outside the city served now. Right after a start no map is open yet.
 */
const checkMap = (deps: Deps, { map }: Quote): void => {
  const served = getMapEdition(deps)
  if (served === '' || map === served) return
  if (deps.config.bus !== 'local')
    deps.log.warn({}, 'an estimate was made on another map: unless the city has just changed, the processes serve different maps')
  throw new Refusal('quote_expired')
}

/** Creates a booking from a signed quote. All checks run inside, as a repeat with the same idempotency key gets the first answer. */
export const createBooking = (deps: Deps, actor: Actor, input: Input) =>
  inTx(deps, async (tx) => {
    customerIdOf(actor, input.customer)
    const quote = verifyQuote(deps, input.quote, input.estimateFare)
    await holdCity(deps, tx)
    checkMap(deps, quote)
    const problem = quote.tripDate === null ? null : checkTripDate(quote.tripDate, deps.now().getTime())
    if (problem) throw new Refusal(problem)
    const row = await insertUnused(deps, tx, actor, { quote, input })
    await count(tx, deps, row)
    await holdMoney(tx, row)
    const bookingId = row.id
    await emitEvent(tx, { type: 'BookingCreated', bookingId, audience: listAudience(row, []) })
    if (isWaitingForDriver(row.status)) await startDispatch(tx, row)
    else if (row.payBy)
      await enqueueJob(tx, 'bookings.expire', { bookingId }, { runAt: row.payBy, jobKey: `expire:${bookingId}` })
    const after = { customer: row.customerId, category: row.category, tripDate: row.tripDate, paymentMode: row.paymentMode }
    await recordAudit(tx, actor, { action: 'bookings.create', object: { kind: 'booking', id: bookingId }, after })
    return viewBooking({ deps, actor, db: tx }, row, { isNew: true })
  })
