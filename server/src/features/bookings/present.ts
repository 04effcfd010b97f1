// Presents a booking to one reader: columns the reader may not see are null.
import type { BookingView } from '@wayfare/contract/bookings'
import type { FareLines } from '@wayfare/contract/fare'
import type { FareClaim } from '@wayfare/contract/fare-claim'
import { isDeskRole, type Actor, type UserActor } from '@wayfare/core/accounts'
import { isCancelled, isClaimOwed, isOtpLocked, isWaitingForDriver, type BookingFacts, type Stop } from '@wayfare/core/booking'
import { fareParts, fareSums, type FareLine } from '@wayfare/core/fare'
import { claimPayable, claimShare, type ClaimMoney } from '@wayfare/core/fare-claim'
import type { UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { can, type Verb } from '@wayfare/core/permissions'
import { makeRecord } from '@wayfare/core/records'
import {
  bookingColumnNames,
  bookingColumns,
  bookingReaders,
  type BookingReader,
  type ViewField,
} from '../../db/booking-columns.ts'
import { collectFields, toWire } from '../../db/columns.ts'
import type { StoredFare } from '../../db/tables-bookings.ts'
import type { StoredCancelSlab } from '../../db/tables-catalog.ts'
import type { TableRow } from '../../db/tables.ts'

export type BookingRow = TableRow<'booking'>

/** The reader and the operator's demo locks. `gone`: drivers of these bookings who have since left the reader's fleet. */
export type ReaderContext = { actor: Actor; locks: { allowCriticalEditsAdmin: boolean }; gone?: ReadonlySet<string> }

const time = (at: Date | null): number | null => at?.getTime() ?? null

type PickupRow = Pick<BookingRow, 'pickupLat' | 'pickupLng' | 'pickupAddress'>
type DropRow = Pick<BookingRow, 'dropLat' | 'dropLng' | 'dropAddress'>

export const presentPickup = (row: PickupRow): Stop => ({ lat: row.pickupLat, lng: row.pickupLng, add: row.pickupAddress })

export const presentDrop = (row: DropRow): Stop => ({ lat: row.dropLat, lng: row.dropLng, add: row.dropAddress })

const claimStandingOf = ({ claimState, claimPaidAt }: BookingRow): BookingFacts['claim'] => {
  if (claimState === 'open') return 'open'
  return claimState === 'granted' && claimPaidAt === null ? 'owed' : null
}

/** True if the rider still owes a granted claim, which is paid after the trip itself. */
export const owesClaim = (row: BookingRow): boolean => isClaimOwed({ claim: claimStandingOf(row), status: row.status })

export const presentClaimMoney = (row: BookingRow): ClaimMoney => ({
  amount: row.claimAmountMinor,
  fees: row.claimFeesMinor,
  discount: row.claimDiscountMinor,
})

/** The facts that tips depend on. */
export const presentTippedTrip = (row: BookingRow) => ({
  status: row.status,
  hasDriver: row.driverId !== null,
  tip: row.tipMinor,
  tripCost: row.tripCostMinor,
  paidAt: time(row.paidAt),
})

/** The facts of a row that permission rules need; `requested` are the drivers being asked. */
export const readBookingFacts = (row: BookingRow, requested: readonly UserId[]): BookingFacts => ({
  id: row.id,
  status: row.status,
  customer: row.customerId,
  driver: row.driverId,
  fleetAdmin: row.fleetAdminId,
  requestedDrivers: requested,
  otp: row.otp,
  otpTries: row.otpTries,
  rated: row.rating !== null,
  claim: claimStandingOf(row),
})

export const presentLines = (fare: StoredFare, currency: string): FareLines => {
  const amount = (line: FareLine): string => toDecimal(BigInt(fare[line] ?? 0), currency)
  return Object.assign(makeRecord(fareParts, amount), { minimumApplied: fare.minimumApplied }, makeRecord(fareSums, amount))
}

export const presentSlabs = (slabs: readonly StoredCancelSlab[], currency: string): BookingView['cancelSlabs'] =>
  slabs.map(({ minsDelayed, amount }) => ({ minsDelayed, amount: toDecimal(BigInt(amount), currency) }))

const firstWord = (name: string): string => name.split(' ')[0] ?? name

type Asks = (verb: Verb) => boolean

/** False if the demo lock hides contact details from the desk. */
const seesContacts = ({ actor, locks }: ReaderContext): boolean =>
  locks.allowCriticalEditsAdmin || actor.kind !== 'user' || !isDeskRole(actor.role)

const isDriver = ({ actor }: ReaderContext): boolean => actor.kind === 'user' && actor.role === 'driver'

/** True for a driver who is asked to take the booking but is not its driver. */
const isOnlyAsked = (row: BookingRow, reader: ReaderContext): boolean =>
  isDriver(reader) && row.driverId !== (reader.actor as UserActor).id

/** True if the driver has left the reader's fleet: the trip stays with the fleet, but only the driver's name is shown. */
const isGone = ({ driverId }: BookingRow, { gone }: ReaderContext): boolean => driverId !== null && gone?.has(driverId) === true

/** Who may read a column, beyond being allowed to see the booking. */
const readerRules: Record<BookingReader, (row: BookingRow, reader: ReaderContext, asks: Asks) => boolean> = {
  all: () => true,
  chosen: (row, reader) => !isOnlyAsked(row, reader),
  customerContact: (_row, reader, asks) => asks('bookings.seeCustomerContact') && seesContacts(reader),
  customerEmail: (_row, reader, asks) => asks('bookings.seeCustomerContact') && seesContacts(reader) && !isDriver(reader),
  driver: (row, reader) => !isGone(row, reader),
  driverContact: (row, reader, asks) => asks('bookings.seeDriverContact') && seesContacts(reader) && !isGone(row, reader),
  // visible to the driver only while the booking is active
  recipient: (_row, _reader, asks) => asks('bookings.seeCustomerContact'),
  otp: (_row, _reader, asks) => asks('bookings.seeOtp'),
}

/** Returns a function that says whether this reader may do something with the booking. */
export const askFor = (row: BookingRow, requested: readonly UserId[], { actor, locks }: ReaderContext): Asks => {
  const facts = readBookingFacts(row, requested)
  return (verb) => can(actor, verb, facts, locks)
}

/** For each group of readers, whether this reader belongs to it. */
export const seenBy = (row: BookingRow, reader: ReaderContext, asks: Asks) => {
  const seen = makeRecord(bookingReaders, (readers) => readerRules[readers](row, reader, asks))
  return (readers: BookingReader | null): boolean => readers !== null && seen[readers]
}

/** The row's columns, null where this reader may not see them. */
const presentColumns = (row: BookingRow, sees: ReturnType<typeof seenBy>) =>
  collectFields(
    bookingColumnNames,
    (column) => bookingColumns[column].view,
    (column) => (sees(bookingColumns[column].readers) ? toWire(row[column], row.currency) : null),
  ) as Pick<BookingView, ViewField>

const presentClaim = (row: BookingRow): FareClaim | null => {
  const { claimState: state, claimOpenedAt, claimLapsesAt } = row
  if (state === null || claimOpenedAt === null || claimLapsesAt === null) return null
  const money = presentClaimMoney(row)
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

/** True if anything was paid: for the trip, in advance of a cancelled one, or as a cancellation fee. */
export const hasPaid = (row: BookingRow): boolean =>
  !isCancelled(row.status) || (row.prepaid && row.cardPaymentAmountMinor > 0n) || row.cancelFeeMinor > 0n

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

export const presentBooking = (row: BookingRow, requested: readonly UserId[], reader: ReaderContext): BookingView => {
  const asks = askFor(row, requested, reader)
  const isAdmin = reader.actor.kind === 'user' && reader.actor.role === 'admin'
  // Object.assign, since adding properties to a spread object is slow in Node 20 (decision 106)
  return Object.assign(presentColumns(row, seenBy(row, reader, asks)), {
    customerName: isOnlyAsked(row, reader) ? firstWord(row.customerName) : row.customerName,
    pickup: presentPickup(row),
    drop: presentDrop(row),
    promised: row.promised && { drop: row.promised.drop, lines: presentLines(row.promised.fare, row.currency) },
    lines: presentLines(row.fare, row.currency),
    cancelSlabs: presentSlabs(row.cancelSlabs, row.currency),
    otpSecure: row.otp !== null,
    otpLocked: isOtpLocked(row),
    requestedCount: requested.length,
    requestedDrivers: isAdmin ? [...requested] : null,
    noTaker: isWaitingForDriver(row.status) ? row.noTaker : null,
    may: presentRights(row, asks),
    claim: presentClaim(row),
  })
}
