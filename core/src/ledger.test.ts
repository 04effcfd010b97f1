import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import { isBalanced, makeAdminCreditPosting, makeBonusPostings, withdrawPaidPosting, withdrawPosting } from './ledger.ts'

const [astrid, bilal] = [asId<'user'>('astrid'), asId<'user'>('bilal')]

describe('the sign-up bonus', () => {
  it('gives both the same, paid by the platform, and balances', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (amount) => {
        const postings = makeBonusPostings(astrid, bilal, amount)
        expect(postings.every(isBalanced)).toBe(true)
        expect(postings.map(({ legs }) => legs[0])).toEqual([
          { account: { kind: 'wallet', owner: bilal }, amount },
          { account: { kind: 'wallet', owner: astrid }, amount },
        ])
        expect(postings.every(({ legs }) => legs[1]?.account.kind === 'promotions')).toBe(true)
      }),
    )
  })

  it('has a name for each side, so that neither is paid twice and nobody is paid for another', () => {
    const names = [...makeBonusPostings(astrid, bilal, 100n), ...makeBonusPostings(bilal, astrid, 100n)].map(({ once }) => once)
    expect(new Set(names).size).toBe(4)
    expect(makeBonusPostings(astrid, bilal, 200n).map(({ once }) => once)).toEqual(names.slice(0, 2))
  })

  it('is nothing when the amount is, and for one who names oneself', () => {
    expect([
      makeBonusPostings(astrid, bilal, 0n),
      makeBonusPostings(astrid, bilal, -5n),
      makeBonusPostings(astrid, astrid, 5n),
    ]).toEqual([[], [], []])
  })
})

describe('money that comes and goes by hand', () => {
  it('balances, is named after its deed, and leaves the withdrawals at zero once it is paid out', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (amount) => {
        const added = makeAdminCreditPosting({ id: 'a', owner: astrid, amount })
        const asked = withdrawPosting({ id: 'w', owner: astrid, amount })
        const paid = withdrawPaidPosting('w', amount)
        const all = [added, asked, paid]
        expect(all.every(isBalanced)).toBe(true)
        expect(new Set(all.map(({ once }) => once)).size).toBe(3)
        const sum = (kind: string) =>
          all
            .flatMap(({ legs }) => legs.filter(({ account }) => account.kind === kind))
            .reduce((now, leg) => now + leg.amount, 0n)
        expect(['cashbox', 'wallet', 'withdrawals', 'bank'].map(sum)).toEqual([-amount, 0n, 0n, amount])
        expect([added.floor, asked.floor, paid.floor]).toEqual([undefined, true, undefined])
      }),
    )
  })
})
