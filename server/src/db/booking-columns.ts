// What every column of a booking is: who reads it, whose data it is, which files carry it, and what erasing an account leaves of it.
// Views, exports and the erasure derive from this table; a column that is missing here does not compile.
import type { ExportedBooking } from '@wayfare/contract/people-own-data'
import type { BookingView } from '@wayfare/contract/bookings'
import type { exportColumns } from '@wayfare/contract/bookings-desk'
import type { Field, Left } from './columns.ts'
import type { TableRow } from './tables.ts'

type BookingRow = TableRow<'booking'>
export type BookingParty = 'customer' | 'driver'

/** Of those who may see the booking at all; bookings/present has the rule of each. */
export const bookingReaders = [
  'all',
  'chosen',
  'customerContact',
  'customerEmail',
  'driver',
  'driverContact',
  'recipient',
  'otp',
] as const
export type BookingReader = (typeof bookingReaders)[number]

type Readers =
  | { readers: BookingReader; view: Field<keyof BookingView>; sheet: (typeof exportColumns)[number] | null }
  /** the server's own */
  | { readers: null; view: null; sheet: null }

/** `view`: in what its readers are shown; `sheet`: in the desk's spreadsheet. */
type Decision<Value> = Readers & {
  /** whose data it is, and what is left of it once that account is erased */
  personal: { of: BookingParty; left: Left<Value> } | null
  /** in the file of their own data: of whom, and as what */
  own: { to: BookingParty | 'both'; as: Field<keyof ExportedBooking> } | null
}

const customers = <const L>(left: L) => ({ of: 'customer', left }) as const
const drivers = <const L>(left: L) => ({ of: 'driver', left }) as const
const both = <const As>(as: As) => ({ to: 'both', as }) as const
const toCustomer = <const As>(as: As) => ({ to: 'customer', as }) as const
const toDriver = <const As>(as: As) => ({ to: 'driver', as }) as const

const hidden = { readers: null, view: null, personal: null, own: null, sheet: null } as const
const shown = { ...hidden, readers: 'all' } as const
/** Trips keep their places and tracks, and no name. */
const pickup = { ...shown, view: { in: 'pickup' }, personal: customers('kept'), own: both({ in: 'pickup' }) } as const
const drop = { ...shown, view: { in: 'drop' }, personal: customers('kept'), own: both({ in: 'drop' }) } as const
const parcel = { ...shown, own: toCustomer({ in: 'parcel' }) } as const
const recipient = { ...parcel, readers: 'recipient', personal: customers(null) } as const
const claim = { ...shown, view: { in: 'claim' } } as const

