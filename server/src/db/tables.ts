// The tables as TypeScript sees them: columns in camelCase. A test compares this file with the real schema.
import type { Status } from '@wayfare/core/booking'
import type { ClaimState } from '@wayfare/core/fare-claim'
import type { FarePart, FareSum, TariffField } from '@wayfare/core/fare'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant, ListColumn, TariffColumns, Timestamp } from './columns.ts'
import type * as accounts from './tables-accounts.ts'
import type { AuditEntryTable, AuditHeadTable, AuditProofTable } from './tables-audit.ts'
import type { CampaignRetryTable, CampaignTable } from './tables-campaigns.ts'
import type { ChatMessageTable, ChatReadTable } from './tables-chat.ts'
import type { BookingChangeTable, BookingNoteTable, BookingSearchTable, TableViewTable } from './tables-desk.ts'
import type { EventCursorTable, EventTable, IdempotencyKeyTable, JobWorkerTable, MigrationChecksumTable } from './tables-frame.ts'
import type {
  LedgerAccountTable,
  LedgerEntryTable,
  LedgerProofTable,
  LedgerTransactionTable,
  WalletMonthTable,
} from './tables-ledger.ts'
import type * as payments from './tables-payments.ts'
import type { EarningDayTable, EarningMonthTable, EarningZoneTable } from './tables-reports.ts'
import type { PromoTable, PromoUseTable, StoredPromo } from './tables-promos.ts'
import type { PushDeviceTable, PushKeyTable, PushSentTable } from './tables-push.ts'
import type { LanguageTable, SettingTable } from './tables-settings.ts'
import type { BookingOfferTable, BookingStepTable, DriverPositionTable, PanicTable, TrackPointTable } from './tables-trips.ts'

export type * from './tables-accounts.ts'
export type * from './tables-audit.ts'
export type * from './tables-campaigns.ts'
export type * from './tables-chat.ts'
export type * from './tables-desk.ts'
export type * from './tables-frame.ts'
export type * from './tables-ledger.ts'
export type * from './tables-promos.ts'
export type * from './tables-push.ts'
export type * from './tables-settings.ts'
export type * from './tables-trips.ts'

export type CarTypeTable = TariffColumns & {
  id: string
  position: Generated<number>
  name: string
  image: string
  extraInfo: Generated<string>
  feeType: 'flat' | 'percentage'
  feeFlatMinor: Generated<bigint>
  feeHundredths: Generated<number>
  category: Generated<'taxi' | 'delivery'>
  parcelTypes: ListColumn<StoredExtra>
  options: ListColumn<StoredExtra>
  cancelSlabs: ListColumn<StoredCancelSlab>
  version: Generated<number>
  removedAt: Date | null
  createdAt: Timestamp
}

/** A choice that costs: a parcel type or an option. Amounts in jsonb are strings of minor units. */
export type StoredExtra = { description: string; amount: string }
export type StoredCancelSlab = { minsDelayed: number; amount: string }

type CancelReasonTable = { value: number; label: string }
type CancelReasonListTable = { id: Generated<number>; version: Generated<number> }

type PlaceTable = {
  id: string
  dataset: string
  kind: string
  name: string
  secondary: Generated<string>
  folded: string
  lat: number
  lng: number
  weight: Generated<number>
}

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

export type BookingTable = {
  id: string
  version: Generated<number>
  status: Status
  category: 'taxi' | 'delivery'
  bookLater: Generated<boolean>
  bookingTypeAdmin: Generated<boolean>
  createdAt: Timestamp
  tripDate: Instant
  customerId: string
  customerName: string
  customerEmail: string | null
  customerContact: string | null
  customerImage: string | null
  carTypeId: string
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
  distanceSource: 'measured' | 'partly_estimated' | 'promised' | null
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
  driverId: string | null
  driverName: string | null
  driverImage: string | null
  driverContact: string | null
  driverRating: number | null
  vehicleNumber: string | null
  vehicleMake: string | null
  vehicleModel: string | null
  fleetAdminId: string | null
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
}

export type Tables = {
  appUser: accounts.AppUserTable
  authSession: accounts.AuthSessionTable
  authCredential: accounts.AuthCredentialTable
  authVerification: accounts.AuthVerificationTable
  signInCode: accounts.SignInCodeTable
  usedChallenge: accounts.UsedChallengeTable
  attempt: accounts.AttemptTable
  secondFactor: accounts.SecondFactorTable
  backupCode: accounts.BackupCodeTable
  fleetMembership: accounts.FleetMembershipTable
  savedAddress: accounts.SavedAddressTable
  tableView: TableViewTable
  storedFile: accounts.StoredFileTable
  devMessage: accounts.DevMessageTable
  pushKey: PushKeyTable
  pushDevice: PushDeviceTable
  pushSent: PushSentTable
  campaign: CampaignTable
  campaignRetry: CampaignRetryTable
  driverPosition: DriverPositionTable
  setting: SettingTable
  language: LanguageTable
  carType: CarTypeTable
  cancelReason: CancelReasonTable
  cancelReasonList: CancelReasonListTable
  promo: PromoTable
  promoUse: PromoUseTable
  payment: payments.PaymentTable
  earningDay: EarningDayTable
  earningMonth: EarningMonthTable
  earningZone: EarningZoneTable
  paymentEvent: payments.PaymentEventTable
  paymentReversal: payments.PaymentReversalTable
  providerKey: payments.ProviderKeyTable
  refund: payments.RefundTable
  withdraw: payments.WithdrawTable
  walletCredit: payments.WalletCreditTable
  bankDeposit: payments.BankDepositTable
  place: PlaceTable
  booking: BookingTable
  bookingStep: BookingStepTable
  bookingOffer: BookingOfferTable
  bookingChange: BookingChangeTable
  bookingNote: BookingNoteTable
  bookingSearch: BookingSearchTable
  trackPoint: TrackPointTable
  panic: PanicTable
  chatMessage: ChatMessageTable
  chatRead: ChatReadTable
  ledgerAccount: LedgerAccountTable
  ledgerTransaction: LedgerTransactionTable
  ledgerEntry: LedgerEntryTable
  ledgerProof: LedgerProofTable
  walletMonth: WalletMonthTable
  auditEntry: AuditEntryTable
  auditHead: AuditHeadTable
  auditProof: AuditProofTable
  event: EventTable
  eventCursor: EventCursorTable
  idempotencyKey: IdempotencyKeyTable
  migrationChecksum: MigrationChecksumTable
  jobWorker: JobWorkerTable
}
