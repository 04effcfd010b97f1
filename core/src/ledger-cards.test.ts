import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import {
  cardRefundReference,
  makeCardToWalletPosting,
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
        expect([posting.reference, posting.once]).toEqual([booking ?? topUpReference, 'payment:p'])
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
})
