import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/settlement.json' with { type: 'json' }
import { asId } from './ids.ts'
import {
  cancelFeePostings,
  isBalanced,
  makeCardPosting,
  makeHoldPosting,
  makeTripPostings,
  refundPosting,
  releasePosting,
  type LedgerAccount,
  type Posting,
} from './ledger.ts'
import { parseDecimal, toDecimal } from './money.ts'
import { checkPayment, settleCost, type Settlement } from './settlement.ts'

const booking = { id: asId<'booking'>('B1'), customer: asId<'user'>('R1'), driver: asId<'user'>('D1') }

const settleInCash = (tripCost: bigint, convenienceFees: bigint) =>
  settleCost({ tripCost, convenienceFees, discount: 0n }, { mode: 'cash', wallet: 0n })

const movedOn = (kind: LedgerAccount['kind'], postings: readonly Posting[]): bigint =>
  postings
    .flatMap((posting) => posting.legs)
    .filter((leg) => leg.account.kind === kind)
    .reduce((sum, leg) => sum + leg.amount, 0n)

const percent = (amount: bigint, share: number): bigint => (amount * BigInt(share)) / 100n

/** Any split that the books can get, including those with a discount, a wallet part and a card part. */
const anySettlement: fc.Arbitrary<Settlement> = fc
  .record({
    tripCost: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    parts: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ tripCost, parts: [fee = 0, discount = 0, wallet = 0, card = 0] }) => {
    const discountAmount = percent(tripCost, discount)
    const payableAmount = tripCost - discountAmount
    const usedWalletMoney = percent(payableAmount, wallet)
    const cardPaymentAmount = percent(payableAmount - usedWalletMoney, card)
    return {
      paymentMode: 'cash' as const,
      tripCost,
      driverShare: tripCost - percent(tripCost, fee),
      discountAmount,
      payableAmount,
      usedWalletMoney,
      cardPaymentAmount,
      cashPaymentAmount: payableAmount - usedWalletMoney - cardPaymentAmount,
      customerPaid: payableAmount,
    }
  })

describe('a trip paid in cash', () => {
  it.each(vectors.cases)('agrees with the golden case: $name', ({ code, given, expect: expected, wallet, platform }) => {
    const minor = (value: string) => parseDecimal(value, code) ?? -1n
    const settled = settleInCash(minor(given.tripCost), minor(given.convenienceFees))
    const { paymentMode, ...amounts } = settled
    const shown = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, toDecimal(amount, code)]))
    expect({ paymentMode, ...shown }).toEqual(expected)
    const postings = makeTripPostings(booking, settled)
    const entries = postings.map((posting) => ({ type: posting.kind, amount: movedOn('wallet', [posting]) }))
    expect(
      entries
        .filter(({ amount }) => amount !== 0n)
        .map(({ type, amount }) => ({ type, amount: toDecimal(amount < 0n ? -amount : amount, code) })),
    ).toEqual(wallet.entries)
    expect(toDecimal(movedOn('wallet', postings), code)).toBe(wallet.change)
    expect(toDecimal(movedOn('fees', postings), code)).toBe(platform.fees)
  })

  it('is wholly accounted for: wallet, card and cash parts make up what is payable', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), (share, fee) => {
        const settled = settleInCash(share + fee, fee)
        expect(settled.usedWalletMoney + settled.cardPaymentAmount + settled.cashPaymentAmount).toBe(settled.payableAmount)
        expect(settled.payableAmount).toBe(settled.tripCost - settled.discountAmount)
        expect(settled.driverShare).toBe(share)
      }),
    )
  })
})

it('takes nothing from a wallet that owes', () => {
  const cost = { tripCost: 10_000n, convenienceFees: 1000n, discount: 0n }
  expect(settleCost(cost, { mode: 'cash', wallet: -500n })).toMatchObject({ usedWalletMoney: 0n, cashPaymentAmount: 10_000n })
})

