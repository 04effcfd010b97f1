import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import { bonusPostings, isBalanced } from './ledger.ts'

const [astrid, bilal] = [asId<'user'>('astrid'), asId<'user'>('bilal')]

describe('the sign-up bonus', () => {
  it('gives both the same, paid by the platform, and balances', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (amount) => {
        const postings = bonusPostings(astrid, bilal, amount)
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
    const names = [...bonusPostings(astrid, bilal, 100n), ...bonusPostings(bilal, astrid, 100n)].map(({ once }) => once)
    expect(new Set(names).size).toBe(4)
    expect(bonusPostings(astrid, bilal, 200n).map(({ once }) => once)).toEqual(names.slice(0, 2))
  })

  it('is nothing when the amount is, and for one who names oneself', () => {
    expect([bonusPostings(astrid, bilal, 0n), bonusPostings(astrid, bilal, -5n), bonusPostings(astrid, astrid, 5n)]).toEqual([
      [],
      [],
      [],
    ])
  })
})
