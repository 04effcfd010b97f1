// Double-entry postings: each moves money between accounts and sums to zero. Planned here; only wallet/post writes them.
import { claimPayable, claimShare, type ClaimMoney } from './fare-claim.ts'
import type { BookingId, UserId } from './ids.ts'
import type { Minor } from './money.ts'
import type { Settlement } from './settlement.ts'

/** All kinds of accounts, in the order of the books. */
export const ledgerKinds = [
  'wallet',
  'hold',
  'fees',
  'trips',
  'tips',
  'promotions',
  'cards',
  'cashbox',
  'withdrawals',
  'bank',
  'refunds',
  'providerFees',
] as const
type Owned = 'wallet' | 'hold'

/**
 * A wallet and a hold (wallet money set aside for a booking) each belong to a user. All others are the platform's own, one per
 * kind and currency: `tips` is what passes from riders to drivers beside fares, `cards` what payment providers owe, `cashbox`
 * what the desk took or gave by hand, `withdrawals` what was requested and is not yet paid out, `bank` what was paid out less
 * what came in, `refunds` what the platform refunded, `providerFees` what payment providers kept.
 */
export type LedgerAccount = { kind: Owned; owner: UserId } | { kind: Exclude<(typeof ledgerKinds)[number], Owned> }

/** A positive amount raises what the account's owner is owed, a negative one lowers it. */
type Leg = { account: LedgerAccount; amount: Minor }

/** What a posting means to the owner of the wallet in it. */
type PostingKind = 'Credit' | 'Debit' | 'Withdraw'

/**
 * `reference` is the txRef of the specification; `once` identifies the posting, so that posting it twice changes nothing. With
 * `floor` it is refused if it would leave a wallet below zero. `reverses` names the posting that it reverses, which is possible
 * only once.
 */
export type Posting = {
  kind: PostingKind
  reference: string
  once: string
  legs: readonly Leg[]
  floor?: boolean
  reverses?: string
}

export const isBalanced = (posting: Posting): boolean =>
  posting.legs.length >= 2 && posting.legs.reduce((sum, leg) => sum + leg.amount, 0n) === 0n

const withoutZero = (legs: readonly Leg[]): readonly Leg[] => legs.filter((leg) => leg.amount !== 0n)

type Trip = { id: BookingId; customer: UserId; driver: UserId }

/**
 * The postings of a paid trip. Credit: the driver earns his share and the platform its fee, both owed by the trip (a promotion's
 * discount is the platform's expense). The trip is paid with the cash the driver took (which reduces his wallet), the rider's
 * hold, and by card, which the provider owes the platform.
 */
export const makeTripPostings = (trip: Trip, settlement: Settlement): Posting[] => {
  const wallet: LedgerAccount = { kind: 'wallet', owner: trip.driver }
  const fee = settlement.tripCost - settlement.driverShare
  const credit: Posting = {
    kind: 'Credit',
    reference: trip.id,
    once: `trip:${trip.id}:credit`,
    legs: withoutZero([
      { account: wallet, amount: settlement.driverShare },
      { account: { kind: 'fees' }, amount: fee },
      { account: { kind: 'promotions' }, amount: -settlement.discountAmount },
      { account: { kind: 'trips' }, amount: -(settlement.tripCost - settlement.discountAmount) },
    ]),
  }
  const paid = (name: string, account: LedgerAccount, amount: Minor): Posting => ({
    kind: 'Debit',
    reference: trip.id,
    once: `trip:${trip.id}:${name}`,
    legs: withoutZero([
      { account, amount: -amount },
      { account: { kind: 'trips' }, amount },
    ]),
  })
  return [
    credit,
    paid('cash', wallet, settlement.cashPaymentAmount),
    paid('hold', { kind: 'hold', owner: trip.customer }, settlement.usedWalletMoney),
    paid('card', { kind: 'cards' }, settlement.cardPaymentAmount),
  ].filter((posting) => posting.legs.length > 0)
}

