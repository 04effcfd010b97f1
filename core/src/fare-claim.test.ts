import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeFare, type Tariff } from './fare.ts'
import { claimPayable, claimShare, guardFare } from './fare-claim.ts'
import { asId } from './ids.ts'
import { claimPostings, isBalanced, type LedgerAccount } from './ledger.ts'
import { computeRoundingStep } from './money.ts'

const tariff: Tariff = {
  baseFare: 4500n,
  ratePerUnitDistance: 1300n,
  ratePerHour: 32_000n,
  minFare: 9500n,
  feeType: 'percentage',
  feeFlat: 0n,
  feeHundredths: 1000,
}
const rules = { code: 'SEK', decimal: 0, convertToMile: false }
const usual = { fareClaimPercent: 30, fareClaimMinFares: 1 }

const fareOf = (km: number, by = tariff) => computeFare(by, { distanceM: km * 1000, durationS: 600 }, rules)

const guarded = (promisedKm: number, drivenKm: number, settings = usual, by = tariff) => {
  const [promised, measured] = [fareOf(promisedKm, by), fareOf(drivenKm, by)]
  return { promised, measured, ...guardFare(promised.grandTotal, measured, by, { ...rules, ...settings }) }
}

describe('the fare guard', () => {
  it('leaves a fare as it was measured that is not far beyond its promise', () => {
    for (const km of [1, 9, 10, 13]) {
      const { due, measured, isClaimed } = guarded(10, km)
      expect([due, isClaimed]).toEqual([measured, false])
    }
  })

  it('makes the promise and the share due, and the rest a claim, with the fee within each by the tariff', () => {
    const { promised, measured, due, isClaimed } = guarded(10, 157)
    expect(isClaimed).toBe(true)
    expect([promised.grandTotal, measured.grandTotal, due.grandTotal]).toEqual([25_100n, 235_300n, 32_600n])
    expect([due.fare, due.convenienceFees]).toEqual([29_600n, 3000n])
    expect([due.base, due.distance, due.time]).toEqual([measured.base, measured.distance, measured.time])
    const flat = guarded(10, 157, usual, { ...tariff, feeType: 'flat', feeFlat: 900n, feeHundredths: 0 })
    expect([flat.due.convenienceFees, flat.measured.convenienceFees]).toEqual([900n, 900n])
  })

  it('needs both: beyond the share, and beyond the minimum fares', () => {
    // 71 kr above the promised 108 is far more than 30 %, but less than one minimum fare
    expect(guarded(0, 5).isClaimed).toBe(false)
    expect(guarded(0, 5, { ...usual, fareClaimMinFares: 0.1 }).isClaimed).toBe(true)
    expect(guarded(100, 125).isClaimed).toBe(false)
    expect(guarded(100, 135).isClaimed).toBe(true)
    expect(guarded(10, 157, { fareClaimPercent: 1000, fareClaimMinFares: 100 }).isClaimed).toBe(false)
    // exactly at the limit is not beyond it
    const [promised, measured] = [fareOf(0).grandTotal, fareOf(5)]
    const alike = { ...tariff, minFare: measured.grandTotal - promised }
    expect(guardFare(promised, measured, alike, { ...rules, ...usual }).isClaimed).toBe(false)
  })
})

const anyTariff: fc.Arbitrary<Tariff> = fc.record({
  baseFare: fc.bigInt({ min: 0n, max: 100_000n }),
  ratePerUnitDistance: fc.bigInt({ min: 0n, max: 100_000n }),
  ratePerHour: fc.bigInt({ min: 0n, max: 1_000_000n }),
  minFare: fc.bigInt({ min: 0n, max: 50_000n }),
  feeType: fc.constantFrom('flat', 'percentage'),
  feeFlat: fc.bigInt({ min: 0n, max: 50_000n }),
  feeHundredths: fc.integer({ min: 0, max: 10_000 }),
})
const anyWay = fc.record({ distanceM: fc.integer({ min: 0, max: 500_000 }), durationS: fc.integer({ min: 0, max: 36_000 }) })
const anyGuard = fc.record({
  fareClaimPercent: fc.integer({ min: 0, max: 1000 }),
  fareClaimMinFares: fc.integer({ min: 0, max: 300 }).map((hundredths) => hundredths / 100),
})

const share = (of: bigint, percent: number) => (of * BigInt(percent)) / 100n

describe('whatever is promised and measured', () => {
  const money = fc.record({
    tariff: anyTariff,
    promised: anyWay,
    driven: anyWay,
    guard: anyGuard,
    decimal: fc.constantFrom(0, 1, 2),
  })

  it('what is due now and the claim are what was measured, in fare and fee, and neither is below zero', () => {
    let claims = 0
    const property = fc.property(money, ({ tariff: by, promised, driven, guard, decimal }) => {
      const law = { ...rules, decimal }
      const promise = computeFare(by, promised, law).grandTotal
      const measured = computeFare(by, driven, law)
      const { due, isClaimed } = guardFare(promise, measured, by, { ...law, ...guard })
      const [claimedFare, claimedFees] = [measured.fare - due.fare, measured.convenienceFees - due.convenienceFees]
      expect(due.fare + due.convenienceFees).toBe(due.grandTotal)
      expect(due.grandTotal + claimedFare + claimedFees).toBe(measured.grandTotal)
      expect(claimedFare >= 0n && claimedFees >= 0n && due.fare >= 0n && due.convenienceFees >= 0n).toBe(true)
      expect(due.grandTotal % computeRoundingStep('SEK', decimal)).toBe(0n)
      if (isClaimed) claims++
      else expect(due).toEqual(measured)
      if (isClaimed) expect(due.grandTotal >= promise && due.grandTotal < measured.grandTotal).toBe(true)
    })
    fc.assert(property, { numRuns: 500 })
    expect(claims).toBeGreaterThan(50)
  })

  it('a claim that is paid sums to zero in every way to pay it, and leaves the trips where they were', () => {
    const parts = fc.record({
      amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fee: fc.integer({ min: 0, max: 100 }),
      promo: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(parts, fc.constantFrom('wallet', 'card'), ({ amount, fee, promo }, by) => {
        const claim = { amount, fees: share(amount, fee), discount: share(amount, promo) }
        const trip = { id: asId<'booking'>('B1'), customer: asId<'user'>('R1'), driver: asId<'user'>('D1') }
        const postings = claimPostings({ ...trip, ...claim, by })
        expect(postings.every(isBalanced)).toBe(true)
        const legs = postings.flatMap((posting) => posting.legs)
        const sum = (is: (account: LedgerAccount) => boolean) =>
          legs.filter(({ account }) => is(account)).reduce((all, leg) => all + leg.amount, 0n)
        const ofWallet = (owner: string) => sum((account) => account.kind === 'wallet' && account.owner === owner)
        expect([sum(({ kind }) => kind === 'trips'), sum(({ kind }) => kind === 'fees')]).toEqual([0n, claim.fees])
        expect(ofWallet('D1')).toBe(claimShare(claim))
        expect(by === 'wallet' ? ofWallet('R1') : sum(({ kind }) => kind === 'cards')).toBe(-claimPayable(claim))
        // a rider's wallet never goes below zero
        expect(postings.filter(({ floor }) => floor).length).toBe(by === 'wallet' && claimPayable(claim) > 0n ? 1 : 0)
      }),
    )
  })
})