export const bookingColumns = {
  id: { ...shown, view: 'id', own: both('id'), sheet: 'id' },
  version: { ...shown, view: 'version' },
  status: { ...shown, view: 'status', own: both('status'), sheet: 'status' },
  category: { ...shown, view: 'category', sheet: 'category' },
  bookLater: { ...shown, view: 'bookLater' },
  bookingTypeAdmin: hidden,
  createdAt: { ...shown, view: 'bookingDate', own: both('bookingDate'), sheet: 'bookingDate' },
  tripDate: { ...shown, view: 'tripdate', own: both('tripdate'), sheet: 'tripdate' },
  customerId: { ...shown, view: 'customer', personal: customers('kept'), own: both({ in: 'as' }), sheet: 'customerId' },
  // a driver who is only asked reads the first word of it
  customerName: {
    ...shown,
    view: { in: 'customerName' },
    personal: customers(' '),
    own: toCustomer('customerName'),
    sheet: 'customerName',
  },
  customerEmail: {
    ...shown,
    readers: 'customerEmail',
    view: 'customerEmail',
    personal: customers(null),
    own: toCustomer('customerEmail'),
  },
  customerContact: {
    ...shown,
    readers: 'customerContact',
    view: 'customerContact',
    personal: customers(null),
    own: toCustomer('customerContact'),
    sheet: 'customerContact',
  },
  customerImage: { ...shown, readers: 'chosen', view: 'customerImage', personal: customers(null) },
  carTypeId: { ...shown, view: 'carType' },
  carTypeName: { ...shown, view: 'carTypeName', own: both('carTypeName'), sheet: 'carTypeName' },
  carImage: { ...shown, view: 'carImage' },
  tariff: hidden,
  currency: { ...shown, own: both('currency'), sheet: 'currency' },
  pickupLat: pickup,
  pickupLng: pickup,
  pickupAddress: { ...pickup, sheet: 'pickup' },
  dropLat: drop,
  dropLng: drop,
  dropAddress: { ...drop, sheet: 'drop' },
  estimateMinor: { ...shown, view: 'estimate', own: both('estimate'), sheet: 'estimate' },
  estimateDistanceM: { ...shown, view: 'estimateDistance' },
  estimateTimeS: { ...shown, view: 'estimateTime' },
  coords: { ...shown, view: 'coords', personal: customers('kept') },
  fare: { ...shown, view: { in: 'lines' } },
  distanceM: { ...shown, view: 'distance', own: both('distance'), sheet: 'distanceM' },
  distanceSource: { ...shown, view: 'distanceSource' },
  distanceEstimatedM: { ...shown, view: 'distanceEstimated' },
  tripCostMinor: { ...shown, view: 'tripCost', own: both('tripCost'), sheet: 'tripCost' },
  convenienceFeesMinor: { ...shown, view: 'convenienceFees', sheet: 'convenienceFees' },
  driverShareMinor: { ...shown, view: 'driverShare', own: toDriver('driverShare'), sheet: 'driverShare' },
  discountAmountMinor: { ...shown, view: 'discountAmount', own: toCustomer('discountAmount'), sheet: 'discountAmount' },
  payableAmountMinor: { ...shown, view: 'payableAmount', own: toCustomer('payableAmount'), sheet: 'payableAmount' },
  cashPaymentAmountMinor: {
    ...shown,
    view: 'cashPaymentAmount',
    own: both('cashPaymentAmount'),
    sheet: 'cashPaymentAmount',
  },
  cardPaymentAmountMinor: {
    ...shown,
    view: 'cardPaymentAmount',
    own: toCustomer('cardPaymentAmount'),
    sheet: 'cardPaymentAmount',
  },
  usedWalletMoneyMinor: { ...shown, view: 'usedWalletMoney', own: toCustomer('usedWalletMoney'), sheet: 'usedWalletMoney' },
  customerPaidMinor: { ...shown, view: 'customerPaid', own: toCustomer('customerPaid'), sheet: 'customerPaid' },
  paymentMode: { ...shown, view: 'paymentMode', own: both('paymentMode'), sheet: 'paymentMode' },
  prepaid: { ...shown, view: 'prepaid' },
  otp: { ...shown, readers: 'otp', view: 'otp' },
  driverId: { ...shown, view: 'driver', personal: drivers('kept'), own: both({ in: 'as' }), sheet: 'driverId' },
  driverName: { ...shown, view: 'driverName', personal: drivers(' '), own: toDriver('driverName'), sheet: 'driverName' },
  driverImage: { ...shown, readers: 'driver', view: 'driverImage', personal: drivers(null) },
  driverContact: {
    ...shown,
    readers: 'driverContact',
    view: 'driverContact',
    personal: drivers(null),
    own: toDriver('driverContact'),
    sheet: 'driverContact',
  },
  driverRating: { ...shown, view: 'driverRating', personal: drivers('kept'), own: toDriver('driverRating') },
  vehicleNumber: {
    ...shown,
    view: 'vehicleNumber',
    personal: drivers(null),
    own: toDriver('vehicleNumber'),
    sheet: 'vehicleNumber',
  },
  vehicleMake: { ...shown, view: 'vehicleMake', personal: drivers(null), own: toDriver('vehicleMake') },
  vehicleModel: { ...shown, view: 'vehicleModel', personal: drivers(null), own: toDriver('vehicleModel') },
  fleetAdminId: { ...shown, view: 'fleetAdmin' },
  // nobody took it: said as long as it waits
  noTaker: { ...shown, view: { in: 'noTaker' } },
  acceptedAt: { ...shown, view: 'acceptedAt', own: both('acceptedAt') },
  driverArriveAt: { ...shown, view: 'driverArriveTime', own: both('driverArriveTime') },
  // the desk reads it with the steps
  arrivedAwayM: hidden,
  tripStartAt: { ...shown, view: 'tripStartTime', own: both('tripStartTime') },
  tripEndAt: { ...shown, view: 'tripEndTime', own: both('tripEndTime') },
  paidAt: { ...shown, view: 'paidAt', own: both('paidAt') },
  completedAt: hidden,
  cancelledAt: { ...shown, own: both('cancelledAt') },
  totalTripTimeS: { ...shown, view: 'totalTripTime', sheet: 'totalTripTime' },
  // a label of the operator's list
  reason: { ...shown, view: 'reason', own: both('reason'), sheet: 'reason' },
  cancelledBy: { ...shown, view: 'cancelledBy', own: both('cancelledBy'), sheet: 'cancelledBy' },
  rating: { ...shown, view: 'rating', personal: customers('kept'), own: both('rating'), sheet: 'rating' },
  review: { ...shown, view: 'review', personal: customers(null), own: both('review') },
  releaseAt: { ...shown, view: 'releaseAt' },
  promoId: hidden,
  promoCode: { ...shown, view: 'promoCode', own: toCustomer('promoCode'), sheet: 'promoCode' },
  promoDetails: hidden,
  walletHoldMinor: { ...shown, view: 'walletHold' },
  cancelFeeMinor: { ...shown, view: 'cancelFee', own: toCustomer('cancelFee'), sheet: 'cancelFee' },
  cancelSlabs: { ...shown, view: { in: 'cancelSlabs' } },
  payBy: { ...shown, view: 'payBy' },
  gateway: { ...shown, view: 'gateway' },
  deliveryPerson: { ...recipient, view: 'deliveryPerson' },
  deliveryPersonPhone: { ...recipient, view: 'deliveryPersonPhone' },
  pickUpInstructions: { ...recipient, view: 'pickUpInstructions' },
  deliveryInstructions: { ...recipient, view: 'deliveryInstructions' },
  parcelType: { ...parcel, view: 'parcelType' },
  parcelOption: { ...parcel, view: 'option' },
  extrasMinor: hidden,
  // the place in it stays as the drop's own does
  promised: { ...shown, view: { in: 'promised' }, personal: customers('kept') },
  quoteId: hidden,
  pickupImage: { ...shown, view: 'pickupImage', personal: customers(null), own: both({ in: 'photos' }) },
  deliverImage: { ...shown, view: 'deliverImage', personal: customers(null), own: both({ in: 'photos' }) },
  otpTries: { ...shown, view: { in: 'otpLocked' } },
  claimState: { ...claim, own: both('claimState'), sheet: 'claimState' },
  claimAmountMinor: { ...claim, own: both('claimAmount'), sheet: 'claimAmount' },
  claimFeesMinor: { ...claim, sheet: 'claimConvenienceFees' },
  claimDiscountMinor: { ...claim, own: toCustomer('claimDiscount'), sheet: 'claimDiscount' },
  claimOpenedAt: claim,
  claimLapsesAt: claim,
  claimDecidedAt: claim,
  // what the desk writes of a customer may name one
  claimReason: { ...claim, personal: customers(null), own: both('claimReason') },
  claimPaidAt: { ...claim, own: toCustomer('claimPaidAt') },
  claimPaidBy: claim,
  tipMinor: { ...shown, view: 'tip', own: both('tip'), sheet: 'tip' },
  tippedAt: { ...shown, own: both('tippedAt') },
  tipPaidBy: { ...shown, own: toCustomer('tipPaidBy') },
  legalHold: hidden,
} as const satisfies { [Column in keyof BookingRow]: Decision<BookingRow[Column]> }

type Columns = typeof bookingColumns
export type BookingColumn = keyof Columns

/** The fields that are a column each, of a view, of the own data, of the spreadsheet. */
export type ViewField = Extract<Columns[BookingColumn]['view'], string>
export type OwnField = Extract<NonNullable<Columns[BookingColumn]['own']>['as'], string>
export type SheetField = NonNullable<Columns[BookingColumn]['sheet']>

export const bookingColumnNames = Object.keys(bookingColumns) as BookingColumn[]