/** The txRef of a referral bonus, for referring or for having been referred. */
export const bonusReference = 'ReferralBonus'

/** The sign-up bonus: the platform gives the same amount to the newcomer and the referrer, once each. */
export const makeBonusPostings = (newcomer: UserId, referrer: UserId, amount: Minor): Posting[] => {
  if (amount <= 0n || newcomer === referrer) return []
  const give = (owner: UserId, to: string): Posting => ({
    kind: 'Credit',
    reference: bonusReference,
    once: `bonus:${newcomer}:${to}`,
    legs: [
      { account: { kind: 'wallet', owner }, amount },
      { account: { kind: 'promotions' }, amount: -amount },
    ],
  })
  return [give(referrer, 'referrer'), give(newcomer, 'newcomer')]
}

type Money = { id: BookingId; owner: UserId; amount: Minor }

/** Moves an amount from one account to another. */
export const makeLegs = (from: LedgerAccount, to: LedgerAccount, amount: Minor): readonly Leg[] => [
  { account: from, amount: -amount },
  { account: to, amount },
]

/** Sets money from the rider's wallet aside for a booking, never more than it has. */
export const makeHoldPosting = ({ id, owner, amount }: Money): Posting => ({
  kind: 'Debit',
  reference: id,
  once: `hold:${id}`,
  floor: true,
  legs: makeLegs({ kind: 'wallet', owner }, { kind: 'hold', owner }, amount),
})

/** Returns the unused part of a hold to the wallet. */
export const releasePosting = ({ id, owner, amount }: Money): Posting => ({
  kind: 'Credit',
  reference: id,
  once: `release:${id}`,
  legs: makeLegs({ kind: 'hold', owner }, { kind: 'wallet', owner }, amount),
})

/** A card payment before the trip: owed by the provider, credited to the trip. */
export const makeCardPosting = (id: BookingId, amount: Minor): Posting => ({
  kind: 'Debit',
  reference: id,
  once: `trip:${id}:card`,
  legs: makeLegs({ kind: 'cards' }, { kind: 'trips' }, amount),
})

/** Moves what was paid by card for a cancelled booking to the rider's wallet. */
export const refundPosting = ({ id, owner, amount }: Money): Posting => ({
  kind: 'Credit',
  reference: id,
  once: `refund:${id}`,
  legs: makeLegs({ kind: 'trips' }, { kind: 'wallet', owner }, amount),
})

/** A late cancellation: the rider pays the driver, even if that takes the rider's wallet below zero. */
export const cancelFeePostings = (trip: Trip, amount: Minor): Posting[] => [
  {
    kind: 'Debit',
    reference: trip.id,
    once: `cancelFee:${trip.id}:debit`,
    legs: makeLegs({ kind: 'wallet', owner: trip.customer }, { kind: 'trips' }, amount),
  },
  {
    kind: 'Credit',
    reference: trip.id,
    once: `cancelFee:${trip.id}:credit`,
    legs: makeLegs({ kind: 'trips' }, { kind: 'wallet', owner: trip.driver }, amount),
  },
]

type TripClaim = ClaimMoney & { id: BookingId; customer: UserId; driver: UserId; by: 'wallet' | 'card' }

/**
 * The postings of a paid claim: the driver earns his share and the platform its fee, as for the trip, from the rider's wallet
 * (never below zero) or by card.
 */
export const claimPostings = ({ id, customer, driver, by, ...money }: TripClaim): Posting[] => {
  const payable = claimPayable(money)
  const source: LedgerAccount = by === 'card' ? { kind: 'cards' } : { kind: 'wallet', owner: customer }
  const credit: Posting = {
    kind: 'Credit',
    reference: id,
    once: `claim:${id}:credit`,
    legs: withoutZero([
      { account: { kind: 'wallet', owner: driver }, amount: claimShare(money) },
      { account: { kind: 'fees' }, amount: money.fees },
      { account: { kind: 'promotions' }, amount: -money.discount },
      { account: { kind: 'trips' }, amount: -payable },
    ]),
  }
  const debit: Posting = {
    kind: 'Debit',
    reference: id,
    once: `claim:${id}:${by}`,
    floor: by === 'wallet',
    legs: withoutZero(makeLegs(source, { kind: 'trips' }, payable)),
  }
  return [debit, credit].filter((posting) => posting.legs.length > 0)
}

