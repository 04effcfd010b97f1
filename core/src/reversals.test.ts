import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeNextReversalCheckIn,
  isNews,
  listBounced,
  listTheirs,
  reversalKinds,
  reversalStates,
  shareReversals,
} from './reversals.ts'

const refund = (id: string, amount: bigint, state: 'pending' | 'done' | 'failed' = 'done') =>
  ({ id, kind: 'refund', state, amount }) as const
const dispute = (id: string, amount: bigint, state: 'inquiry' | 'open' | 'won' | 'lost') =>
  ({ id, kind: 'dispute', state, amount }) as const

describe('what leaves the books', () => {
  test('is a refund at once, a dispute while the provider keeps the money, and a lost one for good', () => {
    const claims = [refund('a', 10n), refund('b', 5n, 'failed'), dispute('c', 20n, 'inquiry'), dispute('d', 30n, 'open')]
    expect([...shareReversals(100n, claims).values()]).toEqual([10n, 0n, 0n, 30n])
    expect(shareReversals(100n, [refund('a', 10n, 'pending')]).get('a')).toBe(10n)
    expect(shareReversals(100n, [dispute('d', 30n, 'won')]).get('d')).toBe(0n)
    expect(shareReversals(100n, [dispute('d', 30n, 'lost')]).get('d')).toBe(30n)
  })

  test('is once, though a dispute that was lost is a refund, too', () => {
    const shares = shareReversals(100n, [dispute('d', 100n, 'lost'), refund('a', 100n)])
    expect(Object.fromEntries(shares)).toEqual({ a: 100n, d: 0n })
  })

  test('is once also where a part was disputed and lost, and given back as a refund of the same amount', () => {
    const shares = shareReversals(100n, [dispute('d', 40n, 'lost'), refund('a', 40n), dispute('e', 30n, 'lost')])
    expect(Object.fromEntries(shares)).toEqual({ a: 40n, d: 0n, e: 30n })
  })

  test('is never more than is left, nor less than nothing, whatever is claimed', () => {
    const claim = fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom(...reversalKinds),
      state: fc.constantFrom(...reversalStates),
      amount: fc.bigInt(0n, 1000n),
    })
    fc.assert(
      fc.property(fc.bigInt(-50n, 2000n), fc.array(claim, { maxLength: 6 }), (left, claims) => {
        const shares = [...shareReversals(left, claims).values()]
        const sum = shares.reduce((total, share) => total + share, 0n)
        expect(sum <= (left < 0n ? 0n : left) && shares.every((share) => share >= 0n)).toBe(true)
      }),
    )
  })
})

