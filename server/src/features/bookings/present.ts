// A booking's row as one reader may see it: what he may not know is null.
import type { BookingView, FareLines } from '@wayfare/contract/bookings'
import type { FareClaim } from '@wayfare/contract/fare-claim'
import type { Actor } from '@wayfare/core/accounts'
import { isOtpLocked } from '@wayfare/core/booking'
import type { BookingFacts, Stop } from '@wayfare/core/booking'
import { fareParts, fareSums } from '@wayfare/core/fare'
import type { FareLine } from '@wayfare/core/fare'
import { claimPayable, claimShare } from '@wayfare/core/fare-claim'
import type { ClaimMoney } from '@wayfare/core/fare-claim'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { can } from '@wayfare/core/permissions'
import type { Verb } from '@wayfare/core/permissions'
import { recordOf } from '@wayfare/core/records'
import type { Selectable } from 'kysely'
import type { BookingTable, StoredCancelSlab, StoredFare } from '../../db/tables.ts'

export type BookingRow = Selectable<BookingTable>

/** Who reads, under which locks of the operator. `gone`: drivers of these bookings who are in another fleet than the reader's now. */
export type Reader = { actor: Actor; locks: { allowCriticalEditsAdmin: boolean }; gone?: ReadonlySet<string> }

const idOrNull = (value: string | null): UserId | null => (value === null ? null : asId(value))

const time = (at: Date | null): number | null => at?.getTime() ?? null

export const pickupOf = (row: BookingRow): Stop => ({ lat: row.pickupLat, lng: row.pickupLng, add: row.pickupAddress })

export const dropOf = (row: BookingRow): Stop => ({ lat: row.dropLat, lng: row.dropLng, add: row.dropAddress })

const claimStandingOf = ({ claimState, claimPaidAt }: BookingRow): BookingFacts['claim'] => {
  if (claimState === 'open') return 'open'
  return claimState === 'granted' && claimPaidAt === null ? 'owed' : null
}

/** It is paid after the trip itself. */
export const owesClaim = (row: BookingRow): boolean =>
  claimStandingOf(row) === 'owed' && ['PAID', 'COMPLETE'].includes(row.status)

export const claimMoneyOf = (row: BookingRow): ClaimMoney => ({
  amount: row.claimAmountMinor,
  fees: row.claimFeesMinor,
  discount: row.claimDiscountMinor,
})

/** What the rules need to know of the row; `requested` are the drivers asked now. */
export const factsOf = (row: BookingRow, requested: readonly UserId[]): BookingFacts => ({
  id: asId(row.id),
  status: row.status,
  customer: asId(row.customerId),
  driver: idOrNull(row.driverId),
  fleetAdmin: idOrNull(row.fleetAdminId),
  requestedDrivers: requested,
  otp: row.otp,
  otpTries: row.otpTries,
  rated: row.rating !== null,
  claim: claimStandingOf(row),
})

export const presentLines = (fare: StoredFare, currency: string): FareLines => {
  const amount = (line: FareLine): string => toDecimal(BigInt(fare[line] ?? 0), currency)
  return { ...recordOf(fareParts, amount), minimumApplied: fare.minimumApplied, ...recordOf(fareSums, amount) }
}

export const presentSlabs = (slabs: readonly StoredCancelSlab[], currency: string): BookingView['cancelSlabs'] =>
  slabs.map(({ minsDelayed, amount }) => ({ minsDelayed, amount: toDecimal(BigInt(amount), currency) }))

const firstWord = (name: string): string => name.split(' ')[0] ?? name

/** The demo lock hides people's contact details from those who run the place. */
const hidesContacts = ({ actor, locks }: Reader): boolean =>
  !locks.allowCriticalEditsAdmin && actor.kind === 'user' && (actor.role === 'admin' || actor.role === 'fleetadmin')

const presentCustomer = (row: BookingRow, reader: Reader, asks: (verb: Verb) => boolean) => {
  const { actor } = reader
  const isAskedDriver = actor.kind === 'user' && actor.role === 'driver' && row.driverId !== actor.id
  const seesContact = asks('bookings.seeCustomerContact') && !hidesContacts(reader)
  const seesEmail = seesContact && actor.kind === 'user' && actor.role !== 'driver'
  return {
    customer: asId<'user'>(row.customerId),
    customerName: isAskedDriver ? firstWord(row.customerName) : row.customerName,
    customerContact: seesContact ? row.customerContact : null,
    customerEmail: seesEmail ? row.customerEmail : null,
    customerImage: isAskedDriver ? null : row.customerImage,
  }
}

/** The trip stays with the fleet it was driven for, the person goes: a name, and no more. */
const isGone = ({ driverId }: BookingRow, { gone }: Reader): boolean => driverId !== null && gone?.has(driverId) === true

const presentDriver = (row: BookingRow, reader: Reader, asks: (verb: Verb) => boolean) => ({
  driver: idOrNull(row.driverId),
  driverName: row.driverName,
  driverImage: isGone(row, reader) ? null : row.driverImage,
  driverContact: asks('bookings.seeDriverContact') && !hidesContacts(reader) && !isGone(row, reader) ? row.driverContact : null,
  driverRating: row.driverRating,
  vehicleNumber: row.vehicleNumber,
  vehicleMake: row.vehicleMake,
  vehicleModel: row.vehicleModel,
  fleetAdmin: idOrNull(row.fleetAdminId),
})