describe('the postings of a trip', () => {
  it('are balanced, without empty legs, whatever the split', () => {
    fc.assert(
      fc.property(anySettlement, (settlement) => {
        for (const posting of makeTripPostings(booking, settlement)) {
          expect(isBalanced(posting)).toBe(true)
          expect(posting.legs.every((leg) => leg.amount !== 0n)).toBe(true)
        }
      }),
    )
  })

  it('raise the wallet by the share and lower it by the cash the driver took', () => {
    fc.assert(
      fc.property(anySettlement, (settlement) => {
        const postings = makeTripPostings(booking, settlement)
        expect(movedOn('wallet', postings)).toBe(settlement.driverShare - settlement.cashPaymentAmount)
        expect(movedOn('fees', postings)).toBe(settlement.tripCost - settlement.driverShare)
        expect(movedOn('promotions', postings)).toBe(-settlement.discountAmount)
      }),
    )
  })

  it('leave the trip owing nothing: cash, hold and card have paid it', () => {
    fc.assert(
      fc.property(anySettlement, (settlement) => {
        const postings = makeTripPostings(booking, settlement)
        expect(movedOn('trips', postings)).toBe(0n)
        expect(movedOn('hold', postings)).toBe(-settlement.usedWalletMoney)
        expect(movedOn('cards', postings)).toBe(-settlement.cardPaymentAmount)
      }),
    )
  })

  it('are each named once, after the booking', () => {
    const names = makeTripPostings(booking, settleInCash(18_700n, 2100n)).map((posting) => [posting.once, posting.reference])
    expect(names).toEqual([
      ['trip:B1:credit', 'B1'],
      ['trip:B1:cash', 'B1'],
    ])
  })

  it('count as unbalanced with one leg or with a sum other than zero', () => {
    const [credit] = makeTripPostings(booking, settleInCash(18_700n, 2100n))
    if (!credit) throw new Error('a paid trip has postings')
    expect(isBalanced({ ...credit, legs: credit.legs.slice(1) })).toBe(false)
    expect(isBalanced({ ...credit, legs: [] })).toBe(false)
  })
})

describe('a payment in parts', () => {
  it('takes from the wallet first and leaves the rest to the mode', () => {
    const cost = { tripCost: 20_000n, convenienceFees: 2000n, discount: 5000n }
    expect(settleCost(cost, { mode: 'cash', wallet: 4000n })).toMatchObject({
      payableAmount: 15_000n,
      usedWalletMoney: 4000n,
      cashPaymentAmount: 11_000n,
      cardPaymentAmount: 0n,
    })
    expect(settleCost(cost, { mode: 'card', wallet: 0n })).toMatchObject({ cardPaymentAmount: 15_000n, cashPaymentAmount: 0n })
    expect(settleCost(cost, { mode: 'wallet', wallet: 99_000n })).toMatchObject({
      usedWalletMoney: 15_000n,
      cashPaymentAmount: 0n,
    })
  })

  it('leaves to cash what a wallet cannot pay any more', () => {
    const cost = { tripCost: 20_000n, convenienceFees: 0n, discount: 0n }
    expect(settleCost(cost, { mode: 'wallet', wallet: 18_000n })).toMatchObject({
      usedWalletMoney: 18_000n,
      cashPaymentAmount: 2000n,
    })
  })

  it('always adds up, whatever is given', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(amount, amount, amount, fc.constantFrom('cash', 'wallet', 'card'), (share, fee, discount, mode) => {
        const settled = settleCost({ tripCost: share + fee, convenienceFees: fee, discount }, { mode, wallet: discount / 2n })
        const { usedWalletMoney, cardPaymentAmount, cashPaymentAmount, payableAmount } = settled
        expect(usedWalletMoney + cardPaymentAmount + cashPaymentAmount).toBe(payableAmount)
        expect(payableAmount).toBe(settled.tripCost - settled.discountAmount)
        expect(payableAmount >= 0n && usedWalletMoney >= 0n && cardPaymentAmount >= 0n && cashPaymentAmount >= 0n).toBe(true)
      }),
    )
  })

  it('is refused when the wallet has too little for its part', () => {
    expect(checkPayment(100n, { mode: 'wallet', wallet: 0n }, 99n)).toBe('wallet_balance_low')
    expect(checkPayment(100n, { mode: 'wallet', wallet: 0n }, 100n)).toBeNull()
    expect(checkPayment(100n, { mode: 'cash', wallet: 50n }, 49n)).toBe('wallet_balance_low')
    expect(checkPayment(100n, { mode: 'card', wallet: 0n }, -5n)).toBeNull()
  })
})

describe('money around a trip', () => {
  const money = { id: booking.id, owner: booking.customer, amount: 700n }

  it('balances, and a hold cannot take more than there is', () => {
    const postings = [makeHoldPosting(money), releasePosting(money), makeCardPosting(booking.id, 700n), refundPosting(money)]
    for (const posting of [...postings, ...cancelFeePostings(booking, 700n)]) expect(isBalanced(posting)).toBe(true)
    expect(postings.map(({ floor }) => floor ?? false)).toEqual([true, false, false, false])
  })

  it('comes back whole: hold and release, card and refund leave nothing behind', () => {
    const undone = [makeHoldPosting(money), releasePosting(money)]
    expect([movedOn('wallet', undone), movedOn('hold', undone)]).toEqual([0n, 0n])
    const refunded = [makeCardPosting(booking.id, 700n), refundPosting(money)]
    expect([movedOn('trips', refunded), movedOn('wallet', refunded), movedOn('cards', refunded)]).toEqual([0n, 700n, -700n])
  })

  it('goes from rider to driver when a cancellation costs', () => {
    const [debit, credit] = cancelFeePostings(booking, 700n)
    expect([debit && movedOn('wallet', [debit]), credit && movedOn('wallet', [credit])]).toEqual([-700n, 700n])
  })
})
