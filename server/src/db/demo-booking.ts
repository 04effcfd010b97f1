// A booking of the demo's past as it was made: what the estimate promised, and how it was to be paid.
import { formatPersonName } from '@wayfare/core/accounts'
import { chooseInitialStatus, makeOtp, type Stop } from '@wayfare/core/booking'
import type { Dice } from '@wayfare/core/dice'
import { makeCardToWalletPosting } from '@wayfare/core/ledger-cards'
import { makeAdminCreditPosting } from '@wayfare/core/ledger'
import { parcelNoteNames } from '@wayfare/core/parcel'
import { makeRecord } from '@wayfare/core/records'
import type { PaymentMode } from '@wayfare/core/settlement'
import {
  computeFareByTariff,
  computeMoneyColumns,
  computeStoredDiscount,
  listHoldPostings,
  readStoredFare,
  storeTariff,
} from './booking-money.ts'
import { minuteMs } from './demo-calendar.ts'
import type { Ground, Past, Way } from './demo-past.ts'
import type { TableRow } from './tables.ts'

export type BookingRow = TableRow<'booking'>
export type Person = TableRow<'appUser'>

/** What somebody asks for. `at`: when it is booked; `tripDate`: when the car is to come (epoch ms). */
export type Wish = {
  at: number
  tripDate: number
  rider: Person
  from: Stop
  to: Stop
  way: Way
  carType: TableRow<'carType'>
  mode: PaymentMode
  byDesk: boolean
  hasPromo: boolean
}

/** Nothing has come of it yet. */
const untouched = {
  version: 1,
  customerImage: null,
  distanceSource: null,
  distanceEstimatedM: null,
  prepaid: false,
  driverId: null,
  driverName: null,
  driverImage: null,
  driverContact: null,
  driverRating: null,
  vehicleNumber: null,
  vehicleMake: null,
  vehicleModel: null,
  fleetAdminId: null,
  noTaker: null,
  acceptedAt: null,
  driverArriveAt: null,
  arrivedAwayM: null,
  tripStartAt: null,
  tripEndAt: null,
  paidAt: null,
  completedAt: null,
  cancelledAt: null,
  totalTripTimeS: null,
  reason: null,
  cancelledBy: null,
  rating: null,
  review: null,
  cancelFeeMinor: 0n,
  payBy: null,
  gateway: null,
  quoteId: null,
  pickupImage: null,
  deliverImage: null,
  otpTries: 0,
  claimState: null,
  claimAmountMinor: 0n,
  claimFeesMinor: 0n,
  claimDiscountMinor: 0n,
  claimOpenedAt: null,
  claimLapsesAt: null,
  claimDecidedAt: null,
  claimReason: null,
  claimPaidAt: null,
  claimPaidBy: null,
  tipMinor: 0n,
  tippedAt: null,
  tipPaidBy: null,
  legalHold: false,
} as const

const chooseExtras = ({ parcelTypes, options }: Wish['carType'], dice: Dice) => {
  const [parcel, option] = [dice.pick(parcelTypes), dice.pick(options)]
  const extras = BigInt(parcel?.amount ?? 0) + BigInt(option?.amount ?? 0)
  return { parcelType: parcel?.description ?? null, parcelOption: option?.description ?? null, extrasMinor: extras }
}

const noParcel = { deliveryPerson: null, deliveryPersonPhone: null, ...makeRecord(parcelNoteNames, () => null) }

const describeParcel = (recipient: Person | undefined, dice: Dice) => ({
  ...noParcel,
  deliveryPerson: recipient ? formatPersonName(recipient) : null,
  deliveryPersonPhone: recipient?.mobile ?? null,
  pickUpInstructions: dice.pick(['At the reception', 'Ring at the yard door', null, null]) ?? null,
  deliveryInstructions: dice.pick(['Leave it with the neighbour', 'Third floor', 'Call when you are there', null, null]) ?? null,
})

const promoOf = ({ promo }: Ground, { hasPromo }: Wish) =>
  promo && hasPromo
    ? {
        promoId: promo.id,
        promoCode: promo.name,
        promoDetails: {
          discountType: promo.discountType,
          discountValue: String(promo.discountValue),
          maxDiscount: promo.maxDiscountMinor === null ? null : String(promo.maxDiscountMinor),
        },
      }
    : { promoId: null, promoCode: null, promoDetails: null }