const presentAmounts = (row: BookingRow) => {
  const amount = (minor: bigint): string => toDecimal(minor, row.currency)
  return {
    estimate: amount(row.estimateMinor),
    promised: row.promised && { drop: row.promised.drop, lines: presentLines(row.promised.fare, row.currency) },
    lines: presentLines(row.fare, row.currency),
    tripCost: amount(row.tripCostMinor),
    convenienceFees: amount(row.convenienceFeesMinor),
    driverShare: amount(row.driverShareMinor),
    discountAmount: amount(row.discountAmountMinor),
    payableAmount: amount(row.payableAmountMinor),
    cashPaymentAmount: amount(row.cashPaymentAmountMinor),
    cardPaymentAmount: amount(row.cardPaymentAmountMinor),
    usedWalletMoney: amount(row.usedWalletMoneyMinor),
    customerPaid: amount(row.customerPaidMinor),
    paymentMode: row.paymentMode,
    prepaid: row.prepaid,
    gateway: row.gateway,
    walletHold: amount(row.walletHoldMinor),
    promoCode: row.promoCode,
    cancelSlabs: presentSlabs(row.cancelSlabs, row.currency),
    cancelFee: amount(row.cancelFeeMinor),
  }
}

const presentClaim = (row: BookingRow): FareClaim | null => {
  const { claimState: state, claimOpenedAt, claimLapsesAt } = row
  if (state === null || claimOpenedAt === null || claimLapsesAt === null) return null
  const money = claimMoneyOf(row)
  const amount = (minor: bigint): string => toDecimal(minor, row.currency)
  return {
    state,
    promised: amount(row.estimateMinor),
    measured: amount(row.tripCostMinor + money.amount),
    amount: amount(money.amount),
    convenienceFees: amount(money.fees),
    driverShare: amount(claimShare(money)),
    discountAmount: amount(money.discount),
    payableAmount: amount(claimPayable(money)),
    openedAt: claimOpenedAt.getTime(),
    lapsesAt: claimLapsesAt.getTime(),
    decidedAt: time(row.claimDecidedAt),
    reason: row.claimReason,
    paidAt: time(row.claimPaidAt),
    paidBy: row.claimPaidBy,
  }
}

/** The recipient is known to the driver only while the booking is his and active. */
const presentParcel = (row: BookingRow, asks: (verb: Verb) => boolean) => {
  const sees = asks('bookings.seeCustomerContact')
  return {
    parcelType: row.parcelType,
    option: row.parcelOption,
    deliveryPerson: sees ? row.deliveryPerson : null,
    deliveryPersonPhone: sees ? row.deliveryPersonPhone : null,
    pickUpInstructions: sees ? row.pickUpInstructions : null,
    deliveryInstructions: sees ? row.deliveryInstructions : null,
    pickupImage: row.pickupImage,
    deliverImage: row.deliverImage,
  }
}

const presentTimes = (row: BookingRow) => ({
  bookingDate: row.createdAt.getTime(),
  tripdate: row.tripDate.getTime(),
  releaseAt: row.releaseAt.getTime(),
  payBy: time(row.payBy),
  acceptedAt: time(row.acceptedAt),
  driverArriveTime: time(row.driverArriveAt),
  tripStartTime: time(row.tripStartAt),
  tripEndTime: time(row.tripEndAt),
  paidAt: time(row.paidAt),
  totalTripTime: row.totalTripTimeS,
})

/** Somebody paid for it: for the trip, before a trip that never was, or for cancelling. */
export const hasPaid = (row: BookingRow): boolean =>
  row.status !== 'CANCELLED' || (row.prepaid && row.cardPaymentAmountMinor > 0n) || row.cancelFeeMinor > 0n

const presentRights = (row: BookingRow, asks: (verb: Verb) => boolean): BookingView['may'] => ({
  cancel: asks('bookings.cancel'),
  rate: asks('bookings.rate'),
  pay: asks('bookings.pay'),
  changeDate: row.bookLater && asks('bookings.changeDate'),
  reassign: asks('bookings.reassign'),
  receipt: hasPaid(row) && asks('bookings.readReceipt'),
  decideClaim: asks('bookings.decideClaim'),
  payClaim: asks('bookings.payClaim'),
  startTrip: asks('bookings.startTrip'),
})

export const presentBooking = (row: BookingRow, requested: readonly UserId[], reader: Reader): BookingView => {
  const facts = factsOf(row, requested)
  const asks = (verb: Verb): boolean => can(reader.actor, verb, facts, reader.locks)
  const isAdmin = reader.actor.kind === 'user' && reader.actor.role === 'admin'
  return {
    id: facts.id,
    version: row.version,
    status: row.status,
    category: row.category,
    bookLater: row.bookLater,
    carType: asId(row.carTypeId),
    carTypeName: row.carTypeName,
    carImage: row.carImage,
    pickup: pickupOf(row),
    drop: dropOf(row),
    estimateDistance: row.estimateDistanceM,
    estimateTime: row.estimateTimeS,
    coords: row.coords,
    distance: row.distanceM,
    distanceSource: row.distanceSource,
    distanceEstimated: row.distanceEstimatedM,
    otp: asks('bookings.seeOtp') ? row.otp : null,
    otpSecure: row.otp !== null,
    otpLocked: isOtpLocked(row),
    requestedCount: requested.length,
    requestedDrivers: isAdmin ? [...requested] : null,
    noTaker: row.status === 'NEW' ? row.noTaker : null,
    reason: row.reason,
    cancelledBy: row.cancelledBy,
    rating: row.rating,
    review: row.review,
    may: presentRights(row, asks),
    ...presentParcel(row, asks),
    ...presentTimes(row),
    ...presentAmounts(row),
    claim: presentClaim(row),
    ...presentCustomer(row, reader, asks),
    ...presentDriver(row, reader, asks),
  }
}