type TripTip = Trip & { by: 'wallet' | 'card'; amount: Minor }

/** A tip goes whole from the rider's wallet (never below zero) or card to the driver; no fees or promotions apply. */
export const tipPostings = ({ id, customer, driver, by, amount }: TripTip): Posting[] => [
  {
    kind: 'Debit',
    reference: id,
    once: `tip:${id}:${by}`,
    floor: by === 'wallet',
    legs: makeLegs(by === 'card' ? { kind: 'cards' } : { kind: 'wallet', owner: customer }, { kind: 'tips' }, amount),
  },
  {
    kind: 'Credit',
    reference: id,
    once: `tip:${id}:credit`,
    legs: makeLegs({ kind: 'tips' }, { kind: 'wallet', owner: driver }, amount),
  },
]

/** The txRef of money that the desk added by hand. */
export const adminCreditReference = 'AdminCredit'

type Own = { id: string; owner: UserId; amount: Minor }

/** The desk adds money: owed by the cash box to the wallet. `id` is that of the addition, so that it is posted once. */
export const makeAdminCreditPosting = ({ id, owner, amount }: Own): Posting => ({
  kind: 'Credit',
  reference: adminCreditReference,
  once: `adminCredit:${id}`,
  legs: makeLegs({ kind: 'cashbox' }, { kind: 'wallet', owner }, amount),
})

/** The desk takes back all or part of what it added, never more than the wallet has. `id` is that of the addition. */
export const creditTakenBackPosting = ({ id, owner, amount }: Own): Posting => ({
  kind: 'Debit',
  reference: adminCreditReference,
  once: `adminCredit:${id}:takenBack`,
  reverses: `adminCredit:${id}`,
  floor: true,
  legs: makeLegs({ kind: 'wallet', owner }, { kind: 'cashbox' }, amount),
})

/** Takes a requested withdrawal out of the wallet, never more than it has. `id` is that of the request. */
export const withdrawPosting = ({ id, owner, amount }: Own): Posting => ({
  kind: 'Withdraw',
  reference: id,
  once: `withdraw:${id}`,
  floor: true,
  legs: makeLegs({ kind: 'wallet', owner }, { kind: 'withdrawals' }, amount),
})

/** A withdrawal has been paid out. */
export const withdrawPaidPosting = (id: string, amount: Minor): Posting => ({
  kind: 'Withdraw',
  reference: id,
  once: `withdraw:${id}:paid`,
  legs: makeLegs({ kind: 'withdrawals' }, { kind: 'bank' }, amount),
})

/** Returns a withdrawal to its owner's wallet: declined by the desk, or sent back by the bank. */
export const withdrawEndPosting = ({ id, owner, amount }: Own, end: 'declined' | 'returned'): Posting => ({
  kind: 'Credit',
  reference: id,
  once: `withdraw:${id}:${end}`,
  legs: makeLegs({ kind: end === 'declined' ? 'withdrawals' : 'bank' }, { kind: 'wallet', owner }, amount),
})

type Deposit = { id: string; source: 'provider' | 'cashbox'; amount: Minor; fee: Minor }

/** Money arrived at the bank: a provider's payout less its fee, or cash from the cash box. `amount` is before the fee. */
export const depositPosting = ({ id, source, amount, fee }: Deposit): Posting => ({
  kind: 'Debit',
  reference: id,
  once: `deposit:${id}`,
  legs: withoutZero([
    { account: { kind: 'bank' }, amount: fee - amount },
    { account: { kind: 'providerFees' }, amount: -fee },
    { account: { kind: source === 'provider' ? 'cards' : 'cashbox' }, amount },
  ]),
})
