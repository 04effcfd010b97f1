import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import {
  cancelFeePostings,
  claimPostings,
  creditTakenBackPosting,
  depositPosting,
  isBalanced,
  makeAdminCreditPosting,
  makeBonusPostings,
  makeCardPosting,
  makeHoldPosting,
  makeTripPostings,
  refundPosting,
  releasePosting,
  withdrawEndPosting,
  withdrawPaidPosting,
  withdrawPosting,
  type Posting,
} from './ledger.ts'
import { settleCost } from './settlement.ts'

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

const show = ({ kind, reference, once, floor, legs }: Posting): string => {
  const moved = legs.map(({ account, amount }) => `${account.kind}${'owner' in account ? `(${account.owner})` : ''} ${amount}`)
  return [kind, reference, once, floor ? 'no further than zero' : '', ...moved].filter(Boolean).join(', ')
}

describe('a posting', () => {
  const id = asId<'booking'>('B1')
  const trip = { id, customer: astrid, driver: bilal }
  const money = { id, owner: astrid, amount: 5n }
  const own = { id: 'X', owner: astrid, amount: 5n }
  const cost = { tripCost: 100n, convenienceFees: 10n, discount: 20n }
  const claim = { ...trip, amount: 50n, fees: 5n, discount: 10n }

  // the name (`once`) makes a posting count once: under another name it would count again
  it.each<[Posting | readonly Posting[], readonly string[]]>([
    [makeHoldPosting(money), ['Debit, B1, hold:B1, no further than zero, wallet(astrid) -5, hold(astrid) 5']],
    [releasePosting(money), ['Credit, B1, release:B1, hold(astrid) -5, wallet(astrid) 5']],
    [makeCardPosting(id, 5n), ['Debit, B1, trip:B1:card, cards -5, trips 5']],
    [refundPosting(money), ['Credit, B1, refund:B1, trips -5, wallet(astrid) 5']],
    [
      makeTripPostings(trip, settleCost(cost, { mode: 'card', wallet: 30n })),
      [
        'Credit, B1, trip:B1:credit, wallet(bilal) 90, fees 10, promotions -20, trips -80',
        'Debit, B1, trip:B1:hold, hold(astrid) -30, trips 30',
        'Debit, B1, trip:B1:card, cards -50, trips 50',
      ],
    ],
    [
      cancelFeePostings(trip, 7n),
      ['Debit, B1, cancelFee:B1:debit, wallet(astrid) -7, trips 7', 'Credit, B1, cancelFee:B1:credit, trips -7, wallet(bilal) 7'],
    ],
    [
      claimPostings({ ...claim, by: 'wallet' }),
      [
        'Debit, B1, claim:B1:wallet, no further than zero, wallet(astrid) -40, trips 40',
        'Credit, B1, claim:B1:credit, wallet(bilal) 45, fees 5, promotions -10, trips -40',
      ],
    ],
    [
      claimPostings({ ...claim, by: 'card' }),
      [
        'Debit, B1, claim:B1:card, cards -40, trips 40',
        'Credit, B1, claim:B1:credit, wallet(bilal) 45, fees 5, promotions -10, trips -40',
      ],
    ],
    [
      makeBonusPostings(astrid, bilal, 5n),
      [
        'Credit, ReferralBonus, bonus:astrid:referrer, wallet(bilal) 5, promotions -5',
        'Credit, ReferralBonus, bonus:astrid:newcomer, wallet(astrid) 5, promotions -5',
      ],
    ],
    [makeAdminCreditPosting(own), ['Credit, AdminCredit, adminCredit:X, cashbox -5, wallet(astrid) 5']],
    [
      creditTakenBackPosting(own),
      ['Debit, AdminCredit, adminCredit:X:takenBack, no further than zero, wallet(astrid) -5, cashbox 5'],
    ],
    [withdrawPosting(own), ['Withdraw, X, withdraw:X, no further than zero, wallet(astrid) -5, withdrawals 5']],
    [withdrawPaidPosting('X', 5n), ['Withdraw, X, withdraw:X:paid, withdrawals -5, bank 5']],
    [withdrawEndPosting(own, 'declined'), ['Credit, X, withdraw:X:declined, withdrawals -5, wallet(astrid) 5']],
    [withdrawEndPosting(own, 'returned'), ['Credit, X, withdraw:X:returned, bank -5, wallet(astrid) 5']],
    [
      depositPosting({ id: 'X', source: 'provider', amount: 100n, fee: 3n }),
      ['Debit, X, deposit:X, bank -97, providerFees -3, cards 100'],
    ],
    [depositPosting({ id: 'X', source: 'cashbox', amount: 100n, fee: 0n }), ['Debit, X, deposit:X, bank -100, cashbox 100']],
  ])('has its name, its sides and its floor: %#', (given, expected) => {
    const postings = Array.isArray(given) ? given : [given]
    expect(postings.map(show)).toEqual(expected)
    expect(postings.every(isBalanced)).toBe(true)
  })

  it('that is one-sided is seen', () => {
    expect(isBalanced({ legs: [{ account: { kind: 'cards' }, amount: 5n }] } as unknown as Posting)).toBe(false)
  })

  it('is left out where nothing moves: a claim that the promotion pays is no debit', () => {
    const postings = claimPostings({ ...trip, amount: 10n, fees: 5n, discount: 10n, by: 'card' })
    expect(postings.map(show)).toEqual(['Credit, B1, claim:B1:credit, wallet(bilal) 5, fees 5, promotions -10'])
  })

  it('that takes an addition back names it', () => {
    expect(creditTakenBackPosting(own).reverses).toBe('adminCredit:X')
  })
})
