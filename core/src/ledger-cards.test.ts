import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import {
  cardRefundReference,
  makeCardToWalletPosting,
  makeReversalFeePosting,
  makeReversalPosting,
  refundBackPosting,
  refundOutPosting,
  topUpReference,
} from './ledger-cards.ts'
import { isBalanced, type Posting } from './ledger.ts'

const owner = asId<'user'>('astrid')
const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n })

const sumOf = (kind: string, postings: readonly Posting[]): bigint =>
  postings.flatMap(({ legs }) => legs.filter(({ account }) => account.kind === kind)).reduce((now, leg) => now + leg.amount, 0n)

describe('card money', () => {
  it('that goes into a wallet is owed by the provider, and bears the booking’s name or that of a top-up', () => {
    fc.assert(
      fc.property(amounts, fc.option(fc.string({ minLength: 1 })), (amount, booking) => {
        const posting = makeCardToWalletPosting({ id: 'p', owner, amount, booking })
        expect(isBalanced(posting)).toBe(true)
        expect([sumOf('cards', [posting]), sumOf('wallet', [posting])]).toEqual([-amount, amount])
        expect([posting.kind, posting.reference, posting.once]).toEqual(['Credit', booking ?? topUpReference, 'payment:p'])
      }),
    )
  })

  it.each([
    ['refunds', 'provider', { refunds: -1n, cards: 1n, wallet: 0n }, 'Debit'],
    ['refunds', 'wallet', { refunds: -1n, cards: 0n, wallet: 1n }, 'Credit'],
    ['wallet', 'provider', { refunds: 0n, cards: 1n, wallet: -1n }, 'Debit'],
  ] as const)('goes from %s to the %s, and back as if it had not been', (source, target, change, kind) => {
    fc.assert(
      fc.property(amounts, fc.nat(20), (amount, tries) => {
        const refund = { id: 'r', owner, amount, booking: null, source, target, tries }
        const [out, back] = [refundOutPosting(refund), refundBackPosting(refund)]
        expect([isBalanced(out), isBalanced(back)]).toEqual([true, true])
        expect([out.kind, out.reference, out.floor]).toEqual([kind, cardRefundReference, source === 'wallet' ? true : undefined])
        for (const [account, sign] of Object.entries(change)) {
          expect(sumOf(account, [out])).toBe(sign * amount)
          expect(sumOf(account, [out, back])).toBe(0n)
        }
      }),
    )
  })

  it('has a name for each try of a refund', () => {
    const names = [1, 2].flatMap((tries) => {
      const refund = { id: 'r', owner, amount: 5n, booking: 'b', source: 'refunds', target: 'provider', tries } as const
      return [refundOutPosting(refund).once, refundBackPosting(refund).once]
    })
    expect(new Set(names).size).toBe(4)
  })

  it('that a provider takes back leaves the books, and comes back, step by step', () => {
    const given = { id: 'v', owner, amount: 5n, booking: null, kind: 'refund', source: 'refunds', step: 1 } as const
    expect(makeReversalPosting(given)).toEqual({
      kind: 'Debit',
      reference: 'CardRefund',
      once: 'reversal:v:1',
      legs: [
        { account: { kind: 'refunds' }, amount: -5n },
        { account: { kind: 'cards' }, amount: 5n },
      ],
    })
    const back = makeReversalPosting({ ...given, kind: 'dispute', source: 'wallet', amount: -5n, step: 2 })
    expect(back).toMatchObject({ kind: 'Credit', reference: 'CardDispute', once: 'reversal:v:2' })
    expect(back.legs[0]).toEqual({ account: { kind: 'wallet', owner }, amount: 5n })
    expect(makeReversalPosting({ ...given, booking: 'B1' }).reference).toBe('B1')
    const refund = { ...given, target: 'provider', tries: 1, booking: 'B1' } as const
    expect([refundOutPosting(refund).reference, refundBackPosting(refund).reference]).toEqual(['B1', 'B1'])
  })

  it('that a provider charges for a dispute is the platform’s expense', () => {
    const fee = makeReversalFeePosting({ id: 'v', booking: null, amount: 5n, step: 1 })
    expect(fee).toEqual({
      kind: 'Debit',
      reference: 'CardDispute',
      once: 'reversalFee:v:1',
      legs: [
        { account: { kind: 'providerFees' }, amount: -5n },
        { account: { kind: 'cards' }, amount: 5n },
      ],
    })
    expect(makeReversalFeePosting({ id: 'v', booking: 'B1', amount: -5n, step: 2 })).toMatchObject({
      kind: 'Credit',
      reference: 'B1',
    })
    expect([
      topUpReference,
      refundBackPosting({ id: 'r', owner, amount: 1n, booking: null, source: 'refunds', target: 'wallet', tries: 1 }).kind,
    ]).toEqual(['CardTopUp', 'Credit'])
  })
})
