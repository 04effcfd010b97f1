// The table of bookings, and what its JSON holds.
import type { Status } from '@wayfare/core/booking'
import type { FarePart, FareSum, TariffField } from '@wayfare/core/fare'
import type { ClaimState } from '@wayfare/core/fare-claim'
import type { Generated, JSONColumnType } from 'kysely'
import type { IdColumn, Instant, ListColumn, Timestamp } from './columns.ts'
import type { StoredCancelSlab } from './tables-catalog.ts'
import type { StoredPromo } from './tables-promos.ts'

/** jsonb has no bigint: amounts inside are strings of minor units. What the bookings of before know nothing of is missing: it cost nothing. */
export type StoredTariff = Partial<Record<TariffField, string>> & {
  feeType: 'flat' | 'percentage'
  feeFlat: string
  feeHundredths: number
  decimal: number
  convertToMile: boolean
}
export type StoredFare = Partial<Record<FarePart, string>> & Record<FareSum, string> & { minimumApplied: boolean }

/** What an estimate promised: where to, and for which lines. */
export type StoredPromise = { drop: { lat: number; lng: number; add: string }; fare: StoredFare }

export type BookingTables = {
  booking: {
    id: IdColumn<'booking'>
    version: Generated<number>
    status: Status
    category: 'taxi' | 'delivery'
    bookLater: Generated<boolean>
    bookingTypeAdmin: Generated<boolean>
    createdAt: Timestamp
    tripDate: Instant
    customerId: IdColumn<'user'>
    customerName: string
    customerEmail: string | null
    customerContact: string | null
    customerImage: string | null
    carTypeId: IdColumn<'carType'>
    carTypeName: string
    carImage: string
    tariff: JSONColumnType<StoredTariff>
    currency: string
    pickupLat: number
    pickupLng: number
    pickupAddress: string
    dropLat: number
    dropLng: number
    dropAddress: string
    estimateMinor: bigint
    estimateDistanceM: number
    estimateTimeS: number
    coords: string
    fare: JSONColumnType<StoredFare>
    distanceM: number
    distanceSource: 'matched' | 'measured' | 'partly_estimated' | 'promised' | null
    distanceEstimatedM: number | null
    tripCostMinor: bigint
    convenienceFeesMinor: bigint
    driverShareMinor: bigint
    discountAmountMinor: Generated<bigint>
    payableAmountMinor: bigint
    cashPaymentAmountMinor: Generated<bigint>
    cardPaymentAmountMinor: Generated<bigint>
    usedWalletMoneyMinor: Generated<bigint>
    customerPaidMinor: Generated<bigint>
    paymentMode: 'cash' | 'wallet' | 'card'
    prepaid: Generated<boolean>
    otp: string | null
    driverId: IdColumn<'user'> | null
    driverName: string | null
    driverImage: string | null
    driverContact: string | null
    driverRating: number | null
    vehicleNumber: string | null
    vehicleMake: string | null
    vehicleModel: string | null
    fleetAdminId: IdColumn<'user'> | null
    noTaker: 'all_declined' | 'nobody_near' | 'no_answer' | null
    acceptedAt: Date | null
    driverArriveAt: Date | null
    arrivedAwayM: number | null
    tripStartAt: Date | null
    tripEndAt: Date | null
    paidAt: Date | null
    completedAt: Date | null
    cancelledAt: Date | null
    totalTripTimeS: number | null
    reason: string | null
    cancelledBy: 'rider' | 'driver' | 'fleetadmin' | 'admin' | 'system' | null
    rating: number | null
    review: string | null
    releaseAt: Timestamp
    promoId: string | null
    promoCode: string | null
    promoDetails: JSONColumnType<StoredPromo> | null
    walletHoldMinor: Generated<bigint>
    cancelFeeMinor: Generated<bigint>
    cancelSlabs: ListColumn<StoredCancelSlab>
    payBy: Date | null
    gateway: string | null
    deliveryPerson: string | null
    deliveryPersonPhone: string | null
    pickUpInstructions: string | null
    deliveryInstructions: string | null
    parcelType: string | null
    parcelOption: string | null
    extrasMinor: Generated<bigint>
    promised: JSONColumnType<StoredPromise> | null
    /** of the estimate it was made at; null for bookings older than this rule */
    quoteId: string | null
    pickupImage: string | null
    deliverImage: string | null
    /** wrong codes said at the pickup */
    otpTries: Generated<number>
    /** what was measured beyond the promise: null where nothing was */
    claimState: ClaimState | null
    claimAmountMinor: Generated<bigint>
    claimFeesMinor: Generated<bigint>
    claimDiscountMinor: Generated<bigint>
    claimOpenedAt: Date | null
    claimLapsesAt: Date | null
    claimDecidedAt: Date | null
    claimReason: string | null
    claimPaidAt: Date | null
    claimPaidBy: 'wallet' | 'card' | null
    /** what the rider gave the driver beside the fare */
    tipMinor: Generated<bigint>
    tippedAt: Date | null
    tipPaidBy: 'wallet' | 'card' | null
    /** nothing of it is let go or erased */
    legalHold: Generated<boolean>
  }
}