/** What the estimate says, and how it is split. */
const promise = (ground: Ground, wish: Wish, extrasMinor: bigint) => {
  const { settings } = ground
  const { way, carType, mode, to } = wish
  const tariff = storeTariff(carType, settings)
  const fare = computeFareByTariff(tariff, settings.code, { ...way, extras: [extrasMinor] })
  const promo = promoOf(ground, wish)
  const { grandTotal, convenienceFees } = fare
  const discount = promo.promoDetails
    ? computeStoredDiscount(promo.promoDetails, grandTotal, settings.code, settings.decimal)
    : 0n
  const wallet = mode === 'wallet' ? grandTotal - discount : 0n
  const stored = readStoredFare(fare)
  return {
    tariff,
    fare: stored,
    promised: { drop: to, fare: stored },
    ...promo,
    estimateMinor: grandTotal,
    walletHoldMinor: wallet,
    ...computeMoneyColumns({ tripCost: grandTotal, convenienceFees, discount }, { mode, wallet }),
  }
}

type Tools = { ground: Ground; past: Past; dice: Dice }

/** The row as it is inserted, before anybody takes it. */
export const makeBooking = ({ ground, past, dice }: Tools, wish: Wish): BookingRow => {
  const { rider, from, to, way, carType, mode, byDesk, at, tripDate } = wish
  const category = carType.category
  const extras = chooseExtras(carType, dice)
  const money = promise(ground, wish, extras.extrasMinor)
  const needsPayment = money.cardPaymentAmountMinor > 0n || money.cashPaymentAmountMinor > 0n
  const bookLater = tripDate > at
  const leadMs = ground.settings.bookLaterLeadMinutes * minuteMs
  return {
    ...untouched,
    id: past.newId() as BookingRow['id'],
    status: chooseInitialStatus({ category, bookedByAdmin: byDesk, needsPayment }),
    category,
    bookLater,
    bookingTypeAdmin: byDesk,
    createdAt: new Date(at),
    tripDate: new Date(tripDate),
    releaseAt: new Date(bookLater ? Math.max(at, tripDate - leadMs) : at),
    customerId: rider.id,
    customerName: formatPersonName(rider),
    customerEmail: rider.email,
    customerContact: rider.mobile,
    carTypeId: carType.id,
    carTypeName: carType.name,
    carImage: carType.image,
    cancelSlabs: carType.cancelSlabs,
    currency: ground.settings.code,
    pickupLat: from.lat,
    pickupLng: from.lng,
    pickupAddress: from.add,
    dropLat: to.lat,
    dropLng: to.lng,
    dropAddress: to.add,
    estimateDistanceM: way.distanceM,
    estimateTimeS: way.durationS,
    distanceM: way.distanceM,
    coords: way.polyline,
    paymentMode: mode,
    otp: ground.settings.otpSecure ? makeOtp(dice.fraction()) : null,
    ...(category === 'delivery' ? describeParcel(dice.pick(ground.riders), dice) : noParcel),
    ...extras,
    ...money,
  }
}

/** So much is put into a wallet that is too empty, in steps that people choose (of the smallest car's least fare). */
const topUpFares = [3n, 5n, 8n]

/** Money comes into the wallet first, by card or at the desk, so that it pays the trip and what was still owed. */
export const fillWallet = ({ ground, past, dice }: Tools, row: BookingRow): void => {
  if (row.walletHoldMinor === 0n) return
  const missing = row.walletHoldMinor - past.balanceOf(row.customerId)
  if (missing > 0n) {
    const at = row.createdAt.getTime() - dice.between(2, 9) * minuteMs
    const least = ground.carTypes[0]?.minFareMinor ?? 10_000n
    const fares = dice.pick(topUpFares) ?? 3n
    const amount = least * (fares > missing / least ? fares : missing / least + 1n)
    const money = { id: past.newId(), owner: row.customerId, amount }
    if (dice.fraction() < 0.85) topUp(past, row, { ...money, at })
    else addAtDesk(past, ground, row, { ...money, at })
  }
  past.post(row.createdAt.getTime(), listHoldPostings(row))
}

type Money = { id: string; owner: BookingRow['customerId']; amount: bigint; at: number }

const topUp = (past: Past, { currency }: BookingRow, { at, ...money }: Money): void => {
  const paid = { provider: 'test', mode: 'sandbox', status: 'paid', settledAs: 'wallet', purpose: 'topUp', currency } as const
  past.add(at, 'payment', {
    ...paid,
    id: money.id,
    userId: money.owner,
    amountMinor: money.amount,
    providerRef: money.id,
    providerTxn: `approve-${money.id}`,
    createdAt: new Date(at - minuteMs),
    settledAt: new Date(at),
  })
  past.post(at, [makeCardToWalletPosting({ ...money, booking: null })])
}

const addAtDesk = (past: Past, { admin }: Ground, { currency }: BookingRow, { at, ...money }: Money): void => {
  const note = 'Paid in at the desk'
  past.add(at, 'walletCredit', {
    id: money.id,
    userId: money.owner,
    amountMinor: money.amount,
    currency,
    note,
    createdBy: admin.id,
    createdAt: new Date(at),
  })
  past.post(at, [makeAdminCreditPosting(money)])
}