test('an end stays an end when what came before it is told late, and another end may follow', () => {
  expect([isNews('won', 'open'), isNews('lost', 'inquiry'), isNews('open', 'inquiry'), isNews('done', 'pending')]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([isNews('inquiry', 'open'), isNews('open', 'lost'), isNews('won', 'lost'), isNews('open', 'open')]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('a dispute that was lost is settled by no refund that failed, and by each refund once', () => {
  const lost = [dispute('d', 40n, 'lost'), dispute('e', 40n, 'lost')]
  expect(Object.fromEntries(shareReversals(100n, [...lost, refund('a', 40n, 'failed')]))).toEqual({ a: 0n, d: 40n, e: 40n })
  expect(Object.fromEntries(shareReversals(100n, [...lost, refund('a', 40n)]))).toEqual({ a: 40n, d: 0n, e: 40n })
  expect(Object.fromEntries(shareReversals(100n, [dispute('o', 40n, 'open'), refund('a', 40n)]))).toEqual({ a: 40n, o: 40n })
  expect(Object.fromEntries(shareReversals(100n, [dispute('d', 40n, 'lost'), dispute('o', 40n, 'open')]))).toEqual({
    d: 40n,
    o: 40n,
  })
})

describe('our own refunds in a provider’s list', () => {
  const own = { id: 'R1', providerRef: null, amountMinor: 40n, state: 'pending' } as const
  const named = (refundId: string) => listTheirs([{ kind: 'refund', ref: 're', refundId, amountMinor: 40n }], [own])

  test('are known by our name, also that of a later try, or by the provider’s', () => {
    const found = [
      { kind: 'refund', ref: 're_1', refundId: 'R1', amountMinor: 40n },
      { kind: 'refund', ref: 're_2', refundId: 'R1T2', amountMinor: 40n },
      { kind: 'refund', ref: 're_3', refundId: null, amountMinor: 40n },
      { kind: 'refund', ref: 're_4', refundId: 'R12', amountMinor: 40n },
    ] as const
    expect(listTheirs(found, [own]).map(({ ref }) => ref)).toEqual(['re_3', 're_4'])
    const known = { ...own, providerRef: 're_3', state: 'done' } as const
    expect(listTheirs(found, [known]).map(({ ref }) => ref)).toEqual(['re_4'])
  })

  test('are not known by a name that only looks like a try of ours', () => {
    for (const name of ['R1T12', 'R1T3', 'R1']) expect(named(name)).toEqual([])
    for (const name of ['R1T', 'R1T2x', 'R1T2T3', 'R1xT2', 'R2T2', 'R', 'xR1']) expect(named(name)).toHaveLength(1)
  })

  test('are looked for among refunds alone, whichever of ours it is', () => {
    const other = { ...own, id: 'R2' } as const
    const found = [
      { kind: 'refund', ref: 're_1', refundId: 'R2', amountMinor: 40n },
      { kind: 'dispute', ref: 're_2', refundId: 'R1', amountMinor: 40n },
    ] as const
    expect(listTheirs(found, [own, other]).map(({ ref }) => ref)).toEqual(['re_2'])
    // a dispute never matches a refund of ours, whatever its name
    const disputes = [
      { kind: 'dispute', ref: 're_5', amountMinor: 40n },
      { kind: 'dispute', ref: 're_6', refundId: 'R1', amountMinor: 40n },
    ] as const
    const unnamed = { kind: 'refund', ref: 're_7', amountMinor: 40n } as const
    expect(listTheirs([...disputes, unnamed], [own])).toEqual(disputes)
    // a refund with a name, though none of ours, does not match an unnamed one of ours
    const foreign = { kind: 'refund', ref: 're_3', refundId: null, amountMinor: 40n } as const
    expect(listTheirs([foreign], [own])).toEqual([foreign])
    expect(listTheirs([{ kind: 'refund', ref: 're_4', amountMinor: 41n }], [own])).toHaveLength(1)
  })

  test('stand for one of the same amount where the provider repeats no name', () => {
    const found = [
      { kind: 'refund', ref: '1', amountMinor: 40n },
      { kind: 'refund', ref: '2', amountMinor: 40n },
      { kind: 'dispute', ref: '3', amountMinor: 40n },
    ] as const
    expect(listTheirs(found, [own]).map(({ ref }) => ref)).toEqual(['2', '3'])
    expect(listTheirs(found, [{ ...own, state: 'failed' }])).toHaveLength(3)
    expect(listTheirs(found, [{ ...own, providerRef: '2', state: 'done' }]).map(({ ref }) => ref)).toEqual(['1', '3'])
  })
})

test('a provider is asked by itself for 120 days, ever more rarely', () => {
  const day = 86_400_000
  expect([0, 1, 5, 120].map((days) => computeNextReversalCheckIn(days * day))).toEqual([day, 3 * day, 5 * day, null])
})

const told = (ref: string, state: 'pending' | 'done' | 'failed', amountMinor = 700n) =>
  ({ kind: 'refund', ref, amountMinor, state }) as const

describe('a refund of ours that came back', () => {
  const ours = { id: 'R1', providerRef: 'R1', amountMinor: 700n, state: 'done', tries: 1 } as const

  test('is known by its amount where the provider repeats no name and says its own only in its list', () => {
    expect(listBounced([told('tx-1', 'failed')], [ours])).toEqual([ours])
    expect(listBounced([told('tx-1', 'failed', 300n)], [ours])).toEqual([])
    expect(listBounced([told('tx-1', 'failed')], [{ ...ours, state: 'pending' }])).toEqual([])
  })

  test('is none while one of as much lives, or where the failed one may be an earlier try', () => {
    expect(listBounced([told('tx-1', 'failed'), told('tx-2', 'done')], [ours])).toEqual([])
    const again = { ...ours, providerRef: 'R1T2', tries: 2 }
    expect(listBounced([told('tx-1', 'failed')], [again])).toEqual([])
    expect(listBounced([told('tx-1', 'failed'), told('tx-2', 'failed')], [again])).toEqual([again])
  })

  test('is none that somebody made on the provider’s page, where names are repeated', () => {
    expect(listBounced([{ ...told('tx-1', 'failed'), refundId: null }], [ours])).toEqual([])
    expect(listBounced([{ ...told('tx-1', 'failed'), refundId: 'R1' }], [ours])).toEqual([ours])
  })
})
